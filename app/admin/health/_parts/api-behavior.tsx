import { getLocale, getTranslations } from 'next-intl/server';
import { toSeries } from '@/lib/core/language';
import type { Observation } from '@/lib/service/observations';

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

/** How the portal answered since startup where the interface leaves it open: one sentence for each point, folded. */
export async function ApiBehavior({ observations }: { observations: readonly Observation[] }) {
  const t = await getTranslations('Setup.observed');
  const locale = await getLocale();
  const toWords = (value: string) => (value === 'bare' || value === 'none' ? t(value) : value);
  const sentences = Object.entries(SUBJECTS).flatMap(([subject, text]) => {
    const values = observations.filter((one) => one.subject === subject).map(({ value }) => toWords(value));
    return values.length > 0 ? [t(text, { values: toSeries(locale, values) })] : [];
  });
  if (sentences.length === 0) return null;
  return (
    <details className="pt-6 text-sm">
      <summary className="min-h-8 w-fit text-accent hover:underline">{t('title')}</summary>
      <ul className="max-w-prose list-disc pb-1 pl-5 wrap-anywhere text-muted">
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  );
}
