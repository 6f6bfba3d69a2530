import { bytesToHex } from "../wire/hex";
import { limits } from "../wire/limits";
import { WebAssembly, type DriverExports, type WasmModule } from "./webAssembly";

/** A call that the driver answered with a failure: its own words, and it can be called again. */
export class DriverFailure extends Error {}

/** What the functions of a driver return. */
const status = { ok: 0, tooSmall: 4 } as const;
const firstOutBytes = 16 * 1024;
const { errorBytes } = limits.driver;

/** Memory of a driver that was asked for once and is used for many calls. */
interface Room {
  at: number;
  size: number;
}

/**
 * A running driver (§4.7 `download_driver`). Whatever the module does, nothing but its own memory is at stake; a call may
 * throw anything, and may never come back, so it belongs in a process of its own.
 */
export class DriverInstance {
  private readonly driver: DriverExports;
  private readonly name: Room = { at: 0, size: 0 };
  private readonly data: Room = { at: 0, size: 0 };
  private readonly out: Room = { at: 0, size: 0 };
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });

  /** Throws `DriverFailure` when it does not start. */
  constructor(module: WasmModule) {
    this.driver = new WebAssembly.Instance(module).exports as DriverExports;
    const started = this.driver.init() ?? status.ok;
    if (started !== status.ok) throw new DriverFailure(`init returned ${started}`);
  }

  /** Bytes of its memory, which only grows. */
  get memoryBytes(): number {
    return this.driver.memory.buffer.byteLength;
  }

  /** `decode_event:<event_name>` (§4.8): an event's bytes as JSON text. Throws `DriverFailure` with what the driver says. */
  decodeEvent(event: string, data: Uint8Array): string {
    return this.decoder.decode(this.coded("decode_event", event, data));
  }

  /** `encode_input_fn:<fn_name>` (§4.8): the bytes of an input in JSON, as hex. Throws in the same way. */
  encodeInput(fn: string, json: Uint8Array): string {
    return bytesToHex(this.coded("encode_input_fn", fn, json));
  }

  /** `get_schema` (§4.8): the schema's text. Throws `DriverFailure` with what the driver says. */
  schema(): string {
    return this.decoder.decode(this.answer(({ at, size }) => this.driver.get_schema(at, size)));
  }

  private coded(codec: "decode_event" | "encode_input_fn", called: string, data: Uint8Array): Uint8Array {
    const name = this.encoder.encode(called);
    this.put(name, this.name);
    this.put(data, this.data);
    return this.answer(({ at, size }) =>
      this.driver[codec](this.name.at, name.length, this.data.at, data.length, at, size),
    );
  }

  /** What a call writes, into more room as long as it wants more; good until the driver runs again. */
  private answer(call: (out: Readonly<Room>) => number): Uint8Array {
    for (let size = firstOutBytes; size <= limits.driver.responseBytes; size *= 8) {
      this.enlarge(this.out, size);
      const result = call(this.out);
      if (result === status.ok) return this.answerAt(this.out);
      if (result !== status.tooSmall) throw new DriverFailure(this.lastError(result));
    }
    throw new DriverFailure("its answer is too long");
  }

  private put(bytes: Uint8Array, room: Room): void {
    this.enlarge(room, bytes.length);
    this.bytes(room.at, bytes.length).set(bytes);
  }

  private enlarge(room: Room, size: number): void {
    if (room.size >= size && room.size > 0) return;
    if (room.size > 0) this.driver.dealloc(room.at, room.size);
    room.size = 0;
    // Twice as much as needed, so that slowly growing events do not ask each time.
    const wanted = Math.max(64, size, room === this.out ? 0 : size * 2);
    // An address beyond 2 GiB comes as a negative number.
    room.at = this.driver.alloc(wanted) >>> 0;
    if (room.at === 0) throw new DriverFailure("it has no memory left");
    room.size = wanted;
  }

  private answerAt({ at, size }: Room): Uint8Array {
    const length = new DataView(this.driver.memory.buffer).getUint32(at, true);
    if (length > size - 4) throw new DriverFailure(`it claims an answer of ${length} bytes in a buffer of ${size}`);
    return this.bytes(at + 4, length);
  }

  private lastError(result: number): string {
    const room = { at: this.driver.alloc(errorBytes) >>> 0, size: errorBytes };
    if (room.at === 0 || this.driver.get_last_error(room.at, errorBytes) !== status.ok) return `status ${result}`;
    const text = this.decoder.decode(this.answerAt(room));
    this.driver.dealloc(room.at, errorBytes);
    return text || `status ${result}`;
  }

  /** A view that is only good until the driver runs again: memory moves when it grows. */
  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.driver.memory.buffer, at, length);
  }
}
