import { getTranslations } from 'next-intl/server';
import { getAgentOf } from '@/components/admin/agent-of';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';
import { EmailText } from '@/components/ui/email-text';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { isolate } from '@/lib/core/isolate';
import type { PeoplePartData } from '../parts';
import { PeoplePager } from './people-part';
import { peopleAddress, type SuggestionView, type WaitingView } from './people-view';
import { toWaitingViews } from './views';

type Props = Extract<PeoplePartData, { view: 'waiting' }>;

/** People who can sign in and have no membership, longest waiting first, with suggested agents. */
export async function WaitingPart({ people, suggestions }: Props) {
  const t = await getTranslations('People.waiting');
  if (people.rows.length === 0) return <EmptyState title={t('none')}>{t('noneDetail')}</EmptyState>;
  const views = await toWaitingViews(people.rows, { suggestions, now: new Date() });
  return (
    <>
      <p className="max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <ol className="space-y-4">
        {views.map((person) => (
          <Waiting key={person.id} person={person} />
        ))}
      </ol>
      <PeoplePager list={people} hrefOf={(page) => peopleAddress('waiting', { page })} />
    </>
  );
}

async function Waiting({ person }: { person: WaitingView }) {
  const t = await getTranslations('People.waiting');
  const common = await getTranslations('Common');
  const people = await getTranslations('People');
  const { id, name, email, since, suggestions } = person;
  const heading = `waiting-${id}`;
  return (
    <li>
      <article aria-labelledby={heading} className={LIST_CARD}>
        <h2 id={heading} dir="auto" className="text-lg font-semibold wrap-anywhere">
          {name}
        </h2>
        <p className="pb-3 text-sm text-muted">
          <bdi className="wrap-anywhere text-ink">
            <EmailText email={email} />
          </bdi>{' '}
          · {t.rich('since', { when: () => <RelativeTime key="since" moment={since} /> })}
        </p>
        {suggestions.length === 0 ? (
          <p className="pb-3 text-sm">{t('nothing', { email: isolate(email) })}</p>
        ) : (
          <ul
            aria-label={t('suggested', { name: isolate(name) })}
            className="divide-y divide-line border-y border-line"
          >
            {suggestions.map((suggestion, index) => (
              <Suggestion
                key={suggestion.owner}
                person={person}
                suggestion={suggestion}
                variant={index === 0 ? 'primary' : 'secondary'}
              />
            ))}
          </ul>
        )}
        <div className="pt-3">
          <LinkButton
            href={`/admin/people/${id}`}
            aria-label={common('named', { action: people('chooseAgent'), name: isolate(name) })}
          >
            {people('chooseAgent')}
          </LinkButton>
        </div>
      </article>
    </li>
  );
}

async function Suggestion({
  person,
  suggestion,
  variant,
}: {
  person: WaitingView;
  suggestion: SuggestionView;
  variant: 'primary' | 'secondary';
}) {
  const t = await getTranslations('People');
  const agentOf = await getAgentOf();
  const { owner, organization, agent, role, reason } = suggestion;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 text-sm">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {agentOf({ agent, organization })}{' '}
          <span className="font-normal text-muted">{t('waiting.as', { role })}</span>
        </p>
        <p className="text-muted">{t(`waiting.reason.${reason}`)}</p>
      </div>
      <ActionForm
        command="map"
        subject={`${person.id} ${owner}`}
        about={{ personId: person.id, agent: owner, role, sharing: 'refused', seenAgent: '', seenRole: '' }}
      >
        <SubmitButton
          variant={variant}
          aria-label={t('waiting.mapTo', {
            person: isolate(person.name),
            agent: isolate(agent),
            organization: isolate(organization),
          })}
        >
          {t('waiting.map')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
