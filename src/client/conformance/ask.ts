import { decodeEventFrame } from "../../wire/eventFrame";
import { limits } from "../../wire/limits";
import type { EventSession, SessionState } from "../session/eventSession";
import type { NodeConnection } from "../nodeConnection";
import { NodeError } from "../failures/nodeError";
import type { NodeRequest } from "../http/nodeRequest";
import { eventLine, heardTargets, isAccepted } from "./eventHabits";
import type { Answered, Exchange, Question } from "./exchange";

/** The answer to one question; whatever ends it is part of what is found. */
export async function responseOf(
  node: NodeConnection,
  question: Question,
  signal: AbortSignal,
): Promise<Exchange["outcome"]> {
  const { method, path, headers, named = {}, body, inSession, headOnly } = question;
  const names = Object.entries(named).map(([name, value]) => [node.endpoint.headerName(name), value] as const);
  const request: NodeRequest = {
    ...{ method, path, signal, timeoutMs: limits.examined.questionMs, maxResponseBytes: limits.examined.responseBytes },
    headers: { ...headers, ...Object.fromEntries(names), ...(inSession && node.sessionHeaders) },
    ...(body !== undefined && { body }),
  };
  const started = performance.now();
  try {
    if (headOnly) return await headOf(node, request, started);
    const {
      status: code,
      headers: answered,
      body: bytes,
      durationMs,
      version,
    } = await node.transport.exchange(request);
    return { status: code, headers: answered, body: bytes, tookMs: durationMs, version };
  } catch (thrown) {
    return NodeError.from(signal.aborted ? signal.reason : thrown);
  }
}

/** The head of a long answer and its first bytes; a refusal comes with its words only. */
async function headOf(node: NodeConnection, request: NodeRequest, started: number): Promise<Answered> {
  const took = () => performance.now() - started;
  try {
    const { status: code, headers, version, body } = await node.transport.stream(request);
    for await (const chunk of body) {
      const first = chunk.slice(0, limits.examined.shownCharacters);
      return { status: code, headers, body: first, tookMs: took(), version };
    }
    return { status: code, headers, body: new Uint8Array(), tookMs: took(), version };
  } catch (thrown) {
    if (!(thrown instanceof NodeError) || thrown.status === undefined) throw thrown;
    const body = new TextEncoder().encode(thrown.response ?? "");
    return { status: thrown.status, headers: {}, body, tookMs: took(), version: node.transport.version };
  }
}

/** Opens the session and waits for its id. */
export async function greet(session: EventSession, signal: AbortSignal): Promise<Exchange["outcome"]> {
  const started = performance.now();
  const settled = new Promise<SessionState>((resolve) => {
    // It goes with the session.
    session.onState((state) => state.kind !== "connecting" && resolve(state));
    signal.addEventListener("abort", () => resolve({ kind: "closed" }), { once: true });
  });
  session.start();
  const state = session.state.kind === "open" ? session.state : await settled;
  if (signal.aborted) return NodeError.from(signal.reason);
  if (state.kind !== "open") {
    const reason = "reason" in state && state.reason !== undefined ? state.reason : "The session did not open.";
    return new NodeError("unreachable", reason);
  }
  const body = new TextEncoder().encode(state.sessionId);
  return { status: 101, headers: {}, body, tookMs: performance.now() - started, version: undefined };
}

/** The events of two blocks that came when all was subscribed to, each as a line, in the order in which they come. */
export async function hear(node: NodeConnection, listenMs: number, signal: AbortSignal): Promise<Exchange["outcome"]> {
  const started = performance.now();
  const within = AbortSignal.any([signal, AbortSignal.timeout(listenMs)]);
  const lines: string[] = [];
  let blocks = 0;
  let isSubscribed = false;
  await new Promise<void>((resolve) => {
    within.addEventListener("abort", () => resolve(), { once: true });
    // It goes with the session.
    node.events.session.onFrame((bytes) => {
      const frame = decodeEventFrame(bytes);
      if ("problem" in frame || blocks === 2) return;
      const ofBlock = isAccepted(frame.location);
      if (ofBlock || lines.length < limits.examined.heardEvents) lines.push(eventLine(frame.location, frame.origin));
      if (ofBlock && isSubscribed && ++blocks === 2) resolve();
    });
    void Promise.all(heardTargets.map((target) => responseOf(node, target, within))).then(() => (isSubscribed = true));
  });
  if (signal.aborted) return NodeError.from(signal.reason);
  if (blocks < 2) return new NodeError("timeout", `Fewer than two blocks came within ${listenMs / 1000} s.`);
  const body = new TextEncoder().encode(lines.join("\n"));
  return { status: 200, headers: {}, body, tookMs: performance.now() - started, version: undefined };
}
