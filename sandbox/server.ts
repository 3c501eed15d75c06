import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { consoleRoutes } from './console/routes';
import { ENVIRONMENT } from './environment';
import { Deliveries } from './events/deliver';
import { LeadHistory } from './lead-history';
import { Mailbox } from './mailbox/mailbox';
import { type SmtpPort, startSmtp } from './mailbox/smtp';
import { restRoutes } from './rest/routes';
import type { Sandbox } from './sandbox';
import { freshState } from './seed/state';
import { openStore, readState } from './store';

export type SandboxOptions = {
  /** 0 means any free port. */
  port: number;
  /** The state file; without it, the state is in memory and ends with the process. */
  file?: string;
  tokenSeconds?: number;
  latencyMs?: number;
  /** Leads of a fresh portal; 60 by default. */
  seedLeads?: number;
  /** The mail server's port, 0 for any free one; without it, no mail server runs. */
  smtpPort?: number;
  /** The service's clock; the machine's by default. */
  now?: () => Date;
};

export type RunningSandbox = {
  /** `{base_url}` and `{auth_url}` of the interface, both. */
  url: string;
  port: number;
  /** The mail server's address, if it runs. */
  smtpPort: number | undefined;
  /** Writes the state, ends open connections and frees the port. */
  close(): Promise<void>;
};

const KEEP_ALIVE_MS = 65_000;

/**
 * Starts the service on loopback.
 * @throws StateFileError if `file` is damaged; the system's own error if a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await openSandbox(options);
  const server = createServer(getRequestListener(createApp(sandbox.parts).fetch));
  // Longer than a busy machine pauses: a client must not write into a connection that this end is just closing.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  const smtp = await openSmtp(sandbox.parts, options).catch(async (error) => {
    await close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  sandbox.parts.url = () => url;
  // Only after the port: a second start that fails on it must not change the first one's file.
  sandbox.parts.changed();
  sandbox.parts.deliveries.resume();
  return {
    url,
    port,
    smtpPort: smtp?.port,
    async close() {
      await smtp?.close();
      await close();
      await sandbox.close();
    },
  };
}

async function openSmtp(
  { mailbox, now }: Sandbox,
  { smtpPort }: SandboxOptions,
): Promise<SmtpPort | undefined> {
  return smtpPort === undefined ? undefined : startSmtp(mailbox, { port: smtpPort, now });
}

async function openSandbox({
  file,
  tokenSeconds,
  latencyMs,
  seedLeads = 60,
  now = ENVIRONMENT.now,
}: SandboxOptions) {
  const start = { tokenSeconds, latencyMs, seedLeads };
  const environment = { ...ENVIRONMENT, now };
  const kept = file ? await readState(file) : undefined;
  const state = kept ?? freshState({ ...environment, start });
  // Options of this start override stored ones.
  if (tokenSeconds !== undefined) state.settings.tokenSeconds = tokenSeconds;
  if (latencyMs !== undefined) state.faults.latencyMs = latencyMs;
  const store = file ? openStore(file, state) : undefined;
  const changed = () => store?.changed();
  const deliveries = new Deliveries({ ...environment, state, changed });
  const parts: Sandbox = {
    ...environment,
    state,
    changed,
    deliveries,
    leadHistory: new LeadHistory(),
    patchHistory: new LeadHistory(),
    deletedLeads: new Map(),
    mailbox: new Mailbox(),
    start,
    url: () => '',
  };
  return {
    parts,
    async close() {
      await deliveries.close();
      await store?.close();
    },
  };
}

/** Everything the sandbox answers. An internal error is a 500 with one fixed sentence. */
function createApp(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    await next();
    const { clockAheadMs } = sandbox.state.settings;
    if (clockAheadMs === 0 || c.res === RESPONSE_ALREADY_SENT) return;
    c.res.headers.set('date', new Date(sandbox.now().getTime() + clockAheadMs).toUTCString());
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/', (c) => c.redirect('/console'));
  app.route('/', consoleRoutes(sandbox));
  app.route('/', restRoutes(sandbox));
  app.notFound((c) => c.text('There is nothing at this address.', 404));
  app.onError((error, c) => {
    console.error(error);
    return c.text('The sandbox has a fault of its own; see its terminal.', 500);
  });
  return app;
}
