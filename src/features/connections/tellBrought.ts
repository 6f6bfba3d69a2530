import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { Disposable } from "../../base/disposables";
import { showInformationMessage } from "../../host/messages";

const namesSaid = 5;
/** Milliseconds in which the editor hands over the settings of a workspace that was just trusted. */
const handOverMs = 5000;

/** Says once which connections a workspace brings that was just trusted: until then the user's own were all there were. */
export function tellBrought(connections: Connections): Disposable {
  const listening = connections.onChange(({ kind }) => {
    const names = connections.all.filter(isBrought).map(({ name }) => name);
    if (kind !== "set" || names.length === 0) return;
    end();
    void showInformationMessage(`This workspace brings ${broughtWords(names)}.`);
  });
  const timer = setTimeout(() => listening.dispose(), handOverMs);
  const end = () => {
    clearTimeout(timer);
    listening.dispose();
  };
  return { dispose: end };
}

function isBrought({ config: { level, origin } }: Connection): boolean {
  return origin === "settings" && level !== undefined && level.at !== "user";
}

/** Connections by their names, the first ones of many. */
function broughtWords(names: readonly string[]): string {
  const rest = names.length - namesSaid;
  const said = [...names.slice(0, namesSaid), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  return names.length === 1 ? `the connection ${said}` : `the connections ${said}`;
}
