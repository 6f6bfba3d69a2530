import type { ConnectionView } from "../bridge/contractPage";
import { shortWords } from "../wire/shortWords";
import { element, setText } from "./element";

const words: { readonly [state in ConnectionView["at"]]: string } = {
  idle: "not asked yet",
  connecting: "connecting…",
  up: "up",
  failed: "not reachable",
  gone: "not open in this window",
};

/** Which node the page talks to, always in sight. A page keeps its connection, whichever is active elsewhere. */
export class ConnectionBar {
  private readonly name = element("strong");
  private readonly state = element("span", { class: "state" });
  private readonly chain = element("span");
  private readonly role = element("span", { class: "role", hidden: true });
  private readonly where = element("span", { class: "aside where" });
  private readonly problem = element("p", { class: "problem", role: "alert", hidden: true });
  readonly element = element(
    "header",
    { class: "connection", "aria-label": "Connection", title: "This page stays with its connection." },
    element("div", {}, this.name, this.role, this.state, this.chain, this.where),
    this.problem,
  );

  show({ name, url, at, chainId, version, role, problem, machine }: ConnectionView): void {
    setText(this.name, shortWords(name));
    setText(this.role, role ?? "");
    this.role.hidden = !role;
    this.role.className = `role ${role ?? ""}`;
    setText(this.state, words[at]);
    this.state.className = `state ${at}`;
    setText(this.chain, chainId === undefined ? "chain id not told" : `chain id ${chainId}`);
    setText(
      this.where,
      [url && `${shortWords(url)} as seen from ${machine}`, version && `node ${version}`].filter(Boolean).join(" · "),
    );
    this.where.title = this.where.textContent ?? "";
    setText(this.problem, problem ?? "");
    this.problem.hidden = !problem;
  }
}
