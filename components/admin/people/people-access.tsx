import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Labelled, TextInput } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import { PeopleForm } from './people-form';
import type { PersonView } from './people-view';

export type AccessTask = {
  /** Where to sign in; said where no mail can be sent. */
  address: string;
  canMail: boolean;
  /** The way to a recent sign-in; absent if theirs is recent. */
  signInAgain?: string;
  /** An admin cannot keep themselves out. */
  isSelf: boolean;
};

/** Name, invitation, sessions and whether a person may sign in at all. */
export async function PeopleAccess({ person, task }: { person: PersonView; task: AccessTask }) {
  const t = await getTranslations('People.person');
  const { id, name, states, hasAccount } = person;
  const isDisabled = states.includes('disabled');
  return (
    <ul className="divide-y divide-line border-y border-line">
      <li className="py-3">
        <PeopleForm act="rename" subject={id} about={{ personId: id, seenName: name }}>
          <div className="flex flex-wrap items-end gap-2">
            <Labelled id="person-name" label={t('name')}>
              <TextInput
                key={name}
                id="person-name"
                name="name"
                required
                maxLength={200}
                defaultValue={name}
                autoComplete="off"
              />
            </Labelled>
            <Button type="submit">{t('rename')}</Button>
          </div>
        </PeopleForm>
      </li>
      {!isDisabled && <Invitation person={person} task={task} />}
      <Act act="end-sessions" person={id} help={t('endSessionsHelp')} label={t('endSessions')} />
      {hasAccount && <Act act="reset-identity" person={id} help={t('resetHelp')} label={t('reset')} />}
      {isDisabled && <Act act="enable" person={id} help={t('enableHelp')} label={t('enable')} />}
      {!isDisabled && !task.isSelf && <Disable personId={id} signInAgain={task.signInAgain} />}
    </ul>
  );
}

async function Invitation({
  person: { id, invited, lastSignIn },
  task,
}: {
  person: PersonView;
  task: AccessTask;
}) {
  const t = await getTranslations('People.person');
  if (!task.canMail) return <li className="py-3 text-sm">{t('noMail', { address: task.address })}</li>;
  if (lastSignIn) return null;
  return (
    <li className="py-3">
      <PeopleForm act="resend" subject={id} about={{ personId: id }}>
        <Button type="submit">{t(invited ? 'resend' : 'resendFirst')}</Button>
      </PeopleForm>
    </li>
  );
}

async function Disable({ personId, signInAgain }: { personId: string; signInAgain: string | undefined }) {
  const t = await getTranslations('People.person');
  if (!signInAgain) {
    return <Act act="disable" person={personId} help={t('disableHelp')} label={t('disable')} look="danger" />;
  }
  return (
    <Row help={`${t('disableHelp')} ${t('signInAgainHelp')}`} helpId="disable-help">
      <LinkButton href={signInAgain} aria-describedby="disable-help">
        {t('signInAgain')}
      </LinkButton>
    </Row>
  );
}

function Act({
  act,
  person,
  help,
  label,
  look,
}: {
  act: string;
  person: string;
  help: string;
  label: string;
  look?: 'danger';
}) {
  const helpId = `${act}-help`;
  return (
    <Row help={help} helpId={helpId}>
      <PeopleForm act={act} subject={person} about={{ personId: person }}>
        <Button type="submit" look={look} aria-describedby={helpId}>
          {label}
        </Button>
      </PeopleForm>
    </Row>
  );
}

function Row({ help, helpId, children }: { help: string; helpId: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p id={helpId} className="max-w-prose min-w-0 flex-1 basis-60 text-sm text-muted">
        {help}
      </p>
      {children}
    </li>
  );
}
