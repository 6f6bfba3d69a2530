import { t } from "../../base/translate";
import { noSuchConnection } from "../../client/noConnection";
import { NodeError } from "../../client/failures/nodeError";
import { callAndShow } from "./callCommand";
import type { CallContext } from "./callContext";
import type { CallPanels } from "./callPanels";
import type { CallRecord } from "./model/callRecord";

/** Runs a call of the history again. One with extra headers goes on in the panel: their values were not kept. */
export async function repeatCall(
  context: CallContext,
  panels: CallPanels,
  record: CallRecord | undefined,
): Promise<void> {
  if (!record)
    throw new NodeError("invalid-input", t`Nothing was called in this workspace yet.`, { remedies: ["call-contract"] });
  const request = await context.history.request(record);
  if (request.headers.length > 0 || request.stream) return openRecord(context, panels, record);
  await callAndShow(context, panels, connectionOfRecord(context, record), request);
}

/** Shows a call of the history in the panel, ready to be sent again. */
export async function openRecord(context: CallContext, panels: CallPanels, record: CallRecord): Promise<void> {
  const { contractId, fn, input, headers, stream } = await context.history.request(record);
  const headerNames = headers.map(({ name }) => name);
  await panels.open(connectionOfRecord(context, record), {
    contractId,
    fn,
    ...input,
    headerNames,
    ...(stream && { stream }),
  });
}

function connectionOfRecord({ connections }: CallContext, record: CallRecord) {
  const found = connections.of(record);
  if (found) return found;
  throw noSuchConnection(record.connection, t`Add the one of this call again under the same name.`);
}
