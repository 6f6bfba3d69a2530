import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer";
import { Refusal, jsonAnswer, refuse } from "./answer";
import { chainControls } from "./controls/chainControls";
import { requestControls } from "./controls/requestControls";
import { socketControls } from "./controls/socketControls";
import { stateControls } from "./controls/stateControls";
import type { ControlBody } from "./controls/controlBody";
import { controlBody } from "./controls/controlBody";
import type { Json } from "./json";
import type { SandboxNode } from "./sandboxNode";
import { CodecError } from "./typeCodec";

export type Control = (body: ControlBody, node: SandboxNode) => Json | Promise<Json>;

const controls: Record<string, Control> = { ...stateControls, ...requestControls, ...socketControls, ...chainControls };

/** What a body can do wrong. */
const mistakes = [TypeError, RangeError, SyntaxError, CodecError];

/** `/sandbox/<control>`: no part of the interface; sets faults, makes things happen, tells the counters. */
export async function controlAnswer(node: SandboxNode, request: IncomingMessage): Promise<Answer> {
  const name = request.url?.split("?")[0]?.slice("/sandbox/".length) ?? "";
  const control = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (!control) throw refuse.notFound(`no control ${name}; there are ${Object.keys(controls).join(", ")}`);
  try {
    return jsonAnswer(await control(await controlBody(request), node));
  } catch (error) {
    if (mistakes.some((mistake) => error instanceof mistake)) throw new Refusal(400, (error as Error).message);
    throw error;
  }
}
