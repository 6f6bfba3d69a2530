import { counted } from "../../../base/words";
import type { CallOutcome } from "../../../bridge/callOutcome";
import type { ResultPart } from "../../../bridge/contractPage";

/** A result as a text of its own: exactly what came, and the ending that says what it is. */
export interface ResultText {
  text: string;
  ending: "json" | "txt";
}

/** The decoded result, or its bytes as hex. A failure is told in words with the node's whole text. */
export function resultText(outcome: CallOutcome, part: ResultPart): ResultText {
  switch (outcome.kind) {
    case "json":
      if (part === "raw" && outcome.hex !== undefined) return { text: outcome.hex, ending: "txt" };
      return { text: outcome.text, ending: "json" };
    case "bytes":
      return { text: outcome.hex, ending: "txt" };
    case "stream":
      if (!outcome.decoded) return { text: outcome.items.join(""), ending: "txt" };
      return { text: `[\n${outcome.items.map((item) => `  ${item}`).join(",\n")}\n]`, ending: "json" };
    case "failed": {
      const { message, remedy, response } = outcome;
      return {
        text: [message, remedy, response && `The node's answer:\n${response}`].filter(Boolean).join("\n"),
        ending: "txt",
      };
    }
  }
}

/** What is shown of a result in a document: bytes are introduced as such. */
export function resultDocument(outcome: CallOutcome): ResultText {
  if (outcome.kind !== "bytes") return resultText(outcome, "decoded");
  const length = outcome.hex.length / 2;
  const why = outcome.reason ? `\n${outcome.reason}` : "";
  return {
    text: `undecoded bytes (${counted(length, "byte")})\n0x${outcome.hex}${why}\n`,
    ending: "txt",
  };
}
