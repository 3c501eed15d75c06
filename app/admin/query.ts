import 'server-only';
import { getServiceClient } from '@/lib/connection/client';
import { env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import type { Observation } from '@/lib/service/observations';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import type { Finding } from '@/lib/setup/finding';
import { checkRuntime } from '@/lib/setup/runtime-checks';
import { getOverview, type Overview } from './overview';

/** What the overview page shows: the overview, and what the settings and this process add to it. */
export type OverviewPage = {
  now: Date;
  overview: Overview;
  /** The number of topics that should have a subscription. */
  wantedTopics: number;
  isEmbedded: boolean;
  /** The configured sign-in methods, and the number of admins. */
  signIn: { company?: string; mailFrom?: string; hasDemo: boolean; admins: number };
  /** The check of the setup page, and the version as in `process.version`. */
  runtime: { found: Finding; version: string };
  /** How the service has answered where the interface leaves it open. */
  observations: Observation[];
};

/** Reads all of the overview page; for admins only. */
export async function getOverviewPage(db: Db, now: Date): Promise<OverviewPage> {
  const { DATABASE_URL, AUTH_OIDC_ISSUER, AUTH_OIDC_NAME, SMTP_URL, MAIL_FROM, DEMO, ADMIN_EMAILS } = env();
  const { version } = process;
  return {
    now,
    overview: await getOverview(db, { now, adminEmails: ADMIN_EMAILS }),
    wantedTopics: WEBHOOK_TOPICS.length,
    isEmbedded: !DATABASE_URL,
    signIn: {
      company: AUTH_OIDC_ISSUER ? AUTH_OIDC_NAME : undefined,
      mailFrom: SMTP_URL ? (MAIL_FROM ?? '') : undefined,
      hasDemo: DEMO,
      admins: ADMIN_EMAILS.length,
    },
    runtime: { found: await checkRuntime({ nodeVersion: version, now: () => now }), version },
    observations: (await getServiceClient()).observations(),
  };
}
