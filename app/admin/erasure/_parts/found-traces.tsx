import { getTranslations } from 'next-intl/server';
import { PageSection } from '@/components/admin/page-section';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { LIST_CARD } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Labelled } from '@/components/ui/field';
import { agentAddress } from '@/lib/core/address';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import { isolate } from '@/lib/core/isolate';
import type { ErasurePage, Found } from '../query';
import { ErasedCounts } from './erased-counts';
import { LeadIds } from './lead-ids';
import { PlaceChoices } from './place-choices';

const LINK = 'inline-flex min-h-8 items-center text-accent underline';

/** What was found about a person, what stays elsewhere, and the form that erases it. */
export async function FoundTraces({ search: { of, found } }: { search: NonNullable<ErasurePage['search']> }) {
  const t = await getTranslations('Erasure');
  const { text, texts, counts, underWay, isCut, inPortal, places } = found;
  const hasCounts = Object.keys(counts).length > 0;
  const isSomething = hasCounts || places.length > 0;
  return (
    <PageSection id="found" title={t('found', { text: isolate(text) })} focusFor={of}>
      <div className="space-y-4 pt-2">
        <OtherRoles found={found} />
        {!isSomething && underWay === 0 && <EmptyState title={t('nothing')}>{t('searched')}</EmptyState>}
        {hasCounts && <ErasedCounts counts={counts} caption={t('caption')} />}
        {isCut && <Banner tone="info" title={t('cut', { count: MOST_AT_ONCE })} />}
        {inPortal.length > 0 && <InPortal leads={inPortal} />}
        <div className="max-w-prose space-y-1 text-sm text-muted">
          <p>{t('texts', { texts: texts.map((one) => isolate(one)).join(' · ') })}</p>
          <details>
            <summary className="min-h-8">{t('missesTitle')}</summary>
            <div className="space-y-1 pl-5.5">
              {isSomething && <p>{t('searched')}</p>}
              <p>{t('misses')}</p>
              {hasCounts && <p>{t('devices')}</p>}
            </div>
          </details>
        </div>
        {underWay > 0 && <UnderWay count={underWay} />}
        {isSomething && underWay === 0 && <EraseForm of={of} found={found} />}
      </div>
    </PageSection>
  );
}

/** Whoever signs in here, or is an agent, is managed elsewhere. */
async function OtherRoles({ found: { roles } }: { found: Found }) {
  const t = await getTranslations('Erasure');
  const { person, asAgent, isSomeone } = roles;
  if (!isSomeone) return null;
  return (
    <Banner tone="info" title={t('someone')}>
      <p>{t('someoneDetail')}</p>
      <ul>
        {person && (
          <li>
            <a href={`/admin/people/${encodeURIComponent(person.id)}`} className={LINK}>
              {person.name}
            </a>
          </li>
        )}
        {asAgent.map((owner) => (
          <li key={`${owner.organizationId} ${owner.agentId}`}>
            <a href={agentAddress(owner)} className={LINK}>
              {t('agent', { id: owner.agentId })}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** What only the vendor can erase, and what the desk does about it. */
async function InPortal({ leads }: { leads: Found['inPortal'] }) {
  const t = await getTranslations('Erasure');
  return (
    <Banner tone="warn" title={t('inPortal', { count: leads.length })}>
      <p className="max-w-prose">{t('inPortalDetail')}</p>
      <LeadIds ids={leads.map(({ id }) => id)} areOpen />
    </Banner>
  );
}

async function UnderWay({ count }: { count: number }) {
  const t = await getTranslations('Erasure');
  return (
    <Banner tone="warn" title={t('underWay', { count })}>
      <a href="/admin/submissions" className={LINK}>
        {t('openSubmissions')}
      </a>
    </Banner>
  );
}

/** The text is typed again: what is erased can't be restored. */
async function EraseForm({ of, found }: { of: string; found: Found }) {
  const t = await getTranslations('Erasure');
  return (
    <div className={LIST_CARD}>
      <ActionForm command="erase" about={{ of }} className="space-y-4">
        <PlaceChoices found={found} />
        <p id="erase-hint" className="max-w-prose">
          {t('confirm')}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <Labelled
            id="erase-text"
            label={t('again', { text: isolate(found.text) })}
            className="w-80 max-w-full"
          >
            <ActionInput
              id="erase-text"
              name="text"
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              aria-describedby="erase-hint"
            />
          </Labelled>
          <SubmitButton variant="destroy">{t('erase')}</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}
