import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { askJson, listIn, objectIn } from "../http/responseValue";
import { FieldReader, type LenientlyRead } from "../../wire/json/fields";
import type { Transport } from "../http/transport";

/** What it takes to get into a block at the moment (§2.6), as far as it can be read, in units per unit of gas. */
export interface GasPrice extends LenientlyRead {
  average: bigint | undefined;
  max: bigint | undefined;
  median: bigint | undefined;
  min: bigint | undefined;
}

/** The network around the node (§4.3) and the price of gas (§4.4). */
export class NetworkClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/network/peers` (§4.3): addresses, `<host>:<port>`, of up to `count` peers, and what else it may list. */
  async peers(count: number, signal?: AbortSignal): Promise<Json[]> {
    return listIn(
      await askJson(this.transport, "/on/network/peers", signal, { body: String(count) }),
      t`list of peers`,
    );
  }

  /** `POST /on/network/peers_location` (§4.3): where the peers are; null for one that no one can place. Takes long. */
  async peersLocation(signal?: AbortSignal): Promise<Json[]> {
    const path = "/on/network/peers_location";
    return listIn(await askJson(this.transport, path, signal, { timeoutMs: 60_000 }), t`list of places`);
  }

  /** `POST /on/blocks/gas-price` (§4.4), over at most `max` transactions of the mempool, or all of them. */
  async gasPrice(max?: number, signal?: AbortSignal): Promise<GasPrice> {
    const body = max === undefined ? {} : { body: String(max) };
    const response = await askJson(this.transport, "/on/blocks/gas-price", signal, body);
    const read = new FieldReader(objectIn(response, "prices"));
    const [average, most, median, min] = ["average", "max", "median", "min"].map((name) => read.integer(name));
    return { average, max: most, median, min, ...read.rest };
  }
}
