import type { SampleContract } from "../contracts/contract";
import { driverSchema } from "../contracts/driverSchema";
import { driverModule } from "./driverModule";
import { writeJson } from "../wire/json";

/** The drivers' WebAssembly modules: the sandbox's own, and what was uploaded in their place. */
export class DriverModules {
  private readonly uploaded = new Map<string, { module: Buffer; signature: string }>();

  /** Undefined for a contract without a driver and for one whose driver is built into the node. */
  of(contract: SampleContract): Buffer | undefined {
    if (contract.driver === "none" || contract.driver === "built-in") return undefined;
    const { definition, events, id } = contract;
    const { version = "" } = definition;
    const schema = contract.driver === "schemaless" ? "" : writeJson(driverSchema(definition));
    return this.uploaded.get(id)?.module ?? driverModule({ schema, version, events });
  }

  /** From now on the contract has a driver; the sandbox goes on encoding by its own codec. */
  keep(contract: SampleContract, module: Buffer, signature: string): void {
    this.uploaded.set(contract.id, { module, signature });
    this.restore(contract);
  }

  /** The files of uploaded drivers outlive a chain. */
  restore(contract: SampleContract): void {
    const kept = this.uploaded.get(contract.id);
    if (!kept) return;
    contract.driver = contract.driver === "none" ? "available" : contract.driver;
    contract.driverSignature = kept.signature;
  }
}
