import { t } from "../../base/translate";
import { counted } from "../../base/words";
import * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { NodeError } from "../../client/failures/nodeError";
import { type DriverFunction, schemaType } from "../../contract/schema/driverSchema";
import { jsonPathText, placeText } from "../../contract/jsonPath";
import type { KnownContract } from "../../contract/schema/knownContracts";
import type { KnownTypes } from "../../contract/types/knownTypes";
import type { RustType } from "../../contract/types/rustType";
import { signalOf } from "../../host/cancellation";
import { withRetry } from "../../host/commands";
import { withProgress } from "../../host/messages";
import { askJson, askSteps, inputSteps } from "./askInput";
import type { CallContext } from "./callContext";
import { encodeChecked } from "./model/encodeChecked";
import { exampleFor } from "./model/inputExamples";
import { chooseFunction, type Choice } from "./pickFunction";

/** Encodes a function's input by the contract's driver (§4.8) without calling it, and shows the bytes as hex. */
export async function encodeInput(
  context: CallContext,
  connection: Connection,
  choice: Choice | undefined,
): Promise<void> {
  const chosen = await chooseFunction(context, connection, choice, t`Encode Input`);
  if (!chosen) return;
  const { contract, fn } = chosen;
  const { schema } = chosen.description;
  const known = context.learned.known(contract.id, schema);
  const type = schemaType(schema, fn.input);
  const title = t`Encode the input of ${contract.name}.${fn.name}${onNode(connection.config)}`;
  const steps = inputSteps(fn, schema, known);
  const json = steps
    ? await askSteps(title, steps, type, known, fn.doc)
    : await askWhole(context, connection, { title, contractId: contract.id, fn, type, known });
  if (json === undefined) return;
  await withRetry(() => encode(context, connection, { contract, functionName: fn.name, json }), context.report);
}

/** Asks for an input that has parts, which begins with an example where only the names of its types are known. */
async function askWhole(
  context: CallContext,
  connection: Connection,
  asked: { title: string; contractId: string; fn: DriverFunction; type: RustType; known: KnownTypes },
): Promise<string | undefined> {
  const { title, contractId, fn, type, known } = asked;
  const options = { location: vscode.ProgressLocation.Window, title: t`Looking for an example of ${fn.name}` };
  const found = await withProgress(options, (_progress, token) =>
    exampleFor(context, connection, contractId, { fn: fn.name, type, known }, signalOf(token)),
  );
  return askJson(title, fn.input, type, found?.known ?? known, found);
}

async function encode(
  context: CallContext,
  connection: Connection,
  { contract, functionName, json }: { contract: KnownContract; functionName: string; json: string },
): Promise<void> {
  const { drivers } = await connection.node();
  const encoded = await encodeChecked(drivers, contract.id, functionName, json, new AbortController().signal);
  if ("problem" in encoded) {
    const { problem, remedy, response, path } = encoded;
    const place = path?.length ? `${placeText(path)}: ` : "";
    throw new NodeError("invalid-input", `${functionName}: ${place}${problem}`, {
      remedy,
      response,
      code: `sent ${json}`,
    });
  }
  const { hex, differences, unchecked } = encoded;
  const warnings = differences.map(({ path, sent, back }) => {
    return t`Decoding gives another value at ${jsonPathText(path)}: ${back} instead of ${sent}.`;
  });
  const size = hex.length / 2;
  const lines = [`0x${hex}`, counted(size, "byte"), ...warnings, unchecked ?? ""];
  await context.documents.showBeside(
    `${connection.name} ${contract.name}.${functionName} input.txt`,
    lines.join("\n").trimEnd() + "\n",
  );
}
