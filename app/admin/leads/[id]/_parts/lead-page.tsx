import { getTranslations } from 'next-intl/server';
import { BackToList } from '@/components/admin/back-to-list';
import { Answers, DeletedOrErased, KeyFacts, Standing } from '@/components/leads/lead-body';
import { Timeline } from '@/components/leads/timeline';
import { PageHeading } from '@/components/shell/page-heading';
import type { LeadView } from '@/lib/leads/view';
import type { SeenBy } from '../query';
import { SeenByCard } from './seen-by';

type Props = {
  lead: LeadView;
  seenBy: SeenBy;
  /** The address of the list that it was opened from. */
  list: string;
  brand: string;
};

/** One lead of any organization, read only: its facts, its answers and its history. */
export async function AdminLeadPage({ lead, seenBy, list, brand }: Props) {
  const t = await getTranslations('AdminLeads');
  const common = await getTranslations('Common');
  const { company, name, id, timeline, statusOverrides } = lead;
  return (
    <div className="max-w-detail">
      <BackToList href={list} text={common('allLeads')} />
      <PageHeading title={company || name || id} detail={company ? name : undefined} />
      <p className="-mt-2 max-w-prose pb-4 text-sm text-muted">{t('readOnly')}</p>
      <Standing lead={lead} />
      <div className="space-y-3 pt-3 empty:hidden">
        <DeletedOrErased lead={lead} />
      </div>
      <KeyFacts lead={lead} />
      <div className="grid items-start gap-4 pt-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Answers fields={lead.fields} />
        <div className="min-w-0 space-y-4 max-xl:-order-1">
          <SeenByCard seenBy={seenBy} agentName={lead.agentName} organizationName={lead.organizationName} />
          <Timeline
            entries={timeline}
            now={new Date(lead.readAt)}
            statusOverrides={statusOverrides}
            brand={brand}
          />
        </div>
      </div>
    </div>
  );
}
