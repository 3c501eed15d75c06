import { getTranslations } from 'next-intl/server';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import { isolate } from '@/lib/core/isolate';
import type { PersonView } from '../../_parts/people-view';

/** Sees the desk as this person, for a reason that they can read. */
export async function PeopleViewAs({
  person,
  signInAgain,
}: {
  person: PersonView;
  /** The link to sign in again; absent after a recent sign-in. */
  signInAgain?: string;
}) {
  const t = await getTranslations('People.person');
  const common = await getTranslations('Common');
  const { id } = person;
  const name = isolate(person.name);
  const help = (text: string) => (
    <p id="view-as-help" className="max-w-prose pb-3 text-sm text-muted wrap-anywhere">
      {text}
    </p>
  );
  if (signInAgain) {
    return (
      <>
        {help(t('viewAsHelpSignIn', { name }))}
        <LinkButton
          href={signInAgain}
          aria-describedby="view-as-help"
          className="max-w-full whitespace-normal! wrap-anywhere"
        >
          {common('signInAgain')}
        </LinkButton>
      </>
    );
  }
  return (
    <ActionForm command="view-as" subject={id} about={{ personId: id }}>
      {help(t('viewAsHelp', { name }))}
      <div className="flex max-w-xl flex-wrap items-end gap-2">
        <Labelled id="view-as-reason" label={common('reason')} className="grow basis-60">
          <ActionInput
            id="view-as-reason"
            name="reason"
            aria-required
            maxLength={200}
            autoComplete="off"
            aria-describedby="view-as-help"
          />
        </Labelled>
        <SubmitButton className="max-w-full whitespace-normal! wrap-anywhere">
          {t('viewAsStart', { name })}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
