import { getTranslations } from 'next-intl/server';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Badge } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button';
import { CARD } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Moment } from '@/lib/core/formats';

/** A draft with every text ready. */
export type DraftView = {
  id: string;
  href: string;
  /** The company, else the person. */
  title: string;
  person: string;
  /** What it is: a new lead, a correction, changes to a lead. */
  kind: string;
  /** All required fields are filled in. */
  isReady: boolean;
  rest: string;
  /** It can only be read, because the lead has changed. */
  outdated?: string;
  saved: Moment;
  device: string;
};

/** A person's drafts from all their devices. */
export async function DraftList({ drafts }: { drafts: readonly DraftView[] }) {
  const common = await getTranslations('Common');
  return (
    <ul aria-label={common('drafts')} className={`${CARD} divide-y divide-line`}>
      {drafts.map((draft) => (
        <li key={draft.id} className="px-4 py-4 sm:px-5">
          <DraftCard draft={draft} />
        </li>
      ))}
    </ul>
  );
}

async function DraftCard({ draft }: { draft: DraftView }) {
  const t = await getTranslations('Drafts');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  const { id, href, title, person, kind, isReady, rest, outdated, saved, device } = draft;
  const open = outdated ? t('read') : t('continue');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        {person && (
          <p dir="auto" className="wrap-anywhere">
            {person}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <Badge tone="neutral" label={kind} />
          <span className={isReady ? 'font-semibold' : undefined}>{rest}</span>
        </p>
        <p className="pt-1 text-sm text-muted">
          {t.rich('savedOn', { device, time: () => <RelativeTime moment={saved} /> })}
        </p>
        {outdated && <p className="pt-1 text-sm">{outdated}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={href}
          aria-label={common('named', { action: open, name: title })}
          className={buttonClass({ variant: 'secondary' })}
        >
          {open}
        </a>
        <ConfirmDialog
          command="delete"
          subject={id}
          about={{ draft: id }}
          text={common('delete')}
          name={common('named', { action: common('delete'), name: title })}
          title={common('deleteSure', { name: title })}
          cancel={action('cancel')}
        >
          {t('deleteDetail')}
        </ConfirmDialog>
      </div>
    </div>
  );
}
