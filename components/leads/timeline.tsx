import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { getFormats } from '@/components/ui/formats';
import { Icon, statusIcon } from '@/components/ui/icons';
import { RelativeTime } from '@/components/ui/relative-time';
import { TONE_CLASSES } from '@/components/ui/tone';
import { isolate } from '@/lib/core/isolate';
import { type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-labels';
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
  const shown = shownAs(entry, statusOverrides);
  const author = authorOf(t, entry, brand);
  const { title, others } = inOneLine(entry);
  return (
    <li
      className={`${TONE_CLASSES[shown.tone]} relative pb-3 pl-7 before:absolute before:top-6 before:bottom-0 before:left-2 before:w-px before:bg-line last:pb-1 last:before:hidden`}
    >
      <span className="absolute top-0.5 left-0 text-tone">
        <Icon name={statusIcon(shown)} />
      </span>
      <p className="wrap-anywhere">
        <span className="font-semibold">
          {title ? <Change change={title} statusOverrides={statusOverrides} /> : t(`kind.${entry.kind}`)}
        </span>
        <span className="text-sm text-muted">
          {author && ` · ${author}`}
          {' · '}
          <RelativeTime moment={moment(entry.at, now)} />
        </span>
      </p>
      {entry.kind === 'first-seen' && <p className="text-sm text-muted">{t('earlierUnknown')}</p>}
      {entry.message && (
        <p dir="auto" className="text-sm">
          {entry.message}
        </p>
      )}
      {others.length > 0 && (
        <ul className="text-sm">
          {others.map((change) => (
            <li key={keyOf(change)} className="wrap-anywhere">
              <Change change={change} statusOverrides={statusOverrides} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const keyOf = (change: TimelineChange) =>
  change.of === 'status' ? '' : `${change.to.id} ${change.to.label}`;

/** The change that says what happened: of the status, or the only one. Below it are the others. */
function inOneLine({ kind, changes }: TimelineEntry): {
  title: TimelineChange | undefined;
  others: TimelineChange[];
} {
  const isOnly = changes.length === 1 && (kind === 'fields-changed' || kind === 'edited');
  const title = changes.find(({ of }) => isOnly || (of === 'status' && kind === 'status-changed'));
  return { title, others: changes.filter((change) => change !== title) };
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
  const transition = from
    ? t.rich('changedFromTo', {
        spoken: (text) => <span className="sr-only">{text}</span>,
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
    : to || t('nothing');
  // What a status is needs no name.
  if (change.of === 'status') return transition;
  return t.rich('change', {
    field: () => <bdi className="font-normal text-muted">{change.to.label}</bdi>,
    change: () => transition,
  });
}

function shownAs({ kind, changes }: TimelineEntry, statusOverrides: StatusOverrides) {
  const status = kind === 'status-changed' && changes.find((change) => change.of === 'status')?.to;
  return status ? toStatusWord(status, statusOverrides) : { tone: TONE_OF[kind] };
}

type Translate = Awaited<ReturnType<typeof getTranslations<'Lead'>>>;

/** Who did it; undefined where the title says so, or nobody knows. */
function authorOf(t: Translate, { kind, actor }: TimelineEntry, brand: string): string | undefined {
  if (kind === 'first-seen' || kind === 'accepted' || kind === 'refused') return undefined;
  return t('by', {
    by: actor.by,
    brand,
    name: actor.by === 'person' ? isolate(actor.name) : '',
  });
}
