import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { Time } from '@/components/ui/time';
import { TONE_CLASSES } from '@/components/ui/tone';
import { isolate } from '@/lib/core/isolate';
import { type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-words';
import type { Actor, TimelineChange, TimelineEntry } from '@/lib/leads/view';
import { AnswerLine } from './answer-text';

type Props = { entries: TimelineEntry[]; now: Date; statusOverrides: StatusOverrides; brand: string };

/** The history of a lead, newest first. A new entry is announced and takes no focus. */
export async function Timeline({ entries, ...rest }: Props) {
  const t = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  const [latest] = entries;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="pb-3 text-lg font-semibold">
        {t('timeline')}
      </h2>
      <p role="status" className="sr-only">
        {latest && t('latest', { what: t(`kind.${latest.kind}`), time: preciseMoment(latest.at).text })}
      </p>
      {entries.length === 0 && <p className="text-muted">{t('timelineEmpty')}</p>}
      <ol className="border-l border-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...rest} />
        ))}
      </ol>
    </section>
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

type EntryProps = Omit<Props, 'entries'> & { entry: TimelineEntry };

async function Entry({ entry, now, statusOverrides, brand }: EntryProps) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  const tone = toneOf(entry, statusOverrides);
  return (
    <li className={`${TONE_CLASSES[tone]} relative pb-4 pl-5 last:pb-0`}>
      <span className="absolute top-0.5 -left-2.5 rounded-control bg-page py-0.5 text-tone">
        <Icon name={TONE_ICONS[tone]} />
      </span>
      <p className="font-medium">{t(`kind.${entry.kind}`)}</p>
      <p className="text-sm text-muted">
        <Time moment={moment(entry.at, now)} showAgo /> · {by(t, entry.actor, brand)}
      </p>
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
      <bdi className="text-muted">{change.of === 'status' ? t('status') : change.to.label}:</bdi>{' '}
      {from
        ? t.rich('changedFromTo', {
            spoken: (words) => <span className="sr-only">{words}</span>,
            arrow: () => <span aria-hidden="true">→</span>,
            from: () => from,
            to: () => to || t('nothing'),
          })
        : to || t('nothing')}
    </li>
  );
}

function toneOf({ kind, changes }: TimelineEntry, statusOverrides: StatusOverrides): Tone {
  const status = kind === 'status-changed' && changes.find((change) => change.of === 'status')?.to;
  return status ? toStatusWord(status, statusOverrides).tone : TONE_OF[kind];
}

type Translate = Awaited<ReturnType<typeof getTranslations<'Lead'>>>;

function by(t: Translate, actor: Actor, brand: string): string {
  return t('by', {
    by: actor.by,
    brand,
    name: actor.by === 'person' ? isolate(actor.name) : '',
  });
}
