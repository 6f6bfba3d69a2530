// A page that decodes each value it is sent, as the contract page does, and sends it back encoded again.
import { fromMessageValue, type MessageValue, toMessageValue } from "../../../src/bridge/messageValue";

interface PageGlobals {
  acquireVsCodeApi(): { postMessage(message: unknown): void };
  addEventListener(kind: "message", listener: (event: { data: { value?: MessageValue } }) => void): void;
}

const page = globalThis as unknown as PageGlobals;
const api = page.acquireVsCodeApi();
page.addEventListener("message", ({ data }) => {
  if (data.value === undefined) return;
  const value = fromMessageValue(data.value);
  api.postMessage({ kind: typeof value, digits: JSON.stringify(value, asText), value: toMessageValue(value) });
});
api.postMessage({ ready: true });

function asText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
