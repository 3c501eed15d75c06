import { getLocale, getTranslations } from 'next-intl/server';
import { NoticeBox } from '@/components/forms/notices';
import { isolate } from '@/lib/core/isolate';
import { quoteLabels } from '@/lib/forms/texts';
import type { NewLeadForm } from '@/lib/submissions/new-lead-form';
import { nameOf } from '@/lib/submissions/pending';
import { addressOf, headingOf } from './already-submitted';

const LINK = 'inline-flex min-h-11 items-center text-accent underline';

/** What became of the lead before, and what is kept of it. Takes the focus: the next lead begins below it. */
export async function AddedNotice(before: NonNullable<NewLeadForm['before']>) {
  const { submissionId, name, state, kept } = before;
  const t = await getTranslations('Form');
  const ofState = await getTranslations('Submission');
  const names = { name: isolate(name) };
  const labels = quoteLabels(await getLocale(), kept, t('quoted', { label: '{label}' }));
  return (
    <NoticeBox
      id="added-heading"
      heading={state === 'accepted' ? t('added', names) : ofState(`${state}Title`, names)}
      focusFor={submissionId}
    >
      <div className="flex flex-wrap items-center gap-x-4">
        {kept.length > 0 && <p className="wrap-anywhere">{t('kept', { labels })}</p>}
        <a href={`/submissions/${encodeURIComponent(submissionId)}`} className={LINK}>
          {t('openThatLead')}
        </a>
      </div>
    </NoticeBox>
  );
}

/** Which lead the answers are from, and what is missing of it. A plain link: the page's JavaScript is limited. */
export async function TemplateNotice({ leadId, name }: NonNullable<NewLeadForm['template']>) {
  const t = await getTranslations('Form');
  return (
    <p className="mb-5 tone-info rounded-control border border-tone-line bg-tone-soft px-3 py-3">
      {t.rich('fromTemplate', {
        lead: () => (
          <a href={`/leads/${encodeURIComponent(leadId)}`} className="text-accent underline">
            <bdi className="wrap-anywhere">{name}</bdi>
          </a>
        ),
      })}
    </p>
  );
}

/** The lead was corrected already: nothing is left to do here. Takes the focus. */
export async function CorrectedNotice(earlier: NonNullable<NewLeadForm['replacement']>) {
  const t = await getTranslations('Form');
  const heading = await headingOf({ kind: 'corrected', earlier }, new Date());
  const name = isolate(nameOf(earlier.answers) || earlier.id);
  return (
    <NoticeBox id="corrected-heading" heading={heading.replace('{name}', () => name)} focusFor={earlier.id}>
      {earlier.isVisible && (
        <a href={addressOf(earlier)} className={LINK}>
          {t('openThatLead')}
        </a>
      )}
    </NoticeBox>
  );
}
