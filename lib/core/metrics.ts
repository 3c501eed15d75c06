import 'server-only';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { singleton } from './singleton';

/**
 * All metrics of the desk, with what they mean and their labels. A label has few values, none of them about a
 * person: never an id, a path or a text that somebody wrote. docs/monitoring uses them by name.
 */

/** The counts of a pool of database connections, as `pg` keeps them. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number };

/** What this process counts itself, since its start. */
export const metrics = () => singleton('metrics', makeMetrics);

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const pools = new Map<string, Pool>();
  return {
    registry,
    /** By the name of the pool. */
    pools,
    requests: new Counter({
      name: 'desk_http_requests_total',
      help: 'HTTP requests by group of routes and status; "none": the browser left before the response',
      labelNames: ['group', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'desk_http_request_duration_seconds',
      help: 'Duration of HTTP requests by group of routes, without live updates',
      labelNames: ['group'],
      buckets: [0.02, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    openStreams: new Gauge({
      name: 'desk_open_streams',
      help: 'Open pages with live updates',
      registers,
    }),
    serviceCalls: new Histogram({
      name: 'desk_service_call_duration_seconds',
      help: 'Calls of the portal by operation and outcome, with the wait for their turn',
      labelNames: ['operation', 'outcome'],
      buckets: [0.1, 0.3, 1, 3, 10],
      registers,
    }),
    deliveries: new Counter({
      name: 'desk_webhook_deliveries_total',
      help: 'Webhook deliveries: stored, repeated, unreadable (stored as bytes), bad_signature, unknown_address, not_taken (to be sent again)',
      labelNames: ['outcome'],
      registers,
    }),
    poolConnections: new Gauge({
      name: 'desk_database_pool_connections',
      help: 'Database connections by pool: total and idle; waiting: who waits for one',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
          this.set({ pool, state: 'total' }, totalCount);
          this.set({ pool, state: 'idle' }, idleCount);
          this.set({ pool, state: 'waiting' }, waitingCount);
        }
      },
    }),
    databaseUp: new Gauge({
      name: 'desk_database_up',
      help: '1 if the database answered this scrape; if 0, what is read from it is missing',
      registers,
    }),
  };
}

/** What one scrape reads from the database: the same in each process. `+Inf` seconds since something: never. */
export function makeDatabaseMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    dueJobs: new Gauge({
      name: 'desk_jobs_due',
      help: 'Jobs that are due and not running, by topic',
      labelNames: ['topic'],
      registers,
    }),
    oldestDueJob: new Gauge({
      name: 'desk_jobs_oldest_due_seconds',
      help: 'For how long the oldest due job of a topic has been due',
      labelNames: ['topic'],
      registers,
    }),
    deadJobs: new Gauge({ name: 'desk_jobs_dead', help: 'Jobs that were given up', registers }),
    submissions: new Gauge({
      name: 'desk_submissions',
      help: 'Submissions by state',
      labelNames: ['state'],
      registers,
    }),
    waitingMails: new Gauge({ name: 'desk_mails_waiting', help: 'Emails not sent yet', registers }),
    heartbeatAge: new Gauge({
      name: 'desk_worker_heartbeat_age_seconds',
      help: 'Since the last heartbeat of any worker; one is due every 30 seconds',
      registers,
    }),
    fullSyncAge: new Gauge({
      name: 'desk_full_sync_age_seconds',
      help: 'Since the end of the last complete full sync',
      registers,
    }),
    serviceClosed: new Gauge({
      name: 'desk_service_closed_seconds',
      help: 'For how long no call of this class goes to the portal; 0: calls go out',
      labelNames: ['class'],
      registers,
    }),
    serviceFailing: new Gauge({
      name: 'desk_service_failing_seconds',
      help: 'For how long the portal has been unreachable or refusing the API key; 0: it works',
      registers,
    }),
    quarantinedDeliveries: new Gauge({
      name: 'desk_webhook_quarantined',
      help: 'Webhook deliveries that could not be read',
      registers,
    }),
  };
}
