import 'server-only';
import { isNull, max, sql } from 'drizzle-orm';
import { createVault, type Vault } from '@/lib/core/crypto';
import { isLoopback } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { ServiceError } from '@/lib/service/error';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import type { ServiceSubscription } from '@/lib/service/wire/subscription';
import { readOffTopics } from '@/lib/webhooks/off-topics';
import { canOpen } from '@/lib/webhooks/subscriptions';
import { ask } from './ask';
import { isNew, type SetupContext, tablesOf } from './context';
import {
  at,
  type CauseCode,
  type Facts,
  type Finding,
  type Item,
  ok,
  type Problem,
  problem,
  worstOf,
} from './finding';
import { failedRead, resultOrError } from './portal-checks';
import { items, networkCause } from './service-causes';

/** The URL that the service posts to leads here, over HTTPS (the interface, section 6, rule 5). */
export async function checkAddress({ settings, fetcher, database }: SetupContext): Promise<Finding> {
  const { WEBHOOK_BASE_URL: address, SERVICE_BASE_URL: service } = settings;
  const facts: Facts = { webhookAddress: address };
  const response = await ask(fetcher, { what: 'desk', url: `${address}/api/health` });
  const about = 'WEBHOOK_BASE_URL';
  // No desk can answer there yet, so this says nothing about the URL.
  if (isNew(database) && isNobodyThere(response)) return problem('unknown', 'not-started', { facts });
  if (response instanceof ServiceError) {
    return problem('bad', addressCause(response), { about, facts });
  }
  if (!isDesk(response))
    return problem('bad', 'not-this-desk', { about, facts: { ...facts, status: response.status } });
  if (response.status !== 200) {
    return problem('bad', 'desk-unwell', { about, facts: { ...facts, status: response.status } });
  }
  if (isLoopback(address)) {
    return problem(isLoopback(service) ? 'warning' : 'bad', 'on-loopback', { about, facts });
  }
  return ok(facts);
}

function isDesk({ json }: { json?: unknown }): boolean {
  return json instanceof Object && 'status' in json;
}

/** Nothing listens, or a proxy in front reports that. */
function isNobodyThere(response: Awaited<ReturnType<typeof ask>>): boolean {
  if (!(response instanceof ServiceError))
    return [502, 503, 504].includes(response.status) && !isDesk(response);
  return response.cause !== undefined && networkCause(response.cause) === 'nobody-listens';
}

function addressCause({ cause }: ServiceError): CauseCode {
  if (cause === undefined) return 'not-this-desk';
  const code = networkCause(cause);
  return code === 'nobody-listens' ? 'nobody-at-address' : code;
}

/** The service has one subscription of ours for each topic (the interface, section 2.4). */
export async function checkSubscriptions(context: SetupContext): Promise<Finding> {
  const listed = await resultOrError(context.service.listSubscriptions());
  if (listed instanceof ServiceError) return failedRead(listed, context);
  const home = `${context.settings.WEBHOOK_BASE_URL}/api/webhooks/`;
  const own = listed.filter(({ url }) => url.startsWith(home));
  const facts: Facts = { subscriptions: own.length, foreignSubscriptions: listed.length - own.length };
  const db = tablesOf(context.database);
  const isOpen = !('state' in db);
  const off = isOpen ? await readOffTopics(db) : [];
  const lacking = WEBHOOK_TOPICS.filter((topic) => !own.some((one) => one.topic === topic));
  const vault = createVault(context.settings.APP_SECRET, 'webhook-secret');
  const strangers = isOpen ? await withoutSecret(db, { own, vault }) : [];
  return worstOf(facts, [
    // Without the database it is unknown whether an admin disabled them.
    ...problemOf(
      isOpen ? 'bad' : 'warning',
      'topics-missing',
      lacking.filter((topic) => !off.includes(topic)),
    ),
    ...problemOf(
      'bad',
      'secret-missing',
      strangers.map(({ topic }) => topic),
    ),
    ...problemOf('warning', 'topics-off', off),
  ]);
}

/** What the desk itself knows of its subscriptions: those without a secret, and those that an admin deleted. */
export async function checkKnownSubscriptions({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const [off, receivers] = await Promise.all([
    readOffTopics(db),
    db
      .select({ topic: webhookReceivers.topic, secret: webhookReceivers.secret })
      .from(webhookReceivers)
      .where(isNull(webhookReceivers.retiredAt)),
  ]);
  if (receivers.length === 0 && off.length === 0) return problem('unknown', 'not-checked');
  const ready = new Set(receivers.filter(({ secret }) => secret !== null).map(({ topic }) => topic));
  const lacking = WEBHOOK_TOPICS.filter((topic) => !off.includes(topic) && !ready.has(topic));
  return worstOf({}, [
    ...problemOf('bad', 'topics-missing', lacking),
    ...problemOf('warning', 'topics-off', off),
  ]);
}

function problemOf(state: Problem['state'], code: CauseCode, topics: readonly string[]): Problem[] {
  return topics.length > 0 ? [{ state, cause: { code, about: topics.join(', ') } }] : [];
}

/** Deliveries of these cannot be verified: their secret is not in this database, or sealed with another `APP_SECRET`. */
async function withoutSecret(
  db: Db,
  { own, vault }: { own: ServiceSubscription[]; vault: Vault },
): Promise<ServiceSubscription[]> {
  const rows = await db
    .select({ id: webhookReceivers.subscriptionId, secret: webhookReceivers.secret })
    .from(webhookReceivers);
  const known = new Set(rows.filter(({ secret }) => canOpen(vault, secret)).map(({ id }) => id));
  return own.filter(({ id }) => !known.has(id));
}

const REJECTIONS_SHOWN_MS = 24 * 3_600_000;

/** Deliveries of the service arrive, and can be verified and read. */
export async function checkDeliveries({ database, now }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const [rows, quarantined] = await Promise.all([listReceivers(db), db.$count(webhookQuarantine)]);
  const last = new Map(rows.map(({ topic, lastAt }) => [topic, lastAt]));
  const list = WEBHOOK_TOPICS.map((topic): Item => {
    const moment = last.get(topic);
    return moment
      ? { code: 'topic-arrived', values: { topic, at: moment.toISOString() } }
      : { code: 'topic-silent', values: { topic } };
  });
  const latest = rows
    .flatMap(({ lastAt }) => lastAt ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
    .at(-1);
  const since = now().getTime() - REJECTIONS_SHOWN_MS;
  // An outdated secret, or an attacker.
  const rejected = rows
    .filter(({ lastRejectedAt }) => lastRejectedAt && lastRejectedAt.getTime() >= since)
    .reduce((sum, row) => sum + row.rejected, 0);
  const facts: Facts = {
    ...(latest && { lastDelivery: at(latest) }),
    ...(quarantined > 0 && { quarantined }),
    deliveries: items(list),
  };
  if (rejected > 0) return problem('warning', 'signature-wrong', { about: String(rejected), facts });
  return latest ? ok(facts) : problem('unknown', 'nothing-arrived', { facts });
}

function listReceivers(db: Db) {
  return db
    .select({
      topic: webhookReceivers.topic,
      lastAt: max(webhookReceivers.lastDeliveryAt),
      rejected: sql<number>`sum(${webhookReceivers.rejected})::int`,
      lastRejectedAt: max(webhookReceivers.lastRejectedAt),
    })
    .from(webhookReceivers)
    .groupBy(webhookReceivers.topic);
}
