// npm run conformance -- --url http://… [--prefix X] [--contract id] [--listen seconds]: what a node does, by section of the
// interface, and what of that is otherwise than the document or nodes of version 1.4. Nothing is changed on the node.
import { parseArgs } from "node:util";
import { examinationLines } from "../src/client/conformance/examinationLines";
import { examineNode } from "../src/client/conformance/examineNode";
import { parseEndpoint } from "../src/client/http/endpoint";
import { NodeConnection } from "../src/client/nodeConnection";
import { checkContractId } from "../src/wire/ids";
import { limits } from "../src/wire/limits";
import { runCommand } from "./runCommand";

const usage =
  "npm run conformance -- --url http://localhost:8080 [--prefix Rusk] [--contract <64 hex digits>] [--listen <seconds>]";

async function run(): Promise<number> {
  const text = { type: "string" } as const;
  const options = { url: text, prefix: text, contract: text, listen: text };
  const { url, prefix, contract, listen } = parseArgs({ options }).values;
  if (url === undefined) throw new TypeError("Which node? --url is missing.");
  const checked = contract === undefined ? undefined : checkContractId(contract);
  if (checked && !checked.ok) throw new TypeError(checked.problem);
  if (listen !== undefined && !/^\d{1,3}$/.test(listen))
    throw new TypeError("--listen takes whole seconds, 0 for none.");
  const listenMs = listen === undefined ? limits.examined.listenMs : Number(listen) * 1000;
  const node = new NodeConnection({ endpoint: parseEndpoint(url, prefix) });
  try {
    const examination = await examineNode(node, { contractId: checked?.value, listenMs: listenMs || undefined });
    for (const line of examinationLines(examination)) console.log(line);
    return examination.observations.some(({ verdict }) => verdict === "otherwise") ? 1 : 0;
  } finally {
    await node.dispose();
  }
}

runCommand(usage, run);
