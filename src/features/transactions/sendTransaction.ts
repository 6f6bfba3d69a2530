import { t } from "../../base/translate";
import { failureLine } from "../../client/failures/failureWords";
import type { TransactionLife } from "../../client/transactions/transactionLife";
import { showInputBox } from "../../host/inputBoxes";
import { askInDialog } from "../../host/messages";
import { joined, words, type Said } from "../../host/words";
import { shortId } from "../../wire/ids";
import { chainIdOf, placeWords, type Followed } from "./transactionDocuments";

/**
 * Asks whether to send a transaction, with all that it means, and sends it once. It is checked again before, and what
 * speaks against it is said; on a production node the connection's name is to be typed. `rivals`: those that may have its
 * nonce, and wait.
 */
export async function sendTransaction(followed: Followed, rivals: readonly TransactionLife[] = []): Promise<void> {
  const { life } = followed;
  if (!life.canBeSent || asked.has(life)) return;
  asked.add(life);
  try {
    await askAndSend(followed, rivals);
  } finally {
    asked.delete(life);
  }
}

/** Those of which a person is being asked: pressing twice asks once. */
const asked = new WeakSet<TransactionLife>();

async function askAndSend({ connection, life }: Followed, rivals: readonly TransactionLife[]): Promise<void> {
  const { config, name } = connection;
  const found = await connection.transactions.check(life).catch((error: unknown) => ({ failed: failureLine(error) }));
  if (!life.canBeSent) return;
  const taken = rivals.map(
    ({ id, key }) =>
      t`it may have the nonce of ${shortId(id ?? key)}, which was sent since it was signed, and take its place`,
  );
  const checked = "failed" in found ? [t`It could not be checked: ${found.failed}`] : found.objections;
  const objections = [...checked, ...taken];
  const detail = joined(
    [
      words`To: ${placeWords(config, chainIdOf(connection))}`,
      "failed" in found ? "" : words`Fee: ${found.cost ?? t`not known`}`,
      ...objections.map((each): Said => words`Against it: ${each}.`),
      t`It is sent once and cannot be called back.`,
    ],
    "\n",
  );
  const title = words`Send transaction ${shortId(life.id ?? life.key)} on ${name}?`;
  const send = objections.length > 0 ? t`Send All the Same` : t`Send`;
  if ((await askInDialog(title, detail, send)) !== send) return;
  if (config.role === "production" && !(await typesName(name))) return;
  await connection.transactions.send(life);
}

async function typesName(name: string): Promise<boolean> {
  const typed = await showInputBox({
    title: words`Send on ${name} (production)`,
    prompt: words`Type the connection's name, ${name}, to send`,
    ignoreFocusOut: true,
    validateInput: (text) => (text === name ? undefined : words`This is not “${name}” yet.`),
  });
  return typed === name;
}
