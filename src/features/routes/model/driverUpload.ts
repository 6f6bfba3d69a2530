import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { DriverSchema } from "../../../contract/schema/driverSchema";
import { missingDriverExports, moduleSummary, type ModuleSummary } from "../../../driver/driverModule";
import { sha3 } from "../../../driver/sha3";
import { messageOf } from "../../../base/words";
import type { Json } from "../../../wire/json/exactJson";
import { limits } from "../../../wire/limits";
import { plainYaml } from "../../../wire/plainYaml";
import { exactSizeText } from "../../../wire/sizeText";
import { visibleText } from "../../../wire/visibleText";

/** A module that is to become a contract's driver, and what takes its place in the form of `schema`, as far as known. */
export interface DriverUpload {
  place: string;
  contract: string;
  contractId: string;
  owner: string | undefined;
  file: string;
  module: Uint8Array;
  /** The digest of the driver that is there; undefined when there is none. */
  presentDigest: string | undefined;
  /** The schemas of the present driver and of the module, or why they are not known. */
  before: DriverSchema | string;
  after: DriverSchema | string;
}

/** Throws NodeError `invalid-input` for a module that no node takes as a driver. */
export function checkedModule(module: Uint8Array): ModuleSummary {
  const refuse = (why: string): never => {
    throw new NodeError("invalid-input", t`This module is not a driver: ${why}.`);
  };
  let summary: ModuleSummary;
  try {
    summary = moduleSummary(module);
  } catch (error) {
    return refuse(visibleText(messageOf(error)));
  }
  const missing = missingDriverExports(module);
  return missing.length > 0 ? refuse(t`it does not export ${missing.join(", ")}`) : summary;
}

/** What an upload changes, as a document: what its owner has to sign, what the module is, and what is called otherwise then. */
export function uploadText(upload: DriverUpload): string {
  const { module, before, after } = upload;
  const { sections, exports, refusal } = checkedModule(module);
  const unknown = [before, after].filter((each) => typeof each === "string");
  const changes =
    typeof before === "string" || typeof after === "string" ? unknown.join("; ") : schemaChanges(before, after);
  const text = plainYaml({
    contract: upload.contract,
    id: upload.contractId,
    owner: upload.owner ?? "not told",
    module: upload.file,
    sha3_256: sha3(module),
    size: exactSizeText(module.length),
    sections: sections.join(" "),
    exports: exports.join(" "),
    runs_here: refusal === undefined ? "yes" : `no, ${refusal}`,
    present_driver: upload.presentDigest === undefined ? "none" : { sha3_256: upload.presentDigest },
    changes,
  });
  return `# Driver to upload to ${upload.place}\n# Its owner signs the SHA3-256 of the module.\n${text}`;
}

/** What of a contract is described otherwise by another schema: names that come, go, and take or give another type. */
export function schemaChanges(before: DriverSchema, after: DriverSchema): Json {
  const types = ({ types: all }: DriverSchema) =>
    Object.entries(all).map(([name, type]): [string, string] => [name, JSON.stringify(type)]);
  const functions = ({ functions: all }: DriverSchema) =>
    all.map(({ name, input, output }): [string, string] => [name, `${input || "()"} → ${output || "()"}`]);
  const events = ({ events: all }: DriverSchema) => all.map(({ topic, data }): [string, string] => [topic, data]);
  const found = {
    functions: difference(functions(before), functions(after)),
    events: difference(events(before), events(after)),
    types: difference(types(before), types(after), false),
  };
  const some = Object.entries(found).filter(([, each]) => Object.keys(each).length > 0);
  if (some.length > 0) return Object.fromEntries(some);
  return after.functions.length + after.events.length > 0 ? "none" : t`none, and there is no schema`;
}

function difference(
  before: readonly (readonly [name: string, text: string])[],
  after: readonly (readonly [name: string, text: string])[],
  notified = true,
): { [what: string]: Json } {
  const [old, now] = [new Map(before), new Map(after)];
  const changed = [...now].flatMap(([name, text]) => {
    const was = old.get(name);
    if (was === undefined || was === text) return [];
    return notified ? [t`${name}: ${text}, was ${was}`] : [name];
  });
  const lists = {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed,
  };
  const given = Object.entries(lists).filter(([, names]) => names.length > 0);
  return Object.fromEntries(given.map(([what, names]) => [what, shortened(names)]));
}

function shortened(names: readonly string[]): Json {
  const shown = names.slice(0, limits.differences);
  return names.length > shown.length ? [...shown, t`… ${names.length - shown.length} more`] : shown;
}
