import { EventSession } from "../../src/client/session/eventSession";
import { Subscriptions, type SubscriptionsOptions } from "../../src/client/session/subscriptions";
import { Transport } from "../../src/client/http/transport";
import { sessionAt } from "./sessionStates";
import { SocketFaultServer } from "./socketFaultServer";

/** A fault server, a session with it and its subscriptions, made again for each test of the suite that makes one. */
export class SubscriptionSetup {
  server!: SocketFaultServer;
  session!: EventSession;
  subscriptions!: Subscriptions;
  /** What the subscriptions logged. */
  lines: string[] = [];
  transport!: Transport;

  constructor() {
    beforeEach(async () => {
      this.server = await SocketFaultServer.start();
      this.use({});
    });
    afterEach(async () => {
      this.subscriptions.dispose();
      await Promise.all([this.session.dispose(), this.transport.dispose(), this.server.stop()]);
    });
  }

  /** Begins again with other options. */
  use(options: SubscriptionsOptions): void {
    const { endpoint } = this.server;
    this.lines = [];
    this.session = new EventSession({ endpoint, backoff: { firstMs: 1, maxMs: 1, jitter: 0 } });
    this.transport = new Transport({ endpoint, timeoutMs: 5000 });
    this.subscriptions = new Subscriptions(this.session, this.transport, {
      log: (line) => this.lines.push(line),
      ...options,
    });
  }

  /** Opens the session and gives its id. */
  async open(): Promise<string> {
    this.session.start();
    return (await sessionAt(this.session, "open")).sessionId;
  }

  /** Cuts the connection and gives the id of the session that follows. */
  async newSession(): Promise<string> {
    this.server.session.socket.terminate();
    await sessionAt(this.session, "waiting");
    return (await sessionAt(this.session, "open")).sessionId;
  }

  /** Resolves once everything that was sent has been handled: a message of its own, which is no frame, comes last. */
  async drained(): Promise<void> {
    const { bad } = this.subscriptions.counters;
    this.server.session.socket.send(Buffer.of(0));
    while (this.subscriptions.counters.bad === bad) {
      await new Promise<void>((resolve) => {
        const listening = this.session.onFrame(() => resolve(listening.dispose()));
      });
    }
  }

  /** Keeps the answers to one method back until they are released. */
  hold(method: string): { release(): void } {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    this.server.answer = async (request) => {
      if (request.method === method) await released;
      return { status: 200 };
    };
    return { release };
  }
}
