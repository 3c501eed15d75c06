import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { DEMO } from '../demo';
import { readLog } from '../log';
import { TOPICS } from '../model';
import { toLeadBody } from '../rest/lead-body';
import type { Sandbox } from '../sandbox';
import { revokeTokens } from '../tokens';
import { ConsoleError } from '../vendor/error';
import { addField, addOption, changeField, changeOption } from '../vendor/form';
import { requireVendorLead, vendorCreate, vendorDelete, vendorUpdate } from '../vendor/leads';
import { createKey, reset, revokeNamedKey, turn } from '../vendor/operate';

type Api = Hono<{ Bindings: HttpBindings }>;

/** The console's controls as JSON, for tests and scripts. No sign-in: `guardConsole` keeps it to this machine. */
export function consoleApi(sandbox: Sandbox): Api {
  const api: Api = new Hono();
  api.onError((error, c) => {
    if (!(error instanceof ConsoleError)) throw error;
    return c.json({ message: error.message, problems: error.problems }, error.status);
  });
  addLeadRoutes(api, sandbox);
  addFormRoutes(api, sandbox);
  addOperatingRoutes(api, sandbox);
  addMailRoutes(api, sandbox);
  return api;
}

function addLeadRoutes(api: Api, sandbox: Sandbox): void {
  const show = (lead: ReturnType<typeof requireVendorLead>) =>
    toLeadBody(lead, { fields: sandbox.state.fields, emptyAnswer: 'absent', updatedAt: 'present' });
  const find = (c: Context) => requireVendorLead(sandbox, c.req.param('id') ?? '');
  api.get('/leads', (c) => c.json([...sandbox.state.leads.values()].map(show)));
  api.post('/leads', async (c) => c.json(show(vendorCreate(sandbox, await jsonOf(c))), 201));
  api.get('/leads/:id', (c) => c.json(show(find(c))));
  api.patch('/leads/:id', async (c) => c.json(show(vendorUpdate(sandbox, find(c), await jsonOf(c)))));
  api.delete('/leads/:id', (c) => {
    vendorDelete(sandbox, find(c));
    return c.body(null, 204);
  });
}

function addFormRoutes(api: Api, sandbox: Sandbox): void {
  api.get('/fields', (c) => c.json(sandbox.state.fields));
  api.post('/fields', async (c) => c.json(addField(sandbox, await jsonOf(c)), 201));
  api.patch('/fields/:fieldId', async (c) =>
    c.json(changeField(sandbox, c.req.param('fieldId'), await jsonOf(c))),
  );
  api.post('/fields/:fieldId/options', async (c) =>
    c.json(addOption(sandbox, c.req.param('fieldId'), await jsonOf(c)), 201),
  );
  api.patch('/fields/:fieldId/options/:value', async (c) =>
    c.json(changeOption(sandbox, c.req.param(), await jsonOf(c))),
  );
}

const resetSchema = z.strictObject({ seedLeads: z.int().min(0).max(200_000).optional() });
const keySchema = z.strictObject({ clientId: z.string().optional() });
const newKeySchema = z.strictObject({ name: z.string().trim().min(1).max(100).default('Key') });

function addOperatingRoutes(api: Api, sandbox: Sandbox): void {
  api.get('/state', (c) => c.json(describeState(sandbox)));
  api.post('/reset', async (c) => {
    reset(sandbox, (await readAs(resetSchema, c)).seedLeads);
    return c.json(describeState(sandbox));
  });
  for (const part of ['faults', 'settings', 'shape'] as const) {
    api.get(`/${part}`, (c) => c.json(sandbox.state[part]));
    api.put(`/${part}`, async (c) => c.json(turn(sandbox, part, await jsonOf(c))));
  }
  api.post('/keys', async (c) => c.json(createKey(sandbox, (await readAs(newKeySchema, c)).name), 201));
  api.post('/keys/revoke', async (c) => {
    const { clientId, revokedAt } = revokeNamedKey(sandbox, (await readAs(keySchema, c)).clientId);
    return c.json({ clientId, revokedAt });
  });
  api.post('/tokens/revoke', (c) => {
    revokeTokens(sandbox);
    return c.body(null, 204);
  });
  api.get('/deliveries', (c) => c.json(sandbox.state.deliveries));
  api.post('/deliveries/release', (c) => c.json({ released: sandbox.deliveries.release() }));
  api.post('/deliveries/drop', (c) => c.json({ dropped: sandbox.deliveries.drop() }));
  api.post('/deliveries/send', async (c) => c.json({ sent: sendRaw(sandbox, await jsonOf(c)) }, 202));
  api.get('/log', (c) => c.json(readLog(sandbox, Number(c.req.query('since') ?? 0) || 0)));
}

function addMailRoutes(api: Api, { mailbox }: Sandbox): void {
  api.get('/mails', (c) => c.json(mailbox.list()));
  api.delete('/mails', (c) => {
    mailbox.empty();
    return c.body(null, 204);
  });
}

async function readAs<T>(schema: z.ZodType<T>, c: Context): Promise<T> {
  const result = schema.safeParse(await jsonOf(c));
  if (!result.success) throw new ConsoleError(400, z.prettifyError(result.error));
  return result.data;
}

/** The body as JSON; a missing body counts as an empty object. */
async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ConsoleError(400, 'The body must be JSON.');
  }
}

/** The state at a glance, without secrets. */
function describeState({ state, url }: Sandbox) {
  const byStatus = new Map<string, number>();
  for (const { status } of state.leads.values()) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const countOf = (which: string) => state.deliveries.filter((delivery) => delivery.state === which).length;
  return {
    url: url(),
    companyId: DEMO.companyId,
    audience: DEMO.audience,
    organizations: DEMO.organizations,
    faults: state.faults,
    settings: state.settings,
    shape: state.shape,
    fields: state.fields,
    keys: state.keys.map(({ secretHash, lastTokenId, ...key }) => key),
    subscriptions: state.subscriptions.map(({ signingSecret, ...subscription }) => subscription),
    leads: { total: state.leads.size, byStatus: Object.fromEntries(byStatus) },
    deliveries: {
      waiting: countOf('waiting'),
      held: countOf('held'),
      delivered: countOf('delivered'),
      cancelled: countOf('cancelled'),
    },
    logSeq: state.logSeq,
  };
}

const orderSchema = z.strictObject({ topic: z.enum(TOPICS), body: z.string() });

/** Sends any text, validly signed, to a topic's subscriptions, to test poison bodies. Returns their number. */
function sendRaw(sandbox: Sandbox, raw: unknown): number {
  const order = orderSchema.safeParse(raw);
  if (!order.success) throw new ConsoleError(400, z.prettifyError(order.error));
  const { topic, body } = order.data;
  const receivers = sandbox.state.subscriptions.filter((one) => one.topic === topic);
  for (const subscription of receivers) sandbox.deliveries.sendRaw(subscription, body);
  return receivers.length;
}
