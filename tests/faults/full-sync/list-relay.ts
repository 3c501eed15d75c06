import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The next page of the list that the sandbox names on another host (`pageLoop: 'foreign-next'`). */
const FOREIGN = 'https://elsewhere.example';

/**
 * A relay between a desk and its service that tells a call for a page of the lead list (interface 4, rule 4) from
 * all others: it can hold the answer of one page, while everything else continues.
 */
export type ListRelay = {
  url: string;
  /** The target of calls; set it before the first one. */
  leadTo(serviceUrl: string): void;
  /** Holds the answer to the list call with this number; the next one is 1. */
  holdPage(number: number): HeldPage;
  /** Calls to the foreign host that the list names for its next page. */
  strayCalls(): number;
  close(): Promise<void>;
};

export type HeldPage = {
  /** Resolves when the service has answered: the answer has the state of that moment, and is still unread. */
  answered: Promise<void>;
  release(): void;
};

type Hold = { countdown: number; answered: () => void; released: Promise<void> };

/** Starts a relay on a free port of loopback. */
export async function startListRelay(): Promise<ListRelay> {
  let serviceUrl = '';
  let hold: Hold | undefined;
  let strays = 0;
  const elsewhere = createServer((_call, reply) => {
    strays += 1;
    reply.end('{}');
  });
  const elsewhereUrl = await listen(elsewhere);

  async function pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const mine = isListCall(call) ? countDown() : undefined;
    const response = await ask(new URL(call.url ?? '/', serviceUrl), call);
    const headers = Object.entries(response.headers).filter(([name]) => !OURS.has(name));
    const rewrite = (text: string) => text.replaceAll(FOREIGN, elsewhereUrl);
    mine?.answered();
    await mine?.released;
    for (const [name, value] of headers) reply.setHeader(name, [value ?? ''].flat().map(rewrite));
    reply.writeHead(response.status);
    reply.end(rewrite(response.body));
  }

  /** The hold, if it is for this call. */
  function countDown(): Hold | undefined {
    if (!hold) return undefined;
    hold.countdown -= 1;
    if (hold.countdown > 0) return undefined;
    const due = hold;
    hold = undefined;
    return due;
  }

  const relay = createServer((call, reply) => {
    // A connection cut behind the relay is also cut in front of it.
    pass(call, reply).catch(() => call.socket.destroy());
  });
  const url = await listen(relay);
  return {
    url,
    leadTo(to) {
      serviceUrl = to;
    },
    holdPage(number) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const answered = new Promise<void>((resolve) => {
        hold = { countdown: number, answered: resolve, released };
      });
      return { answered, release };
    },
    strayCalls: () => strays,
    close: async () => {
      await Promise.all([end(relay), end(elsewhere)]);
    },
  };
}

/** Headers that the relay writes itself, because it reads whole answers before passing them on. */
const OURS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const isListCall = ({ method, url = '' }: IncomingMessage) => method === 'GET' && /\/leads(\?|$)/.test(url);

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

function ask(url: URL, call: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, headers } = call;
    const asked = request(url, { method, headers }, (response) => {
      buffer(response)
        .then((body) => ({
          status: response.statusCode ?? 502,
          headers: response.headers,
          body: body.toString(),
        }))
        .then(resolve, reject);
    });
    asked.on('error', reject);
    call.pipe(asked);
  });
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The system gave no port.'));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
