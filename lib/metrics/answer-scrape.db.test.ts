import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { makeDatabaseMetrics, metrics } from '@/lib/core/metrics';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { fullSyncs, serviceHealth, serviceSharedState } from '@/lib/db/schema/connection';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';
import { submissions } from '@/lib/db/schema/submissions';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, silentLog } from '@/tests/support/rows';
import { answerScrape } from './answer-scrape';

const NOW = new Date('2026-05-01T12:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const TOKEN = '0123456789abcdef';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

type Scrape = { token?: string; sent?: string; getDb?: () => Promise<Database['db']> };

function scrape({ token = TOKEN, sent = `Bearer ${TOKEN}`, getDb = async () => database.db }: Scrape = {}) {
  const request = new Request('http://desk.example/api/metrics', { headers: { authorization: sent } });
  return answerScrape(request, { token: token || undefined, getDb, log: silentLog, now: NOW });
}

const linesOf = async (response: Promise<Response>) => (await (await response).text()).split('\n');

describe('a scrape', () => {
  it('is not found without a token in the settings, and needs the same one', async () => {
    expect((await scrape({ token: '' })).status).toBe(404);
    for (const sent of ['', TOKEN, `Bearer ${TOKEN}x`, 'Bearer '])
      expect((await scrape({ sent })).status).toBe(401);
    const response = await scrape();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('has every metric, and those of the process', async () => {
    const types = (await linesOf(scrape())).filter((line) => line.startsWith('# TYPE '));
    const exported = types.map((line) => line.split(' ')[2]);
    const listed = [metrics(), makeDatabaseMetrics()].flatMap(({ registry }) =>
      registry.getMetricsAsArray().map(({ name }) => name),
    );
    expect(exported).toEqual(expect.arrayContaining(listed));
    expect(new Set(exported).size).toBe(exported.length);
    expect(exported).toContain('process_cpu_seconds_total');
    const own = exported.filter((name) => !/^(?:process|nodejs)_/.test(name ?? ''));
    expect(own.filter((name) => !name?.startsWith('desk_'))).toEqual([]);
  });

  it('says of an empty database that nothing waits, and no worker ever ran', async () => {
    const lines = await linesOf(scrape());
    expect(lines).toEqual(
      expect.arrayContaining([
        'desk_database_up 1',
        'desk_jobs_dead 0',
        'desk_submissions{state="queued"} 0',
        'desk_worker_heartbeat_age_seconds +Inf',
        'desk_full_sync_age_seconds +Inf',
        'desk_service_closed_seconds{class="interactive"} 0',
        'desk_service_failing_seconds 0',
      ]),
    );
  });

  it('reads jobs, submissions, emails and the state of worker, full sync and portal', async () => {
    await addRows(database.db);
    const lines = await linesOf(scrape());
    expect(lines.filter((line) => line.startsWith('desk_jobs_'))).toEqual([
      'desk_jobs_due{topic="lead.refresh"} 1',
      'desk_jobs_oldest_due_seconds{topic="lead.refresh"} 400',
      'desk_jobs_dead 1',
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'desk_submissions{state="review"} 1',
        'desk_submissions{state="accepted"} 0',
        'desk_mails_waiting 1',
        'desk_worker_heartbeat_age_seconds 90',
        'desk_full_sync_age_seconds 3700',
        'desk_service_closed_seconds{class="interactive"} 0',
        'desk_service_closed_seconds{class="fullSync"} 30',
        'desk_service_failing_seconds 660',
        'desk_webhook_quarantined 1',
      ]),
    );
  });

  it('has only the metrics of this process without the database', async () => {
    const lines = await linesOf(scrape({ getDb: () => Promise.reject(new Error('down')) }));
    expect(lines).toContain('desk_database_up 0');
    expect(lines).toContain('# TYPE desk_http_requests_total counter');
    expect(lines.filter((line) => /^desk_(?:jobs|worker)/.test(line))).toEqual([]);
  });
});

async function addRows(db: Database['db']): Promise<void> {
  const job = (topic: string, key: string, runAt: Date) => ({ topic, key, runAt, payload: {} });
  await db
    .insert(jobs)
    .values([
      job('lead.refresh', 'old', inSeconds(-400)),
      job('lead.refresh', 'new', NOW),
      { ...job('lead.refresh', 'running', inSeconds(-900)), leaseUntil: inSeconds(10) },
      job('mail.send', 'later', inSeconds(60)),
      { ...job('lead.refresh', 'dead', inSeconds(-9_000)), deadAt: inSeconds(-8_000) },
    ]);
  const viewer = await addViewer(db, { organizationId: 'organization', agentId: 'agent' });
  const { personId, membership } = viewer;
  await db.insert(submissions).values({
    id: newId('submission'),
    personId,
    organizationId: membership.organizationId,
    agentId: membership.agentId,
    schemaVersion: '',
    answers: {},
    state: 'review',
    createdAt: NOW,
  });
  await db.insert(mails).values({ id: newId('mail'), kind: 'invitation', sealed: '', createdAt: NOW });
  await db.insert(heartbeats).values([
    { id: 'worker', at: inSeconds(-90), count: 3 },
    { id: 'worker on host', at: inSeconds(-1_000), count: 3 },
  ]);
  await db.insert(fullSyncs).values([
    { id: '1', startedAt: inSeconds(-3_800), finishedAt: inSeconds(-3_700), state: 'complete' },
    { id: '2', startedAt: inSeconds(-100), finishedAt: inSeconds(-50), state: 'incomplete' },
  ]);
  const closedUntil = { interactive: 0, background: 0, fullSync: inSeconds(30).getTime() };
  await db.insert(serviceSharedState).values([
    { name: 'one key', state: { closedUntil, circuit: null } },
    { name: 'of another version', state: {} },
  ]);
  await db.insert(serviceHealth).values({ id: 'service', failingSince: inSeconds(-660), failure: 'auth' });
  const body = Buffer.from('x');
  await db.insert(webhookQuarantine).values({ receiverId: 'rcv', digest: '', body, firstAt: NOW });
}
