import { getTranslations } from 'next-intl/server';
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
  const { topic, event, state, canFinish } = view;
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
    </div>
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
}: {
  topic: string;
  command: string;
  text: string;
  /** The topic in words: several buttons on the page have the same label. */
  event: string;
}) {
  const common = await getTranslations('Common');
  return (
    <ActionForm command={command} subject={topic} about={{ topic }}>
      <SubmitButton aria-label={common('named', { action: text, name: event })}>{text}</SubmitButton>
    </ActionForm>
  );
}
