// How a command ends that looks at a node or at a signer.
import { failureLine } from "../src/client/failures/failureWords";
import { NodeError } from "../src/client/failures/nodeError";

/** Ends the process with what it resolves to, or with 2 and one sentence; of a wrong command line also with the usage. */
export function runCommand(usage: string, run: () => Promise<number>): void {
  // Anyone who reads no further, as in a pipe to head, has what they wanted.
  process.stdout.on("error", () => process.exit());
  run().then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error instanceof NodeError ? failureLine(error) : `${(error as Error).message}\n${usage}`);
      process.exitCode = 2;
    },
  );
}
