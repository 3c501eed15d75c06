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
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { JobLane } from '@/lib/jobs/loop';
import { COMPANY_FILL } from '@/lib/lead-schema/company-field';
import { refreshSchema, SCHEMA_REFRESH } from '@/lib/lead-schema/schema';
import { fillCompanies } from '@/lib/leads/fill-company';
import { MAIL_SEND } from '@/lib/mail/mail';
import { openMailRoute, type QueuedMail, sendMail } from '@/lib/mail/send';
import { purgeOld, vacuumEmbedded } from '@/lib/maintenance/purge';
import { NOTICE_MAILS } from '@/lib/notices/mails-topic';
import { recallIfStale } from '@/lib/notices/recall-stale-mail';
import { sendNoticeMails } from '@/lib/notices/send-mails';
import { PEOPLE_IMPORT, runImport } from '@/lib/people/import-job';
import { PURGE } from '@/lib/retention/purge-topic';
import type { ServiceClient } from '@/lib/service/client';
import { endExpiredView, VIEW_END } from '@/lib/sessions/view-as';
import { getSetupContext } from '@/lib/setup/get-context';
import { repeatFailedChecks } from '@/lib/setup/get-setup';
import { confirmSubmission } from '@/lib/submissions/confirm';
import { fillSubmissionKeys } from '@/lib/submissions/fill-keys';
import { sendSubmission } from '@/lib/submissions/send';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from '@/lib/submissions/topics';
import { FULL_SYNC, runFullSync } from '@/lib/sync/full-sync';
import { LEAD_REFRESH, refreshLead } from '@/lib/sync/refresh';
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
  commit: Heartbeat['commitAttempt'];
};

/** What the work of a job may use beside the database; each declares what of it. */
type JobContext = Omit<WorkerDeps, 'db'> & {
  job: ClaimedJob;
  /** `SERVICE_MARKER_FIELD`. */
  marker: string | undefined;
  clock: () => Date;
  /** When this run began. */
  now: Date;
  /** At random from 0 to 1, for this run. */
  random: number;
};

type Run = (db: Db, context: JobContext) => Promise<JobOutcome>;

type Lane = { slots: number; runs: Readonly<Record<string, Run>> };

const clock = () => new Date();

/**
 * Which function does the work of each topic, in lanes that do not wait for each other: a submission is sent
 * while a thousand leads are read.
 */
export function makeLanes({ db, ...deps }: WorkerDeps): JobLane[] {
  const { settings, log } = deps;
  const lanes: Lane[] = [
    { slots: 2, runs: { [SUBMISSION_SEND]: sendSubmission } },
    // Separate from sending: a thousand unclear submissions, each searched for every few seconds, must not delay
    // a new one.
    { slots: 2, runs: { [SUBMISSION_CONFIRM]: confirmSubmission } },
    { slots: 3, runs: { [LEAD_REFRESH]: refreshLead } },
    { slots: 2, runs: maintenanceRuns(settings) },
    // A slow mail server delays only mails.
    { slots: 2, runs: mailRuns(settings, log) },
    // A file of 10,000 leads or people takes its time: nothing else waits for it.
    { slots: 1, runs: { [IMPORT_SEND]: recurring(sendImport), [PEOPLE_IMPORT]: runImport } },
  ];
  const marker = settings.SERVICE_MARKER_FIELD;
  const toHandler = (run: Run) => (job: ClaimedJob) =>
    run(db, { ...deps, job, marker, clock, now: clock(), random: Math.random() });
  return lanes.map(({ slots, runs }) => {
    const handlers = Object.entries(runs).map(([topic, run]) => [topic, toHandler(run)] as const);
    return { slots, handlers: Object.fromEntries(handlers) };
  });
}

function maintenanceRuns(settings: Env): Lane['runs'] {
  const vault = createVault(settings.APP_SECRET, 'webhook-secret');
  const baseUrl = settings.WEBHOOK_BASE_URL;
  return {
    [FULL_SYNC]: recurring(async (db, context) => {
      const outcome = await runFullSync(db, { ...context, everyMinutes: settings.FULL_SYNC_MINUTES });
      await ensureAfterRepairs(db, { since: context.now, now: clock() });
      await repeatFailedChecks(db, getSetupContext);
      return outcome;
    }),
    [PURGE]: recurring(async (db, context) => {
      const outcome = await purgeOld(db, context);
      if (!settings.DATABASE_URL) await vacuumEmbedded(db);
      return outcome;
    }),
    [WEBHOOKS_ENSURE]: recurring((db, context) => ensureWebhooksJob(db, { ...context, vault, baseUrl })),
    [SERVICE_PROBE]: recurring(async (db, context) => {
      const outcome = await probeService(context);
      if (outcome.kind === 'done') await ensureSoon(db, clock());
      return outcome;
    }),
    [VIEW_END]: recurring(endExpiredView),
    [COMPANY_FILL]: recurring(async (db, context) => {
      await fillSubmissionKeys(db);
      return fillCompanies(db, context);
    }),
    [SCHEMA_REFRESH]: recurring(refreshSchema),
  };
}

function mailRuns(settings: Env, log: Log): Lane['runs'] {
  const vault = createVault(settings.APP_SECRET, 'mail');
  const route = openMailRoute(settings, log);
  return {
    [MAIL_SEND]: async (db, context) => {
      const isTakenBack = (mail: QueuedMail) => recallIfStale(db, mail);
      return sendMail(db, { ...context, vault, route, brand: await getBrand(), isTakenBack });
    },
    [NOTICE_MAILS]: recurring(async (db, context) =>
      sendNoticeMails(db, { ...context, vault, brand: await getBrand() }),
    ),
    [LINK_SEND]: async (db, context) => sendLink(db, { ...context, vault, brand: await getBrand() }),
  };
}

/** Recurring work is never given up: an unexpected error is logged, and the work is retried. */
function recurring(run: Run): Run {
  return async (db, context) => {
    try {
      return await run(db, context);
    } catch (error) {
      const { job, log, random } = context;
      const reason = reasonOf(error);
      log.error('job.failed', { topic: job.topic, key: job.key, attempt: job.attempts, reason });
      return { kind: 'again', at: backoff({ attempts: job.attempts, now: clock(), random }), reason };
    }
  };
}
