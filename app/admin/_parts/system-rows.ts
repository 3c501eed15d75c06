import type { OverviewRow } from './overview-table';
import { ago, bad, good, type RowContext, waiting, warning } from './row-words';

/** The infrastructure of the desk. */

export function tokenRow(context: RowContext): OverviewRow {
  const { t, overview, formats, now } = context;
  const until = overview.tokenUntil;
  const subject = t('token');
  // The next call gets one: nothing is unknown about it.
  const none = { tone: 'neutral', label: t('notYet') } as const;
  if (!until) return { subject, state: none, details: [t('noToken')] };
  const isGood = until > now;
  const at = formats.moment(until.toISOString()).text;
  return {
    subject,
    state: isGood ? good(t('works')) : none,
    details: [isGood ? t('tokenUntil', { at }) : t('tokenEnded', { ago: ago(context, until) })],
  };
}

export function databaseRow({ t, overview, formats, isEmbedded }: RowContext): OverviewRow {
  const { version, bytes } = overview.database;
  const engine = isEmbedded ? t('embedded') : 'PostgreSQL';
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
export function runtimeRow({ t, formats, runtime }: RowContext): OverviewRow {
  const { found, version } = runtime;
  const codes = found.causes?.map(({ code }) => code) ?? [];
  const causes = RUNTIME_CAUSES.filter((known) => codes.includes(known));
  const { nodeEnd } = found.facts;
  const ends = typeof nodeEnd === 'string' ? [t('nodeEnd', { day: formats.day(nodeEnd) })] : [];
  const states = {
    ok: good(t('works')),
    warning: warning(t('attention')),
    bad: bad(t('fails')),
    unknown: waiting(t('notYet')),
  };
  return {
    subject: t('runtime'),
    state: states[found.state],
    problems: causes.map((cause) => t(`runtimeCause.${cause}`)),
    details: [t('node', { version: version.slice(1) }), ...ends],
  };
}

/** The configured sign-in methods, and the number of admins. */
export function signInRow(context: RowContext): OverviewRow {
  const { t, signIn, overview } = context;
  const { company, mailFrom, hasDemo, admins } = signIn;
  const { waiting, since } = overview.mails;
  const ways = [
    ...(company === undefined ? [] : [t('signInCompany', { name: company })]),
    ...(mailFrom === undefined ? [] : [t('signInMail', { from: mailFrom })]),
    ...(hasDemo ? [t('signInDemo')] : []),
  ];
  const isClosed = ways.length === 0 || (admins === 0 && !hasDemo);
  return {
    subject: t('signIn'),
    href: '/admin/setup',
    state: isClosed || since ? warning(t('attention')) : good(t('works')),
    problems: [
      ...(since ? [t('mailsWaiting', { count: waiting, ago: ago(context, since) })] : []),
      ...(ways.length > 0 ? [] : [t('signInNone')]),
      ...(isClosed && admins === 0 ? [t('signInAdmins', { count: admins })] : []),
    ],
    details: [...ways, ...(isClosed && admins === 0 ? [] : [t('signInAdmins', { count: admins })])],
  };
}
