import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { titleName } from '@/app/name-title';
import { NotFoundPage } from '@/app/not-found-page';
import { getAgentOf } from '@/components/admin/agent-of';
import { BackToList } from '@/components/admin/back-to-list';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { CARD } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { getSignedIn, requireAdmin, signInAgainPath } from '@/lib/auth/viewer';
import { agentAddress, type SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import type { PersonRow } from '@/lib/people/list-people';
import { findPersonName } from '@/lib/people/person';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { PeopleMapping } from '../_parts/people-mapping';
import { PeoplePart } from '../_parts/people-part';
import { PersonStates } from '../_parts/people-table';
import type { PersonView } from '../_parts/people-view';
import { toAgentChoices, toPersonViews } from '../_parts/views';
import { peopleAction } from '../actions';
import { getPersonPage } from '../parts';
import { parsePeopleQuery } from '../query';
import { PeopleAccess } from './_parts/people-access';
import { PeopleViewAs } from './_parts/people-view-as';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = (await getSignedIn())?.isAdmin && (await findPersonName(await getDb(), (await params).id));
  const t = await getTranslations('People');
  return { title: name ? t('pageTitle', { name: titleName(name) }) : t('tab.people') };
}

export default async function PersonPage({ params, searchParams }: Props) {
  const { id } = await params;
  const here = `/admin/people/${encodeURIComponent(id)}`;
  const admin = await requireAdmin('/admin/people/[id]', here);
  const { find } = parsePeopleQuery(await searchParams);
  const page = await getPersonPage(await getDb(), { id, find });
  if (!page) return <NotFoundPage />;
  const { row, adminEmails, choices, own, open } = page;
  const now = new Date();
  const { APP_URL, SMTP_URL } = env();
  const [person] = await toPersonViews([row], { adminEmails, now });
  if (!person) return <NotFoundPage />;
  const signInAgain = isRecent(admin, now) ? undefined : signInAgainPath(here);
  const t = await getTranslations('People');
  return (
    <>
      <BackToList href="/admin/people?view=people" text={t('person.back')} />
      <PageHeading title={person.name} />
      <ActionArea action={peopleAction}>
        <Facts person={person} row={row} open={open} />
        <PeoplePart id="mapping" title={t('person.mapping')}>
          <PeopleMapping person={person} choices={await toAgentChoices(choices, { find, own })} />
        </PeoplePart>
        {canBeSeen(person, admin) && (
          <PeoplePart id="view-as" title={t('person.viewAs')}>
            <PeopleViewAs person={person} signInAgain={signInAgain} />
          </PeoplePart>
        )}
        <PeoplePart id="access" title={t('person.access')}>
          <PeopleAccess
            person={person}
            task={{
              address: `${APP_URL}/signin`,
              canMail: SMTP_URL !== undefined,
              signInAgain,
              isSelf: admin.personId === id,
            }}
          />
        </PeoplePart>
      </ActionArea>
    </>
  );
}

/** Partners only, and not oneself: `startView` decides. */
function canBeSeen({ id, states, actsFor }: PersonView, admin: SignedIn): boolean {
  return id !== admin.personId && actsFor !== undefined && !states.some((one) => NOT_SEEN.has(one));
}

const NOT_SEEN = new Set<PersonView['states'][number]>(['admin', 'disabled']);

type FactsProps = {
  person: PersonView;
  row: PersonRow;
  /** What they work on, in numbers: its content is theirs. */
  open: { drafts: number; imports: number; stored: number };
};

async function Facts({ person, row, open }: FactsProps) {
  const t = await getTranslations('People.person');
  const common = await getTranslations('Common');
  const people = await getTranslations('People');
  const agentOf = await getAgentOf();
  const { actsFor, invited, lastSignIn, hasAccount, email } = person;
  const { organizationId, agentId } = row;
  const { number } = await getFormats();
  return (
    <div className={`${CARD} px-4 py-1 sm:px-5`}>
      <DescriptionList>
        <Description term={common('emailAddress')}>
          <EmailText email={email} />
        </Description>
        <Description term={common('status')}>
          <PersonStates person={person} />
        </Description>
        <Description term={people('mappedTo')}>
          {actsFor && organizationId && agentId ? (
            <a
              href={agentAddress({ organizationId, agentId })}
              className="inline-block py-0.5 wrap-anywhere text-accent underline"
            >
              {agentOf(actsFor)}
            </a>
          ) : (
            t('nobody')
          )}
        </Description>
        {invited && (
          <Description term={t('invitedAt')}>
            <RelativeTime moment={invited} />
          </Description>
        )}
        <Description term={people('lastSignIn')}>
          {lastSignIn ? <RelativeTime moment={lastSignIn} /> : common('never')}
        </Description>
        <Description term={common('drafts')}>{number(open.drafts)}</Description>
        <Description term={t('imports')}>
          {t('importsCount', { count: open.imports, stored: open.stored })}
        </Description>
        <Description term={t('account')}>{hasAccount ? t('hasAccount') : t('noAccount')}</Description>
      </DescriptionList>
    </div>
  );
}
