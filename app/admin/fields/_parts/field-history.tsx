import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { isolate } from '@/lib/core/isolate';
import { toList } from '@/lib/core/language';
import type { SchemaChange } from '@/lib/forms/schema-changes';
import type { HistoryEntry } from '@/lib/lead-schema/schema-history';
import type { VersionView } from './field-view';

/** The versions of the portal's form, newest first, each with its changes. */
export async function FieldHistory({ versions }: { versions: VersionView[] }) {
  const t = await getTranslations('Fields');
  return (
    <ol className="divide-y divide-line border-y border-line">
      {versions.map(({ version, firstSeen, isInForce, lines }) => (
        <li key={version} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[--spacing(56)_minmax(0,1fr)]">
          <div className="space-y-1">
            <p className="font-semibold">
              <RelativeTime moment={firstSeen} />
            </p>
            {isInForce && <Badge tone="good" label={t('inForce')} />}
          </div>
          <ul className="space-y-0.5 wrap-anywhere">
            {lines.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<'Fields'>>>;
type Translation = { t: Translate; locale: string };

/** The maximum number of listed changes; a newly set up portal differs in everything. */
const MAX_CHANGES = 60;

/** The versions of the form in words, newest first. */
export async function toVersionViews(entries: HistoryEntry[], now: Date): Promise<VersionView[]> {
  const t = await getTranslations('Fields');
  const { moment, locale } = await getFormats();
  return entries.map(({ version, firstSeenAt, isInForce, fields, changes }) => ({
    version,
    firstSeen: moment(firstSeenAt.toISOString(), now),
    isInForce,
    lines: changes ? toLines(changes, { t, locale }) : [t('firstVersion', { count: fields })],
  }));
}

/** The differences between two versions as sentences. */
export async function toChangeLines(changes: SchemaChange[]): Promise<string[]> {
  const t = await getTranslations('Fields');
  const { locale } = await getFormats();
  return toLines(changes, { t, locale });
}

function toLines(changes: SchemaChange[], translation: Translation): string[] {
  const { t } = translation;
  if (changes.length === 0) return [t('noChanges')];
  const sentences = [
    ...new Set(changes.slice(0, MAX_CHANGES).map((change) => toSentence(change, translation))),
  ];
  const more = changes.length - MAX_CHANGES;
  return more > 0 ? [...sentences, t('moreChanges', { count: more })] : sentences;
}

function toSentence(change: SchemaChange, { t, locale }: Translation): string {
  if (change.change === 'reordered') return t('diff.reordered');
  const label = isolate(change.label || change.fieldId);
  switch (change.change) {
    case 'added': {
      const { kind, required } = change.field;
      return t('diff.added', { label, kind: t(`kind.${kind}`), required: yesNo(required) });
    }
    case 'removed':
    case 'options-reordered':
      return t(`diff.${change.change}`, { label });
    case 'renamed':
      return t('diff.renamed', { was: isolate(change.was), is: isolate(change.is) });
    case 'type':
      return t('diff.type', { label, was: typeText(change.was, t), is: typeText(change.is, t) });
    case 'required':
    case 'creatable':
    case 'updateable':
      return t(`diff.${change.change}`, { label, is: yesNo(change.is) });
    case 'details': {
      const details = toList(
        locale,
        change.details.map((detail) => t(`detail.${detail}`)),
      );
      return t('diff.details', { label, details });
    }
    case 'option-renamed':
      return t('diff.option-renamed', { label, was: isolate(change.was), is: isolate(change.is) });
    case 'option-added':
      return t('diff.option-added', { label, option: optionText(change), active: yesNo(change.active) });
    default:
      return t(`diff.${change.change}`, { label, option: optionText(change) });
  }
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no');
const optionText = ({ option, value }: { option: string; value: unknown }) =>
  isolate(option || String(value));

function typeText(
  { kind, sentType }: Extract<SchemaChange, { change: 'type' }>['was'],
  t: Translate,
): string {
  return sentType === ''
    ? t(`kind.${kind}`)
    : t('typeWithSent', { kind: t(`kind.${kind}`), sent: isolate(sentType) });
}
