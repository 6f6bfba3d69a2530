import { t } from "../../base/translate";
import type { ResponseFacts, CallOutcome, FailedOutcome, StreamOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import type { CallState, ResultPart, WatchedChange } from "../../bridge/contractPage";
import { jsonPathText } from "../../contract/jsonPath";
import { visibleText } from "../../wire/visibleText";
import { button, element, setAttribute, setText, showText } from "../element";
import { responseFacts, type Asked, deprecationNote, isFine, partNote, summaryOf } from "./outcomeSummary";
import { colouredJson } from "./colouredJson";
import { linesOf, RawView, sizeText } from "./rawView";
import { StreamView } from "./streamView";
import { Tabs } from "../tabs";

/** What can be done with a result. */
export interface ResultActions {
  copy(part: ResultPart): void;
  open(part: ResultPart, keep: boolean): void;
  save(part: ResultPart): void;
  sendAsBytes(): void;
  sendAsStream(): void;
  /** Presses one of the buttons that the extension gave to a failure. */
  act(title: string): void;
  tab(name: ResultTab): void;
}

const turnedNote = t`This function streams: it was called once more as a stream, and will be from now on.`;
const pinHint = t`Open it in a tab of its own, which no later result takes`;

/** The function of a call: with its contract's name, and whether its input is `()`. */
export interface CalledFunction {
  name: string;
  takesNothing: boolean;
}

export type ResultTab = "decoded" | "raw" | "headers" | "changes";

/** How the last call ended, or how far the present one is. */
export class ResultView {
  readonly element: HTMLElement;
  private readonly heading = element("h2");
  private readonly summary = element("p", { class: "summary", role: "status" });
  private readonly sent = element("p", { class: "muted sent" });
  private readonly turned = element("p", { class: "muted", hidden: true });
  private readonly deprecation = element("p", { class: "warning", hidden: true });
  private readonly part = element("p", { class: "warning", hidden: true });
  private readonly decoded = element("div", { class: "output" });
  private readonly raw: RawView;
  private readonly headers = element("div", { class: "output" });
  private readonly changes = element("div", { class: "output" });
  private readonly buttons: HTMLElement;
  private readonly tabs: Tabs<ResultTab>;
  private stream: StreamView | undefined;
  private tab: ResultTab = "decoded";
  private remedies: readonly string[] = [];

  constructor(private readonly actions: ResultActions) {
    this.raw = new RawView(() => actions.sendAsBytes());
    const part = (): ResultPart => (this.tab === "raw" ? "raw" : "decoded");
    this.buttons = element(
      "div",
      { class: "row" },
      button(t`Copy`, () => actions.copy(part()), { class: "quiet", title: t`Copy exactly what came` }),
      button(t`Open as document`, () => actions.open(part(), false), { class: "quiet" }),
      button(t`Pin`, () => actions.open(part(), true), { class: "quiet", title: pinHint }),
      button(t`Save…`, () => actions.save(part()), { class: "quiet" }),
    );
    const content: [ResultTab, string, HTMLElement][] = [
      ["decoded", t`Decoded`, this.decoded],
      ["raw", t`Raw hex`, this.raw.element],
      ["headers", t`Headers`, this.headers],
      ["changes", t`Changes`, this.changes],
    ];
    this.tabs = new Tabs(t`Result`, content, (name) => {
      this.tab = name;
      actions.tab(name);
    });
    this.tabs.select("decoded");
    this.element = element("section", { class: "result", "aria-label": t`Result`, hidden: true });
    this.element.append(this.heading, this.summary, this.part, this.deprecation, this.sent, this.turned);
    const [row, ...panels] = this.tabs.elements;
    this.element.append(...(row ? [row] : []), this.buttons, ...panels);
  }

  /** `called` says what is known of the function. */
  show(call: CallState, tab: ResultTab, { name, takesNothing }: CalledFunction): void {
    setAttribute(this.element, "hidden", call.state === "idle");
    if (call.state === "idle") return;
    this.tab = tab;
    this.tabs.select(tab);
    const ended = call.state === "done" ? ` · ${new Date(call.endedAt).toLocaleTimeString()}` : "";
    setText(this.heading, `${t`Result of ${visibleText(name)}`}${ended}`);
    const turned = (call.state === "running" || call.state === "done") && call.turnedStream;
    showText(this.turned, turned ? turnedNote : "");
    setText(this.sent, sentLine(call.request, takesNothing));
    this.showChanges(
      call.state === "running" ? undefined : call.changes,
      call.state === "watching" ? call.height : undefined,
    );
    if (call.state === "running") return this.showRunning(call);
    this.remedies = (call.state === "done" && call.actions) || [];
    if (call.outcome) this.showOutcome(call.outcome, call.state === "watching");
    else setText(this.summary, t`Watching…`);
  }

  /** More items of the stream that is running. */
  streamed(items: readonly string[], count: number, decoded: boolean): void {
    this.stream?.add(items, count, decoded);
    setText(this.summary, decoded ? t`Receiving: ${count} items so far.` : t`Receiving: ${count} bytes so far.`);
  }

  private showRunning(call: Extract<CallState, { state: "running" }>): void {
    setText(this.summary, t`Waiting for the node's answer…`);
    this.clear();
    if (!call.request.stream) return;
    this.stream = new StreamView();
    this.decoded.replaceChildren(this.stream.element);
    if (call.stream) this.streamed(call.stream.items, call.stream.count, call.stream.decoded);
  }

  private showOutcome(outcome: CallOutcome, watching: boolean): void {
    const failed = outcome.kind === "failed";
    showText(this.part, partNote(outcome));
    const fine = isFine(outcome);
    this.summary.className = fine === undefined ? "summary" : fine ? "summary fine" : "summary failed";
    setText(this.summary, watching ? t`Watching. ${summaryOf(outcome)}` : summaryOf(outcome));
    setAttribute(this.buttons, "hidden", failed && !outcome.response);
    const facts = "facts" in outcome ? outcome.facts : undefined;
    this.showFacts(facts, failed ? outcome : facts);
    switch (outcome.kind) {
      case "json":
        this.decoded.replaceChildren(jsonOutput(outcome.text));
        return this.raw.show(outcome.hex, outcome.hex === undefined ? "decoded-by-node" : undefined);
      case "bytes":
        this.decoded.replaceChildren(...undecoded(outcome.hex, outcome.reason, outcome.facts.size));
        return this.raw.show(outcome.hex, undefined, outcome.facts.size);
      case "stream":
        return this.showStream(outcome);
      case "failed":
        this.decoded.replaceChildren(...this.failure(outcome));
        return this.raw.show(undefined);
    }
  }

  private showStream(outcome: StreamOutcome): void {
    const stream = this.stream ?? new StreamView();
    this.stream = undefined;
    stream.finish(outcome);
    this.decoded.replaceChildren(stream.element);
    const { ended } = outcome;
    if (typeof ended === "object") this.decoded.append(...this.failure(ended.problem));
    if (outcome.decoded) this.raw.show(undefined, "stream");
    else this.raw.show(outcome.items[0] ?? "", undefined, outcome.count);
  }

  private failure(outcome: FailedOutcome): HTMLElement[] {
    const { message, remedy, response, wantsStream, wantsBytes } = outcome;
    const parts: HTMLElement[] = [element("p", { class: "problem" }, `✗ ${message}`)];
    if (remedy) parts.push(element("p", {}, remedy));
    if (wantsStream) parts.push(button(t`Call as a stream`, () => this.actions.sendAsStream()));
    if (wantsBytes) parts.push(button(t`Call as bytes`, () => this.actions.sendAsBytes()));
    parts.push(...this.remedies.map((title) => button(visibleText(title), () => this.actions.act(title))));
    if (response)
      parts.push(element("p", { class: "muted" }, t`The node's answer:`), output(response, t`The node's answer`));
    return parts;
  }

  private showFacts(facts: ResponseFacts | undefined, asked: Asked | undefined): void {
    showText(this.deprecation, deprecationNote(facts));
    this.headers.replaceChildren(...responseFacts(facts, asked));
  }

  private showChanges(changes: readonly WatchedChange[] | undefined, height: string | undefined): void {
    this.tabs.setHidden("changes", changes === undefined);
    if (changes === undefined && this.tab === "changes") this.tabs.select((this.tab = "decoded"));
    const now = height === undefined ? "" : t`Last run at block ${height}.`;
    const list = element("ol", { class: "changes", "aria-label": t`Changes` }, ...(changes ?? []).map(changeRow));
    const none = changes?.length ? "" : t`Nothing has changed so far.`;
    this.changes.replaceChildren(element("p", { role: "status" }, [none, now].filter(Boolean).join(" ")), list);
  }

  private clear(): void {
    showText(this.part, "");
    this.summary.className = "summary";
    this.stream = undefined;
    this.decoded.replaceChildren();
    this.raw.show(undefined);
    this.showFacts(undefined, undefined);
  }
}

function changeRow({ height, changes }: WatchedChange): HTMLElement {
  const places = changes.map(({ path, before, after }) =>
    element(
      "li",
      {},
      `${jsonPathText(path)}: `,
      element("del", {}, visibleText(before)),
      " → ",
      element("ins", {}, visibleText(after)),
    ),
  );
  return element("li", {}, t`Block ${height}`, element("ul", {}, ...places));
}

function undecoded(hex: string, reason: string | undefined, total: number): HTMLElement[] {
  const title = t`undecoded bytes (${sizeText(hex.length / 2, total)})`;
  return [
    element("p", {}, element("strong", {}, title), reason ? ` ${reason}` : ""),
    output(`0x${hex}`, t`Undecoded output`),
  ];
}

function output(text: string, label: string): HTMLElement {
  return element("pre", { tabindex: 0, "aria-label": label }, linesOf(text));
}

function jsonOutput(text: string): HTMLElement {
  const shown = element("pre", { tabindex: 0, "aria-label": t`Decoded output` });
  shown.append(...colouredJson(linesOf(text)));
  return shown;
}

function sentLine({ fn, input }: CallRequest, takesNothing: boolean): string {
  const value = "json" in input ? input.json : `0x${input.hex.replace(/^0x/i, "")}`;
  const shown = value.length > 300 ? `${value.slice(0, 300)}…` : value;
  return t`Sent: ${visibleText(fn) + (takesNothing ? "()" : ` ${visibleText(shown)}`)}`;
}
