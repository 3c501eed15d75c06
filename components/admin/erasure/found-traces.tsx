import { getTranslations } from 'next-intl/server';
import { PageSection } from '@/components/admin/page-section';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { LIST_CARD } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Labelled } from '@/components/ui/field';
import type { ErasurePage, Found } from '@/lib/admin/erasure/query';
import { agentAddress } from '@/lib/core/address';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import { isolate } from '@/lib/core/isolate';
import { ErasedCounts } from './erased-counts';
import { ErasureChoices } from './erasure-choices';
import { LeadIds } from './lead-ids';

const LINK = 'inline-flex min-h-8 items-center text-accent underline';

/** What was found about an address, what stays elsewhere, and the form that erases it. */
export async function FoundTraces({ search: { of, found } }: { search: NonNullable<ErasurePage['search']> }) {
  const t = await getTranslations('Erasure');
  const { email, counts, underWay, isCut, inPortal } = found;
  const hasCounts = Object.keys(counts).length > 0;
  const isNothing = !hasCounts && underWay === 0;
  return (
    <PageSection id="found" title={t('found', { email: isolate(email) })} focusFor={of}>
      <div className="space-y-4 pt-2">
        <OtherRoles found={found} />
        {isNothing && <EmptyState title={t('nothing')}>{t('searched')}</EmptyState>}
        {hasCounts && <ErasedCounts counts={counts} caption={t('caption')} />}
        {isCut && <Banner tone="info" title={t('cut', { count: MOST_AT_ONCE })} />}
        {inPortal.length > 0 && <InPortal leads={inPortal} />}
        {hasCounts && <p className="max-w-prose text-sm text-muted">{t('searched')}</p>}
        <Points title={t('misses')} points={[t('missesNames'), t('missesMentioned'), t('missesAddress')]} />
        {hasCounts && <Points title={t('also')} points={[t('alsoViews'), t('alsoDevices')]} />}
        {underWay > 0 && <UnderWay count={underWay} />}
        {hasCounts && underWay === 0 && <EraseForm of={of} found={found} />}
      </div>
    </PageSection>
  );
}

/** What the search does not cover, or does besides. */
function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="max-w-prose text-sm text-muted">
      <h3 className="font-semibold text-ink">{title}</h3>
      <ul className="list-disc pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
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
        {asAgent.map((pair) => (
          <li key={`${pair.organizationId} ${pair.agentId}`}>
            <a href={agentAddress(pair)} className={LINK}>
              {t('agent', { id: pair.agentId })}
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

/** The address is typed again: what is erased can't be restored. */
async function EraseForm({ of, found }: { of: string; found: Found }) {
  const t = await getTranslations('Erasure');
  return (
    <div className={LIST_CARD}>
      <ActionForm command="erase" about={{ of }} className="space-y-4">
        <ErasureChoices found={found} />
        <p id="erase-hint" className="max-w-prose">
          {t('confirm')}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <Labelled
            id="erase-email"
            label={t('again', { email: isolate(found.email) })}
            className="w-80 max-w-full"
          >
            <ActionInput
              id="erase-email"
              name="email"
              inputMode="email"
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
