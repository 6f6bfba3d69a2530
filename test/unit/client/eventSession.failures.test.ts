import assert from "node:assert/strict";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { EventSession, type EventSessionOptions, type SessionState } from "../../../src/client/session/eventSession";
import { limits } from "../../../src/wire/limits";
import { FakeClock } from "../../support/fakeClock";
import { selfSigned } from "../../support/selfSigned";
import { sessionAt } from "../../support/sessionStates";
import { SocketFaultServer } from "../../support/socketFaultServer";

const soon = { backoff: { firstMs: 1, maxMs: 1, jitter: 0 } };

describe("event session that fails", () => {
  let server: SocketFaultServer;
  let sessions: EventSession[];
  let stops: (() => unknown)[];

  beforeEach(async () => {
    sessions = [];
    stops = [];
    server = await SocketFaultServer.start();
  });

  afterEach(async () => {
    await Promise.all([...sessions.map((session) => session.dispose()), server.stop()]);
    for (const stop of stops) await stop();
  });

  function sessionOf(options: Partial<EventSessionOptions> = {}): EventSession {
    const session = new EventSession({ endpoint: server.endpoint, ...soon, ...options });
    sessions.push(session);
    return session;
  }

  /** The reason for the first wait. */
  async function reason(options: Partial<EventSessionOptions> = {}): Promise<string> {
    const session = sessionOf({ ...options, clock: new FakeClock() });
    session.start();
    return (await sessionAt(session, "waiting")).reason;
  }

  for (const [status, expected] of [
    [400, /The address has no \/on socket: ws:\/\/127\.0\.0\.1:\d+\/on answers with status 400\. Check host, port/],
    [401, /does not let this client in \(status 401\): it may need a header with credentials/],
    [403, /does not let this client in/],
    [404, /The address has no \/on socket/],
    [405, /The address has no \/on socket/],
    [426, /The address has no \/on socket/],
    [429, /rate limiting this client/],
    [302, /redirects to https:\/\/elsewhere\.example\/… \(status 302\), which is not followed/],
    [200, /status 200 instead of opening a WebSocket: it may not be a node/],
    [502, /status 502: the node behind it is not available/],
    [503, /status 503: the node behind it is not available/],
  ] as const) {
    it(`explains an upgrade that is answered with ${status}`, async () => {
      const location = status === 302 ? "Location: https://elsewhere.example/on\\n\r\n" : "";
      server.onUpgrade = (_accept, connection) => {
        connection.end(`HTTP/1.1 ${status} Whatever\r\n${location}Content-Length: 6\r\n\r\n<html>`);
      };
      assert.match(await reason(), expected);
    });
  }

  it("explains an answer that is no HTTP", async () => {
    server.onUpgrade = (_accept, connection) => connection.end("SSH-2.0-OpenSSH_9.6\r\n");
    assert.match(await reason(), /is not HTTP/);
  });

  it("explains a connection that is dropped without an answer", async () => {
    server.onUpgrade = (_accept, connection) => connection.destroy();
    assert.match(await reason(), /closed the connection without a response/);
  });

  it("explains that nothing listens", async () => {
    const { endpoint } = server;
    await server.stop();
    assert.match(await reason({ endpoint }), /^Nothing listens at ws:/);
  });

  it("explains a host name that is not known", async () => {
    const endpoint = parseEndpoint("http://no-such-host.invalid:8080");
    assert.match(await reason({ endpoint }), /host name of .* is unknown|name server did not answer/);
  });

  it("explains TLS against a node that does not speak it", async () => {
    const endpoint = parseEndpoint(`https://127.0.0.1:${server.port}`);
    assert.match(await reason({ endpoint }), /TLS is not spoken|The secure connection .* failed/);
  });

  describe("over TLS", () => {
    let secure: SocketFaultServer;

    beforeEach(async () => {
      secure = await SocketFaultServer.start(0, selfSigned);
      stops.push(() => secure.stop());
    });

    it("explains a certificate that is not trusted", async () => {
      const endpoint = parseEndpoint(`https://localhost:${secure.port}`);
      assert.match(await reason({ endpoint }), /The certificate of .* is self-signed/);
    });

    for (const [name, options] of [
      ["trusts the connection's own certificate", { ca: selfSigned.cert }],
      ["accepts any certificate when told to", { rejectUnauthorized: false }],
    ] as const) {
      it(name, async () => {
        const session = sessionOf({ endpoint: parseEndpoint(`https://localhost:${secure.port}`), ...options });
        session.start();
        await sessionAt(session, "open");
      });
    }
  });

  for (const [code, text, expected] of [
    [1000, "bye", /ended the session, saying “bye”\./],
    [
      1001,
      "Shutting down",
      /saying “Shutting down”: it is stopping, or .* not read fast enough\. Events may be missing/,
    ],
    [1011, "\u001b[31m", /code 1011, saying “\\x1b\[31m”/],
    [1012, "", /code 1012/],
    [4001, "", /code 4001/],
  ] as const) {
    it(`opens again after the node has closed with ${code}`, async () => {
      const session = sessionOf();
      session.start();
      await sessionAt(session, "open");
      server.session.socket.close(code, text);
      assert.match((await sessionAt(session, "waiting")).reason, expected);
      const { gap } = await sessionAt(session, "open");
      assert.match(gap?.reason ?? "", expected);
    });
  }

  for (const [code, expected] of [
    [1002, /over a breach of the WebSocket protocol \(code 1002\)/],
    [1003, /over a kind of data it does not accept/],
    [1007, /over text that is not what it claims to be/],
    [1008, /over a breach of its policy/],
    [1009, /over a message that is too big for it/],
  ] as const) {
    it(`gives up after three sessions that the node closes with ${code}, until told to try again`, async () => {
      const session = sessionOf();
      server.greet = (socket, id) => {
        socket.send(id);
        socket.close(code);
      };
      session.start();
      const closed = await sessionAt(session, "closed");
      assert.match(closed.reason ?? "", expected);
      assert.equal(server.upgrades, 3);
      server.greet = (socket, id) => socket.send(id);
      session.retryNow();
      await sessionAt(session, "open");
    });
  }

  for (const [most, said] of [
    [100, "at most 100 bytes are taken of one. “Largest event” of the connection (maxEventMiB) raises the limit."],
    [limits.mostEventBytes, "at most 64 MiB are taken of one. No connection takes more."],
  ] as const) {
    it(`gives up on a node whose messages are again and again longer than ${most} bytes, and says what helps`, async () => {
      const session = sessionOf({ maxMessageBytes: most });
      server.greet = (socket, id) => {
        socket.send(id);
        socket.send(Buffer.alloc(most + 1));
      };
      session.start();
      const { reason = "" } = await sessionAt(session, "closed");
      assert.ok(reason.startsWith(`An event is too large: ${said}`), reason);
      assert.equal(session.counters.frames, 0);
    });
  }

  it("says the same failure once, however many attempts there are", async () => {
    const clock = new FakeClock();
    const lines: string[] = [];
    const waits: number[] = [];
    const session = sessionOf({
      clock,
      random: () => 0,
      backoff: { firstMs: 500, maxMs: 30_000, jitter: 0.5 },
      log: (line) => lines.push(line),
    });
    server.onUpgrade = (_accept, connection) => connection.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    session.start();
    while (waits.length < 10) {
      const { retryInMs } = await sessionAt(session, "waiting");
      waits.push(retryInMs);
      if (waits.length === 10) server.onUpgrade = (accept) => accept();
      clock.advance(retryInMs);
    }
    await sessionAt(session, "open");
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    assert.equal(lines.length, 1);
  });

  it("changes its state once per change", async () => {
    const states: SessionState["kind"][] = [];
    const session = sessionOf();
    session.onState(({ kind: at }) => states.push(at));
    session.start();
    await sessionAt(session, "open");
    server.session.socket.terminate();
    await sessionAt(session, "waiting");
    await sessionAt(session, "open");
    assert.deepEqual(states, ["connecting", "open", "waiting", "connecting", "open"]);
  });
});
