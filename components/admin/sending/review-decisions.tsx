import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionForm, ActionInput, ActionTextArea, SubmitButton } from '@/components/shell/action-form';
import { Labelled, TextInput } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import { CandidateTable } from './candidate-table';
import type { ReviewView } from './sending-view';

type Props = { review: ReviewView };

/** "It is this lead": one of the similar ones, or any other of the organization by its number. */
export async function AdoptDecision({ review }: Props) {
  const t = await getTranslations('Sending');
  const { id, candidates } = review;
  // Beside radio buttons, which a refusal resets, a number that stayed would contradict the next choice.
  const NumberInput = candidates.length > 0 ? TextInput : ActionInput;
  return (
    <Command review={review} command="adopt" title={t('adoptTitle')}>
      {candidates.length > 0 ? (
        <CandidateTable review={review} />
      ) : (
        <p className="pb-2 text-sm">{t('noCandidates')}</p>
      )}
      <Labelled id={`number-${id}`} label={t('leadNumber')} className="max-w-sm pb-3">
        <NumberInput
          id={`number-${id}`}
          name="number"
          maxLength={200}
          autoComplete="off"
          required={candidates.length === 0}
        />
      </Labelled>
      <SubmitButton variant="primary">{t('adopt')}</SubmitButton>
    </Command>
  );
}

/** The risky decision: asks the admin to check the portal first. */
export async function ResendDecision({ review }: Props) {
  const t = await getTranslations('Sending');
  return (
    <Command review={review} command="again" title={t('againTitle')}>
      <p className="pb-2 text-sm">{t('againWarning')}</p>
      <input type="hidden" name="seen" value={JSON.stringify(review.seenLeads)} />
      <label className="flex min-h-11 items-start gap-2.5 py-1.5">
        <input
          type="checkbox"
          name="looked"
          value="yes"
          required
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>{t('looked')}</span>
      </label>
      <SubmitButton variant="danger">{t('again')}</SubmitButton>
    </Command>
  );
}

/** Returns it to the agent, with a message. */
export async function BackDecision({ review }: Props) {
  const t = await getTranslations('Sending');
  const { id, agent } = review;
  return (
    <Command review={review} command="back" title={t('backTitle')}>
      <p className="pb-2 text-sm">{t('backWarning')}</p>
      <Labelled id={`reason-${id}`} label={t('backReason', { agent: isolate(agent) })} className="pb-3">
        <ActionTextArea id={`reason-${id}`} name="reason" required maxLength={500} rows={3} />
      </Labelled>
      <SubmitButton>{t('back')}</SubmitButton>
    </Command>
  );
}

function Command({
  review: { id, attempts },
  command,
  title,
  children,
}: Props & { command: 'adopt' | 'again' | 'back'; title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-3">
      <h4 className="pb-1 font-semibold">{title}</h4>
      <ActionForm command={command} subject={id} about={{ submission: id, attempts }}>
        {children}
      </ActionForm>
    </div>
  );
}
