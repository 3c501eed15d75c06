import type { Formats } from '@/lib/core/formats';
import { toSeries } from '@/lib/core/language';
import type { Observation } from '@/lib/service/observations';
import type { OverviewRow } from './overview-table';
import type { RowContext } from './row-words';

/** The open points of the interface, by their names in `lib/service`, and by those of their sentences. */
const SUBJECTS = {
  'token.lifetime': 'tokenLifetime',
  'schema.envelope': 'schemaEnvelope',
  picklist: 'picklist',
  'list.envelope': 'listEnvelope',
  'list.paging': 'listPaging',
  'list.lacks': 'listLacks',
  'lead.envelope': 'leadEnvelope',
  'lead.update': 'leadUpdate',
  'subscriptions.envelope': 'subscriptionsEnvelope',
  'error.body': 'errorBody',
} as const;

/** How the portal answers where the interface leaves it open: one sentence for each point. */
export function observationsRow(context: RowContext): OverviewRow {
  const { t, formats, observations } = context;
  const details = Object.entries(SUBJECTS).flatMap(([subject, text]) => {
    const values = observations.filter((one) => one.subject === subject).map((one) => wordsFor(one, context));
    return values.length > 0 ? [t(`observed.${text}`, { values: toSeries(formats.locale, values) })] : [];
  });
  return {
    subject: t('observations'),
    state: { tone: 'neutral', label: t('information') },
    ...(details.length > 0
      ? { details, foldedAs: t('observationsShow', { count: details.length }) }
      : { details: [t('noObservations')] }),
  };
}

function wordsFor({ subject, value }: Observation, { t, formats }: RowContext): string {
  const [, from, seconds] = (subject === 'token.lifetime' && /^(\w+): (\d+) s$/.exec(value)) || [];
  if (from !== undefined)
    return t('observed.lifetimeFrom', { duration: durationOf(Number(seconds), formats), from });
  if (value === 'bare') return t('observed.bare');
  return value === 'none' ? t('observed.none') : value;
}

function durationOf(seconds: number, formats: Formats): string {
  const start = new Date(0);
  return formats.duration(start.toISOString(), new Date(seconds * 1000));
}
