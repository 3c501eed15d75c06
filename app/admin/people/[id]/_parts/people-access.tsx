import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Labelled } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import { isolate } from '@/lib/core/isolate';
import type { PersonView } from '../../_parts/people-view';

export type AccessInput = {
  /** The sign-in URL; shown if the desk cannot send mail. */
  address: string;
  canMail: boolean;
  /** The link to sign in again; absent after a recent sign-in. */
  signInAgain?: string;
  /** Admins cannot disable themselves. */
  isSelf: boolean;
};

/** Name, invitation, sessions and access of a person. */
export async function PeopleAccess({ person, task }: { person: PersonView; task: AccessInput }) {
  const t = await getTranslations('People.person');
  const common = await getTranslations('Common');
  const people = await getTranslations('People');
  const { id, name, states, hasAccount } = person;
  const isDisabled = states.includes('disabled');
  return (
    <ul className="divide-y divide-line border-y border-line">
      <li className="py-3">
        <ActionForm command="rename" subject={id} about={{ personId: id, seenName: name }}>
          <div className="flex flex-wrap items-end gap-2">
            <Labelled id="person-name" label={common('name')}>
              <ActionInput
                id="person-name"
                name="name"
                required
                maxLength={200}
                shown={name}
                autoComplete="off"
              />
            </Labelled>
            <SubmitButton>{people('saveName')}</SubmitButton>
          </div>
        </ActionForm>
      </li>
      {!isDisabled && <Invitation person={person} task={task} />}
      <AccessCommand
        command="end-sessions"
        person={id}
        help={t('endSessionsHelp')}
        label={t('endSessions')}
      />
      {hasAccount && (
        <AccessCommand command="reset-identity" person={id} help={t('resetHelp')} label={t('reset')} />
      )}
      {isDisabled && (
        <AccessCommand command="enable" person={id} help={t('enableHelp')} label={t('enable')} />
      )}
      {!isDisabled && !task.isSelf && <Disable person={person} signInAgain={task.signInAgain} />}
    </ul>
  );
}

async function Invitation({
  person: { id, invited, lastSignIn },
  task,
}: {
  person: PersonView;
  task: AccessInput;
}) {
  const t = await getTranslations('People.person');
  if (!task.canMail) return <li className="py-3 text-sm">{t('noMail', { address: task.address })}</li>;
  if (lastSignIn) return null;
  return (
    <li className="py-3">
      <ActionForm command="resend" subject={id} about={{ personId: id }}>
        <SubmitButton>{t(invited ? 'resend' : 'resendFirst')}</SubmitButton>
      </ActionForm>
    </li>
  );
}

async function Disable({
  person: { id, name },
  signInAgain,
}: {
  person: PersonView;
  signInAgain: string | undefined;
}) {
  const t = await getTranslations('People.person');
  const action = await getTranslations('Action');
  const common = await getTranslations('Common');
  if (!signInAgain) {
    return (
      <Row help={t('disableHelp')} helpId="disable-help">
        <ConfirmDialog
          command="disable"
          subject={id}
          about={{ personId: id }}
          text={t('disable')}
          describedBy="disable-help"
          title={t('disableTitle', { name: isolate(name) })}
          cancel={action('cancel')}
        >
          {t('disableHelp')}
        </ConfirmDialog>
      </Row>
    );
  }
  return (
    <Row help={t('disableHelpSignIn')} helpId="disable-help">
      <LinkButton
        href={signInAgain}
        aria-describedby="disable-help"
        className="max-w-full whitespace-normal!"
      >
        {common('signInAgain')}
      </LinkButton>
    </Row>
  );
}

function AccessCommand({
  command,
  person,
  help,
  label,
}: {
  command: string;
  person: string;
  help: string;
  label: string;
}) {
  const helpId = `${command}-help`;
  return (
    <Row help={help} helpId={helpId}>
      <ActionForm command={command} subject={person} about={{ personId: person }}>
        <SubmitButton aria-describedby={helpId}>{label}</SubmitButton>
      </ActionForm>
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
