import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import { EmailText } from '@/components/ui/email-text';
import { Time } from '@/components/ui/time';
import type { PersonState, PersonView } from './people-view';

const TONES = {
  admin: 'info',
  waiting: 'warn',
  mapped: 'good',
  invited: 'progress',
  disabled: 'bad',
} as const satisfies Record<PersonState, string>;

/** Everybody who was looked for, each with the way to their page. */
export async function PeopleTable({ people }: { people: PersonView[] }) {
  const t = await getTranslations('People.list');
  return (
    <CardTable
      caption={t('caption')}
      columns={[t('name'), t('actsFor'), t('status'), t('lastSignIn')]}
      rows={people.map((person) => ({
        key: person.id,
        cells: [
          <span key="name" className="wrap-anywhere">
            <a
              href={`/admin/people/${person.id}`}
              dir="auto"
              className="inline-block py-0.5 text-accent underline"
            >
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
          person.lastSignIn ? <Time key="at" moment={person.lastSignIn} /> : t('never'),
        ],
      }))}
    />
  );
}

/** What is to be known about a person at a glance, their role for those who are mapped. */
export async function PersonStates({ person: { states, actsFor } }: { person: PersonView }) {
  const t = await getTranslations('People');
  return (
    <span className="flex flex-wrap gap-1.5">
      {states.map((state) => (
        <Badge
          key={state}
          tone={TONES[state]}
          label={state === 'mapped' && actsFor ? t(`role.${actsFor.role}`) : t(`state.${state}`)}
        />
      ))}
    </span>
  );
}
