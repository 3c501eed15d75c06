import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { getFormats } from '@/components/ui/formats';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { RelativeTime } from '@/components/ui/relative-time';
import { TONE_CLASSES } from '@/components/ui/tone';
import { isolate } from '@/lib/core/isolate';
import { type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-words';
import type { TimelineChange, TimelineEntry } from '@/lib/leads/view';
import { AnswerLine } from './answer-text';

type Props = { entries: TimelineEntry[]; now: Date; statusOverrides: StatusOverrides; brand: string };

/** The history of a lead, newest first. A new entry is announced and takes no focus. */
export async function Timeline({ entries, ...rest }: Props) {
  const t = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  const [latest] = entries;
  return (
    <Card id="timeline" title={t('timeline')}>
      <p role="status" className="sr-only">
        {latest && t('latest', { what: t(`kind.${latest.kind}`), time: preciseMoment(latest.at).text })}
      </p>
      {entries.length === 0 && <p className="text-muted">{t('timelineEmpty')}</p>}
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...rest} />
        ))}
      </ol>
    </Card>
  );
}

const TONE_OF = {
  submitted: 'info',
  accepted: 'good',
  refused: 'bad',
  'first-seen': 'neutral',
  'status-changed': 'progress',
  'fields-changed': 'neutral',
  edited: 'neutral',
  deleted: 'bad',
  restored: 'info',
  reassigned: 'info',
} as const satisfies Record<TimelineEntry['kind'], Tone>;

const NO_BREAK = '\u00a0';

type EntryProps = Omit<Props, 'entries'> & { entry: TimelineEntry };

async function Entry({ entry, now, statusOverrides, brand }: EntryProps) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  const tone = toneOf(entry, statusOverrides);
  const author = authorOf(t, entry, brand);
  return (
    <li
      className={`${TONE_CLASSES[tone]} relative pb-4 pl-7 before:absolute before:top-6 before:bottom-0 before:left-2 before:w-px before:bg-line last:pb-1 last:before:hidden`}
    >
      <span className="absolute top-0.5 left-0 text-tone">
        <Icon name={TONE_ICONS[tone]} />
      </span>
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">{titleOf(t, entry, statusOverrides)}</p>
        <p className="shrink-0 text-sm text-muted">
          <RelativeTime moment={moment(entry.at, now)} />
        </p>
      </div>
      {author && <p className="text-sm text-muted">{author}</p>}
      {entry.message && (
        <p dir="auto" className="text-sm">
          {entry.message}
        </p>
      )}
      {entry.changes.length > 0 && (
        <ul className="pt-1 text-sm">
          {entry.changes.map((change) => (
            <Change
              key={change.of === 'status' ? '' : `${change.to.id} ${change.to.label}`}
              change={change}
              statusOverrides={statusOverrides}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

async function Change({
  change,
  statusOverrides,
}: {
  change: TimelineChange;
  statusOverrides: StatusOverrides;
}) {
  const t = await getTranslations('Lead');
  const [from, to] =
    change.of === 'status'
      ? [change.from, change.to].map(
          (status) => status && <bdi>{toStatusWord(status, statusOverrides).label}</bdi>,
        )
      : [change.from, change.to].map((field) => field.values.length > 0 && <AnswerLine field={field} />);
  return (
    <li className="wrap-anywhere">
      {t.rich('change', {
        field: () => (
          <bdi className="text-muted">{change.of === 'status' ? t('status') : change.to.label}</bdi>
        ),
        change: () =>
          from
            ? t.rich('changedFromTo', {
                spoken: (words) => <span className="sr-only">{words}</span>,
                arrow: () => null,
                from: () => from,
                // Held together: an arrow alone at the end of a line points at nothing.
                to: () => (
                  <>
                    <span aria-hidden="true">→{NO_BREAK}</span>
                    {to || t('nothing')}
                  </>
                ),
              })
            : to || t('nothing'),
      })}
    </li>
  );
}

function toneOf({ kind, changes }: TimelineEntry, statusOverrides: StatusOverrides): Tone {
  const status = kind === 'status-changed' && changes.find((change) => change.of === 'status')?.to;
  return status ? toStatusWord(status, statusOverrides).tone : TONE_OF[kind];
}

/** What happened; for a status, the status itself. */
function titleOf(t: Translate, { kind, changes }: TimelineEntry, statusOverrides: StatusOverrides): string {
  const status = kind === 'status-changed' && changes.find((change) => change.of === 'status')?.to;
  return status ? toStatusWord(status, statusOverrides).label : t(`kind.${kind}`);
}

type Translate = Awaited<ReturnType<typeof getTranslations<'Lead'>>>;

/** Who did it; undefined where the title says so. */
function authorOf(t: Translate, { kind, actor }: TimelineEntry, brand: string): string | undefined {
  if (kind === 'first-seen') return t('earlierUnknown');
  if (kind === 'accepted' || kind === 'refused') return undefined;
  return t('by', {
    by: actor.by,
    brand,
    name: actor.by === 'person' ? isolate(actor.name) : '',
  });
}
