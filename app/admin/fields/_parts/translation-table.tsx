import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import type { TextLanguage } from '@/lib/i18n/locales';
import { languageName } from './text-languages';
import type { TextView, TranslationView } from './translation-views';

/** Every field with its texts in one language; where one is missing, what people see instead. */
export async function TranslationTable({
  rows,
  language,
}: {
  rows: TranslationView[];
  language: TextLanguage;
}) {
  const t = await getTranslations('Fields');
  const cell = (text: TextView) => <ShownText text={text} lang={language.locale} />;
  return (
    <CardTable
      caption={t('translationCaption', { language: await languageName(language) })}
      columns={[t('column.field'), t('name'), t('fact.help'), t('group'), t('state')]}
      rows={rows.map(({ id, label, href, texts, isTranslated }) => ({
        key: id,
        cells: [
          <div key="name" className="min-w-0 wrap-anywhere lg:max-w-80">
            <a href={href} dir="auto" className="py-0.5 text-accent hover:underline">
              {label}
            </a>
            <bdi className="block text-xs font-normal text-muted">
              <code className="font-mono">{id}</code>
            </bdi>
          </div>,
          cell(texts.label),
          cell(texts.help),
          texts.group ? cell(texts.group) : <None key="none" />,
          <span key="state" className="whitespace-nowrap">
            <Badge
              tone={isTranslated ? 'good' : 'neutral'}
              label={t(isTranslated ? 'isTranslated' : 'notTranslated')}
            />
          </span>,
        ],
      }))}
    />
  );
}

function None() {
  return <span className="text-muted">–</span>;
}

function ShownText({ text: { own, fallback, note }, lang }: { text: TextView; lang: string }) {
  if (own !== '') {
    return (
      <bdi lang={lang} className="wrap-anywhere">
        {own}
      </bdi>
    );
  }
  if (fallback === '') return <None />;
  return <bdi className="text-sm wrap-anywhere text-muted">{note}</bdi>;
}
