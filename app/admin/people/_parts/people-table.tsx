import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import { EmailText } from '@/components/ui/email-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Labelled, Select } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Tone } from '@/lib/core/status-labels';
import type { PeoplePartData } from '../parts';
import { PeoplePager, PeopleSearch } from './people-part';
import { type PersonState, type PersonView, peopleAddress } from './people-view';
import { toPersonViews } from './views';

/** Of states that end. Who a person is for good, an admin or mapped, is plain text. */
const TONES: Partial<Record<PersonState, Tone>> = { waiting: 'warn', invited: 'progress', disabled: 'bad' };

type Props = Extract<PeoplePartData, { view: 'people' }>;

/** All people, with a search. */
export async function PeopleListPart({ people, adminEmails, q, filter, filters }: Props) {
  const t = await getTranslations('People.list');
  const common = await getTranslations('Common');
  const states = await getTranslations('People');
  const views = await toPersonViews(people.rows, { adminEmails, now: new Date() });
  return (
    <>
      <PeopleSearch view="people" label={t('find')} q={q}>
        <Labelled id="filter" label={common('status')}>
          <Select id="filter" name="filter" defaultValue={filter}>
            {filters.map((one) => (
              <option key={one} value={one}>
                {one === 'all' ? t('everyone') : states(`state.${one}`)}
              </option>
            ))}
          </Select>
        </Labelled>
      </PeopleSearch>
      {views.length === 0 ? (
        <EmptyState title={common('noMatch')}>{common('noMatchDetail')}</EmptyState>
      ) : (
        <>
          <p className="pb-2 text-sm text-muted">{t('total', { count: people.total })}</p>
          <PeopleTable people={views} />
        </>
      )}
      <PeoplePager list={people} hrefOf={(page) => peopleAddress('people', { q, filter, page })} />
    </>
  );
}

/** The matching people, each linked to their page. */
async function PeopleTable({ people }: { people: PersonView[] }) {
  const t = await getTranslations('People.list');
  const common = await getTranslations('Common');
  const all = await getTranslations('People');
  return (
    <CardTable
      caption={common('people')}
      columns={[common('name'), all('mappedTo'), common('status'), all('lastSignIn')]}
      rows={people.map((person) => ({
        key: person.id,
        cells: [
          <span key="name" className="wrap-anywhere">
            <a href={`/admin/people/${person.id}`} dir="auto" className="py-0.5 text-accent hover:underline">
              {person.name}
            </a>
            <bdi className="block font-normal text-muted">
              <EmailText email={person.email} />
            </bdi>
          </span>,
          person.actsFor ? (
            <span key="for" className="wrap-anywhere">
              <bdi className="block">{person.actsFor.agent}</bdi>
              <bdi className="text-muted">{person.actsFor.organization}</bdi>
            </span>
          ) : (
            t('nobody')
          ),
          <PersonStates key="states" person={person} />,
          person.lastSignIn ? <RelativeTime key="at" moment={person.lastSignIn} /> : common('never'),
        ],
      }))}
    />
  );
}

/** A person's state at a glance, with the role if they are mapped. */
export async function PersonStates({ person: { states, actsFor } }: { person: PersonView }) {
  const t = await getTranslations('People');
  return (
    // Otherwise a short one may be broken in the middle.
    <span className="flex flex-wrap gap-x-2 gap-y-1 as-table:min-w-24">
      {states.map((state) => {
        const tone = TONES[state];
        const label = state === 'mapped' && actsFor ? t(`role.${actsFor.role}`) : t(`state.${state}`);
        return tone ? <Badge key={state} tone={tone} label={label} /> : <span key={state}>{label}</span>;
      })}
    </span>
  );
}
