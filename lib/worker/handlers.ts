import 'server-only';
import { LINK_SEND } from '@/lib/auth/links';
import { sendLink } from '@/lib/auth/send-link';
import { getBrand } from '@/lib/brand/current';
import { probeService, SERVICE_PROBE } from '@/lib/connection/recovery';
import { createVault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { sendImport } from '@/lib/imports/send-rows';
import { IMPORT_SEND } from '@/lib/imports/start-sending';
import { backoff } from '@/lib/jobs/backoff';
import type { JobHandler } from '@/lib/jobs/job';
import type { JobLane } from '@/lib/jobs/loop';
import { COMPANY_FILL } from '@/lib/lead-schema/company-field';
import { refreshSchema, SCHEMA_REFRESH } from '@/lib/lead-schema/schema';
import { fillCompanies } from '@/lib/leads/fill-company';
import { MAIL_SEND } from '@/lib/mail/mail';
import { openMailRoute, sendMail } from '@/lib/mail/send';
import { purgeOld, vacuumEmbedded } from '@/lib/maintenance/purge';
import { recallIfStale } from '@/lib/notices/recall-stale-mail';
import { NOTICE_MAILS, sendNoticeMails } from '@/lib/notices/send-mails';
import { PURGE } from '@/lib/retention/purge-topic';
import type { ServiceClient } from '@/lib/service/client';
import { endExpiredView, VIEW_END } from '@/lib/sessions/view-as';
import { confirmSubmission } from '@/lib/submissions/confirm';
import { fillSubmissionKeys } from '@/lib/submissions/fill-keys';
import { sendSubmission } from '@/lib/submissions/send';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from '@/lib/submissions/topics';
import { LEAD_REFRESH, refreshLead } from '@/lib/sync/refresh';
import { SWEEP, sweepLeads } from '@/lib/sync/sweep';
import {
  ensureAfterRepairs,
  ensureSoon,
  ensureWebhooksJob,
  WEBHOOKS_ENSURE,
} from '@/lib/webhooks/subscriptions';
import type { Heartbeat } from './heartbeat';

type WorkerDeps = {
  db: Db;
  service: ServiceClient;
  settings: Env;
  log: Log;
  commitAttempt: Heartbeat['commitAttempt'];
};

const clock = () => new Date();

/**
 * Which handler does the work of each topic, in lanes that do not wait for each other: a submission is sent
 * while a thousand leads are read.
 */
export function makeLanes(deps: WorkerDeps): JobLane[] {
  return [
    ...[sendingLane(deps), confirmingLane(deps), refreshLane(deps)],
    ...[maintenanceLane(deps), mailLane(deps), importLane(deps)],
  ];
}

function sendingLane({ db, service, settings, log, commitAttempt: commit }: WorkerDeps): JobLane {
  const marker = settings.SERVICE_MARKER_FIELD;
  return {
    slots: 2,
    handlers: {
      [SUBMISSION_SEND]: (job) =>
        sendSubmission(db, { service, job, marker, log, clock, commit, chance: Math.random() }),
    },
  };
}

/**
 * Separate from sending: a thousand unclear submissions, each searched for every few seconds, must not delay
 * a new one.
 */
function confirmingLane({ db, service, settings, log }: WorkerDeps): JobLane {
  const marker = settings.SERVICE_MARKER_FIELD;
  return {
    slots: 2,
    handlers: {
      [SUBMISSION_CONFIRM]: (job) =>
        confirmSubmission(db, { service, job, marker, log, clock, chance: Math.random() }),
    },
  };
}

function refreshLane({ db, service }: WorkerDeps): JobLane {
  return {
    slots: 3,
    handlers: {
      [LEAD_REFRESH]: (job) => refreshLead(db, { service, job, clock, chance: Math.random() }),
    },
  };
}

/** A slow mail server delays only mails. */
function mailLane({ db, settings, log }: WorkerDeps): JobLane {
  const vault = createVault(settings.APP_SECRET, 'mail');
  const route = openMailRoute(settings, log);
  return {
    slots: 2,
    handlers: {
      [MAIL_SEND]: async (job) =>
        sendMail(db, {
          job,
          vault,
          route,
          brand: await getBrand(),
          log,
          clock,
          chance: Math.random(),
          isTakenBack: (mail) => recallIfStale(db, mail),
        }),
      [NOTICE_MAILS]: recurring(log, async () =>
        sendNoticeMails(db, { settings, vault, brand: await getBrand(), log, clock }),
      ),
      [LINK_SEND]: async (job) =>
        sendLink(db, { job, settings, brand: await getBrand(), vault, log, now: clock() }),
    },
  };
}

/** A file of 10,000 leads takes its time: nothing else waits for it. */
function importLane({ db, service, log }: WorkerDeps): JobLane {
  return {
    slots: 1,
    handlers: { [IMPORT_SEND]: recurring(log, (job) => sendImport(db, { job, service, clock, log })) },
  };
}

/** Recurring work is never given up: an unexpected error is logged, and the work is retried. */
function recurring(log: Log, handle: JobHandler): JobHandler {
  return async (job) => {
    try {
      return await handle(job);
    } catch (error) {
      const reason = reasonOf(error);
      log.error('job.failed', { topic: job.topic, key: job.key, attempt: job.attempts, reason });
      const at = backoff({ attempts: job.attempts, now: clock(), chance: Math.random() });
      return { kind: 'again', at, reason };
    }
  };
}

function maintenanceLane({ db, service, settings, log }: WorkerDeps): JobLane {
  const vault = createVault(settings.APP_SECRET, 'webhook-secret');
  return {
    slots: 2,
    handlers: {
      [SWEEP]: recurring(log, async (job) => {
        const [since, everyMinutes] = [clock(), settings.SWEEP_MINUTES];
        const task = { service, job, clock, chance: Math.random(), everyMinutes };
        const outcome = await sweepLeads(db, task);
        await ensureAfterRepairs(db, { since, now: clock() });
        return outcome;
      }),
      [PURGE]: recurring(log, async () => {
        const outcome = await purgeOld(db, { clock });
        if (!settings.DATABASE_URL) await vacuumEmbedded(db);
        return outcome;
      }),
      [WEBHOOKS_ENSURE]: recurring(log, (job) =>
        ensureWebhooksJob(db, {
          service,
          vault,
          log,
          job,
          baseUrl: settings.WEBHOOK_BASE_URL,
          now: clock(),
          chance: Math.random(),
        }),
      ),
      [SERVICE_PROBE]: recurring(log, async () => {
        const outcome = await probeService({ service, clock, chance: Math.random() });
        if (outcome.kind === 'done') await ensureSoon(db, clock());
        return outcome;
      }),
      [VIEW_END]: recurring(log, (job) => endExpiredView(db, { job, now: clock() })),
      [COMPANY_FILL]: recurring(log, async () => {
        await fillSubmissionKeys(db);
        return fillCompanies(db, { clock });
      }),
      [SCHEMA_REFRESH]: recurring(log, (job) =>
        refreshSchema(db, { service, job, log, now: clock(), chance: Math.random() }),
      ),
    },
  };
}
