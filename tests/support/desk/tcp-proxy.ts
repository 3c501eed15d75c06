import { connect, createServer, type Socket } from 'node:net';
import { Link, resetNow } from './tcp-link';

/** A proxy's target. */
type Target = { host: string; port: number };

/**
 * A TCP proxy on loopback that can inject faults between a desk and its database, its service or its callers.
 * All faults are those of a network, invisible to both sides.
 */
export type TcpProxy = {
  port: number;
  /** `http://127.0.0.1:port`. */
  url: string;
  /** Every chunk takes this many milliseconds longer, each way, from now on. */
  delay(ms: number): void;
  /** Resets the open connections now; new ones work. */
  cut(): void;
  /** Resets the open connections now and new ones as they arrive. */
  refuse(): void;
  /** A black hole: no byte gets through either way, new connections are accepted and stay silent. */
  freeze(): void;
  /** The open connections stay a black hole, as if the other machine were gone; new ones work. */
  strand(): void;
  /** Requests get through, answers wait; see `heldBytes`. */
  holdResponses(): void;
  /** How many bytes of answers wait. */
  heldBytes(): number;
  /** The next connection that has passed this many bytes of answers, or slightly more, is cut there. */
  cutAfter(bytes: number): void;
  /** Ends all faults; waiting data gets through, except on stranded connections. */
  heal(): void;
  /** How many connections are open. */
  openCount(): number;
  /** Resets everything and frees the port. */
  close(): Promise<void>;
};

/** The state shared by all connections of a proxy. */
export type Line = {
  delayMs: number;
  mode: 'open' | 'refused' | 'frozen' | 'answers-held';
  /** Answers after which the next connection is reset; undefined: none. */
  cutAfterBytes: number | undefined;
};

/** Starts a proxy to one address, or to several in turn, as a load balancer that skips unreachable targets. */
export async function startTcpProxy({ to }: { to: Target | readonly Target[] }): Promise<TcpProxy> {
  const targets = 'host' in to ? [to] : to;
  const line: Line = { delayMs: 0, mode: 'open', cutAfterBytes: undefined };
  const links = new Set<Link>();
  let turn = 0;

  const server = createServer({ noDelay: true, allowHalfOpen: true }, async (client) => {
    // A caller that closes while we look for a target must not end this process.
    client.on('error', () => {});
    if (isRefused(line)) return resetNow(client);
    turn += 1;
    const upstream = await connectToOne(targets, turn);
    if (!upstream || client.destroyed || isRefused(line)) {
      upstream?.destroy();
      return resetNow(client);
    }
    const link = new Link({ client, upstream, line, gone: () => links.delete(link) });
    links.add(link);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');

  const cut = () => {
    for (const link of [...links]) link.reset();
  };
  const turnTo = (mode: Line['mode']) => {
    line.mode = mode;
    for (const link of links) link.obey();
  };
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    delay(ms) {
      line.delayMs = ms;
    },
    cut,
    refuse() {
      line.mode = 'refused';
      cut();
    },
    freeze: () => turnTo('frozen'),
    strand() {
      for (const link of links) link.strand();
    },
    holdResponses: () => turnTo('answers-held'),
    heldBytes: () => [...links].reduce((sum, link) => sum + link.heldBytes(), 0),
    cutAfter(bytes) {
      line.cutAfterBytes = bytes;
    },
    heal() {
      line.delayMs = 0;
      line.cutAfterBytes = undefined;
      turnTo('open');
    },
    openCount: () => links.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

const isRefused = (line: Line) => line.mode === 'refused';

/** Connects to one of the targets; undefined if none accepts. */
async function connectToOne(targets: readonly Target[], turn: number): Promise<Socket | undefined> {
  for (const [index] of targets.entries()) {
    const target = targets[(turn + index) % targets.length];
    const socket = target && (await tryConnect(target));
    if (socket) return socket;
  }
  return undefined;
}

function tryConnect(target: Target): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...target, noDelay: true, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
