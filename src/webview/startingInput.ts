import { t } from "../base/translate";
import { exampleWords, type InputExample, type PageAsker, type Selection } from "../bridge/contractPage";
import { element, setText } from "./element";

const unknown = t`Only the name of a type is known: the driver says what is missing.`;

/** Finds an input to start from where only the names of types are known, and says where it is from. */
export class StartingInput {
  readonly element = element("p", { class: "hint start", role: "status" });
  private question = 0;
  private asking = false;

  constructor(
    private readonly host: PageAsker,
    private readonly found: (json: string, learned: InputExample["learned"]) => void,
  ) {}

  /** Asks for an example, unless a person begins to write before it is there. */
  async find(selection: Selection): Promise<void> {
    const mine = ++this.question;
    this.asking = true;
    setText(this.element, t`Looking for an example…`);
    const example = await this.host.ask("exampleInput", selection).catch(() => undefined);
    if (mine !== this.question) return;
    this.asking = false;
    setText(this.element, example?.json ? exampleWords[example.from] : unknown);
    if (example?.json) this.found(example.json, example.learned);
  }

  /** Takes back the question, and what was said. */
  end(): void {
    setText(this.element, "");
    this.question++;
    if (this.asking) void this.host.ask("exampleInput", null).catch(() => undefined);
    this.asking = false;
  }
}
