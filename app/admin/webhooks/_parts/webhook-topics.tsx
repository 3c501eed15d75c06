import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Badge } from '@/components/ui/badge';
import type { TopicView } from './topic-views';

/** The webhook topics: one subscription each, and its commands. */
export function TopicList({ topics }: { topics: TopicView[] }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-3">
      {topics.map((view) => (
        <li key={view.topic}>
          <TopicCard view={view} />
        </li>
      ))}
    </ul>
  );
}

function TopicCard({ view }: { view: TopicView }) {
  const { topic, event, word, facts } = view;
  return (
    <article
      aria-labelledby={`topic-${topic}`}
      className="h-full rounded-control border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <h3 id={`topic-${topic}`} className="font-semibold">
          {event} <code className="block font-mono text-xs font-normal text-muted">{topic}</code>
        </h3>
        <Badge {...word} />
      </div>
      {facts.map((fact) => (
        <p key={fact} className="pb-1 text-sm text-muted">
          {fact}
        </p>
      ))}
      <TopicCommands view={view} />
    </article>
  );
}

async function TopicCommands({ view }: { view: TopicView }) {
  const { topic, event, state, canFinish, legacy } = view;
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  if (state === 'off') {
    return <CommandForm topic={topic} command="create" text={t('create')} event={event} />;
  }
  return (
    <div className="flex flex-wrap items-start gap-2 pt-1">
      {state === 'live' && <CommandForm topic={topic} command="rotate" text={t('rotate')} event={event} />}
      {canFinish && <CommandForm topic={topic} command="finish" text={t('finish')} event={event} />}
      <div>
        <ConfirmDialog
          command="delete"
          subject={topic}
          about={{ topic, sure: 'yes' }}
          text={common('delete')}
          name={common('named', { action: common('delete'), name: event })}
          title={common('deleteSure', { name: event })}
          cancel={action('cancel')}
        >
          {t('deleteWarning')}
        </ConfirmDialog>
      </div>
      {legacy !== 'impossible' && <LegacyCommand view={view} isAllowed={legacy === 'allowed'} />}
    </div>
  );
}

/** Folded unless in force: few services need it. */
async function LegacyCommand({ view, isAllowed }: { view: TopicView; isAllowed: boolean }) {
  const { topic, event } = view;
  const t = await getTranslations('Webhooks');
  const text = isAllowed ? t('endLegacy') : t('allowLegacy');
  return (
    <details open={isAllowed} className="w-full border-t border-line">
      <summary className="min-h-11 text-sm text-accent">{t('legacyTitle', { event })}</summary>
      <CommandForm topic={topic} command="legacy" text={text} event={event}>
        <input type="hidden" name="allowed" value={isAllowed ? 'no' : 'yes'} />
        <p className="pb-1.5 text-sm text-muted">{isAllowed ? t('legacyAllowed') : t('legacyPossible')}</p>
      </CommandForm>
    </details>
  );
}

/** Confirms irreversible commands: each time anew, since the page may show something else after a refusal. */
export function Sure({ text }: { text: string }) {
  return (
    <ActionChoice
      type="checkbox"
      name="sure"
      value="yes"
      isChosen={false}
      keepsInput={false}
      required
      className="flex min-h-11 items-start gap-2.5 py-1.5 text-sm [&>input]:mt-0.5"
    >
      <span>{text}</span>
    </ActionChoice>
  );
}

async function CommandForm({
  topic,
  command,
  text,
  event,
  children,
}: {
  topic: string;
  command: string;
  text: string;
  /** The topic in words: several buttons on the page have the same label. */
  event: string;
  children?: ReactNode;
}) {
  const common = await getTranslations('Common');
  return (
    <ActionForm command={command} subject={topic} about={{ topic }}>
      {children}
      <SubmitButton aria-label={common('named', { action: text, name: event })}>{text}</SubmitButton>
    </ActionForm>
  );
}
