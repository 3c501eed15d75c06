import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { newId } from '@/lib/core/ids';
import type { LeadFormState } from '@/lib/forms/state';
import { nameOf, shownState } from '@/lib/submissions/pending';
import { readPostedIds } from '@/lib/submissions/submission-identity';
import type { SubmitResult } from '@/lib/submissions/submit';

type Before = Extract<SubmitResult, { before: unknown }>;

/**
 * The form with its input and the earlier submission from it. The form keeps its id, so that the question is
 * asked again however it is sent; only the button that answers the question carries the id of a separate
 * lead.
 */
export async function toAlreadySubmitted(
  { before, values }: Before,
  { data, now }: { data: FormData; now: Date },
): Promise<LeadFormState> {
  const { earlier } = before;
  const isHidden = before.kind === 'corrected' && !earlier.isVisible;
  return {
    status: 'already-submitted',
    values,
    hidden: { submissionId: readPostedIds(data).formId, asked: earlier.id, ...rememberedOf(data) },
    earlier: {
      question: 'already-submitted',
      newSubmissionId: newId('submission'),
      // A colleague's correction that the viewer may not open is not named either.
      name: isHidden ? '' : nameOf(earlier.answers) || earlier.id,
      heading: await headingOf(before, now),
      intro: (await getTranslations('Form'))('alreadySubmittedIntro'),
      href: earlier.isVisible ? addressOf(earlier) : undefined,
    },
  };
}

/** The form still belongs to its draft, even if the page is rendered again. */
function rememberedOf(data: FormData): Record<string, string> {
  return Object.fromEntries(
    ['draftId', 'draftRevision'].flatMap((name) => {
      const value = data.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** `{name}` stays a placeholder: a name has its own text direction. */
export async function headingOf({ kind, earlier }: Before['before'], now: Date): Promise<string> {
  const t = await getTranslations('Form');
  const state = await getTranslations('Submission.state');
  const { clock, moment, zone } = await getFormats();
  const isToday = dayOf(earlier.createdAt, zone) === dayOf(now, zone);
  const iso = earlier.createdAt.toISOString();
  const texts = { name: '{name}', time: isToday ? clock(iso) : moment(iso).text };
  if (!earlier.isVisible) {
    return t(kind === 'corrected' ? 'alreadyCorrectedElsewhere' : 'alreadySubmittedElsewhere', texts);
  }
  const status = state(shownState(earlier));
  if (kind === 'corrected') return t('alreadyCorrected', { ...texts, status });
  return t(isToday ? 'alreadySubmittedToday' : 'alreadySubmittedOn', { ...texts, status });
}

function dayOf(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString('en-CA', { timeZone });
}

/** The lead if there is one, else the page of its submission. */
export function addressOf({ id, leadId }: Before['before']['earlier']): string {
  return leadId === null ? `/submissions/${encodeURIComponent(id)}` : `/leads/${encodeURIComponent(leadId)}`;
}
