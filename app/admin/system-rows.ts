import 'server-only';
import type { OverviewRow } from '@/components/admin/overview/overview-table';
import { env } from '@/lib/core/env';
import { checkRuntime } from '@/lib/setup/runtime-checks';
import { ago, bad, good, look, type Task, waiting } from './row-words';

/** The infrastructure of the desk. */

export function tokenRow(task: Task): OverviewRow {
  const { t, overview, formats, now } = task;
  const until = overview.tokenUntil;
  const subject = t('token');
  if (!until) return { subject, state: waiting(t('notYet')), details: [t('noToken')] };
  const isGood = until > now;
  const at = formats.moment(until.toISOString()).text;
  return {
    subject,
    state: isGood ? good(t('works')) : waiting(t('notYet')),
    details: [isGood ? t('tokenUntil', { at }) : t('tokenEnded', { ago: ago(task, until) })],
  };
}

export function databaseRow({ t, overview, formats }: Task): OverviewRow {
  const { version, bytes } = overview.database;
  const engine = env().DATABASE_URL ? 'PostgreSQL' : t('embedded');
  const size = new Intl.NumberFormat(formats.locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 0,
  }).format(bytes / 1_000_000);
  return {
    subject: t('database'),
    state: good(t('works')),
    details: [t('databaseOf', { engine, version: version.split(' ')[0] ?? version, size })],
  };
}

const RUNTIME_CAUSES = ['node-too-old', 'node-odd', 'node-ended'] as const;

/** The same check as on the setup page. */
export async function runtimeRow({ t, formats, now }: Task): Promise<OverviewRow> {
  const found = await checkRuntime({ nodeVersion: process.version, now: () => now });
  const codes = found.causes?.map(({ code }) => code) ?? [];
  const causes = RUNTIME_CAUSES.filter((known) => codes.includes(known));
  const { nodeEnd } = found.facts;
  const ends = typeof nodeEnd === 'string' ? [t('nodeEnd', { day: formats.day(nodeEnd) })] : [];
  const states = {
    ok: good(t('works')),
    warning: look(t('look')),
    bad: bad(t('fails')),
    unknown: waiting(t('notYet')),
  };
  return {
    subject: t('runtime'),
    state: states[found.state],
    details: [
      t('node', { version: process.version.slice(1) }),
      ...ends,
      ...causes.map((cause) => t(`runtimeCause.${cause}`)),
    ],
  };
}

/** The configured sign-in methods, and the number of admins. */
export function signInRow({ t }: Task): OverviewRow {
  const { AUTH_OIDC_ISSUER, AUTH_OIDC_NAME, SMTP_URL, MAIL_FROM, DEMO, ADMIN_EMAILS } = env();
  const ways = [
    ...(AUTH_OIDC_ISSUER ? [t('signInCompany', { name: AUTH_OIDC_NAME })] : []),
    ...(SMTP_URL ? [t('signInMail', { from: MAIL_FROM ?? '' })] : []),
    ...(DEMO ? [t('signInDemo')] : []),
  ];
  const isClosed = ways.length === 0 || (ADMIN_EMAILS.length === 0 && !DEMO);
  return {
    subject: t('signIn'),
    href: '/admin/setup',
    state: isClosed ? look(t('look')) : good(t('works')),
    details: [
      ...(ways.length > 0 ? ways : [t('signInNone')]),
      t('signInAdmins', { count: ADMIN_EMAILS.length }),
    ],
  };
}
