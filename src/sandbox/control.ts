import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Answer, Refusal, jsonAnswer, refuse } from "./http/answer";
import { chainControls } from "./controls/chainControls";
import { requestControls } from "./controls/requestControls";
import { socketControls } from "./controls/socketControls";
import { stateControls } from "./controls/stateControls";
import { controlBody, type Control } from "./controls/controlBody";
import type { Json } from "./wire/json";
import { controlPath, readBody } from "./http/requestBody";
import type { SandboxNode } from "./sandboxNode";
import { CodecError } from "./wire/typeCodec";

const controls: Record<string, Control> = { ...stateControls, ...requestControls, ...socketControls, ...chainControls };

const tokenHeader = "sandbox-token";

/** What a body can do wrong. */
const mistakes = [TypeError, RangeError, SyntaxError, CodecError];

/** Whether a path is one of the controls: only a node that was started with them has any. */
export function isControl(node: SandboxNode, path: string): boolean {
  return node.controlToken !== undefined && path.startsWith(controlPath);
}

/** `/sandbox/<control>`: no part of the interface; sets faults, makes things happen, tells the counters. */
export async function controlAnswer(node: SandboxNode, request: IncomingMessage): Promise<Answer> {
  if (!knowsToken(node, request.headers[tokenHeader])) {
    throw new Refusal(
      403,
      `A control needs the header ${tokenHeader} with the token that the node printed at its start.`,
    );
  }
  const name = request.url?.split("?")[0]?.slice(controlPath.length) ?? "";
  if (!isKnown(name)) throw refuse.notFound(`no control ${name}; there are ${Object.keys(controls).join(", ")}`);
  const body = await readBody(request, controlPath);
  try {
    return jsonAnswer(await runControl(node, name, body));
  } catch (error) {
    if (mistakes.some((mistake) => error instanceof mistake)) throw new Refusal(400, (error as Error).message);
    throw error;
  }
}

/** Runs a control for anyone who may: rejects with what is wrong with its name or its body. */
export async function runControl(node: SandboxNode, name: string, body: Buffer): Promise<Json> {
  const control = isKnown(name) ? controls[name] : undefined;
  if (!control) throw new RangeError(`there is no control ${name}`);
  // Anyone who asked knows then what has arrived.
  node.world.settle();
  return ((await control(controlBody(body), node)) ?? {}) as Json;
}

function isKnown(name: string): boolean {
  return Object.hasOwn(controls, name);
}

function knowsToken({ controlToken = "" }: SandboxNode, given: string | string[] | undefined): boolean {
  const [wanted, said] = [controlToken, String(given)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return wanted.length === said.length && timingSafeEqual(wanted, said);
}
