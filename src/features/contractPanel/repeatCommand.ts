import { noSuchConnection } from "../../client/noConnection";
import { NodeError } from "../../client/failures/nodeError";
import { callAndShow } from "./callCommand";
import type { CallDesk } from "./callDesk";
import type { CallPanels } from "./callPanels";
import type { CallRecord } from "./model/callRecord";

/** Runs a call of the history again. One with extra headers goes on in the panel: their values were not kept. */
export async function repeatCall(desk: CallDesk, panels: CallPanels, record: CallRecord | undefined): Promise<void> {
  if (!record)
    throw new NodeError("invalid-input", "Nothing was called in this workspace yet.", { remedies: ["call-contract"] });
  const request = await desk.history.request(record);
  if (request.headers.length > 0 || request.stream) return openRecord(desk, panels, record);
  await callAndShow(desk, panels, connectionOfRecord(desk, record), request);
}

/** Shows a call of the history in the panel, ready to be sent again. */
export async function openRecord(desk: CallDesk, panels: CallPanels, record: CallRecord): Promise<void> {
  const { contractId, fn, input, headers, stream } = await desk.history.request(record);
  const headerNames = headers.map(({ name }) => name);
  await panels.open(connectionOfRecord(desk, record), {
    contractId,
    fn,
    ...input,
    headerNames,
    ...(stream && { stream }),
  });
}

function connectionOfRecord({ connections }: CallDesk, record: CallRecord) {
  const found = connections.of(record);
  if (found) return found;
  throw noSuchConnection(record.connection, "Add the one of this call again under the same name.");
}
