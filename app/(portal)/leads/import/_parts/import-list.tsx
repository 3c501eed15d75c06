import { getTranslations } from 'next-intl/server';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { buttonClass } from '@/components/ui/button';
import { CARD } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Moment } from '@/lib/core/formats';

/** An import with every text ready. */
export type ImportView = {
  id: string;
  href: string;
  name: string;
  /** How many rows it has, and how far it is. */
  status: string;
  at: Moment;
  canDelete: boolean;
};

/** A person's imports, and how long they are retained. */
export async function ImportList({ days, imports }: { days: number; imports: readonly ImportView[] }) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  return (
    <section aria-labelledby="imports" className="pt-8">
      <h2 id="imports" className="pb-3 text-lg font-semibold">
        {t('listTitle')}
      </h2>
      <ul aria-labelledby="imports" className={`${CARD} divide-y divide-line`}>
        {imports.map(({ id, href, name, status, at, canDelete }) => (
          <li
            key={id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
          >
            <div className="min-w-0 grow basis-72">
              <h3 dir="auto" className="font-semibold wrap-anywhere">
                {name}
              </h3>
              <p>{status}</p>
              <p className="text-sm text-muted">
                <RelativeTime moment={at} />
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <a
                href={href}
                aria-label={common('named', { action: t('link.open'), name })}
                className={buttonClass()}
              >
                {t('link.open')}
              </a>
              {canDelete && (
                <ConfirmDialog
                  command="delete"
                  subject={id}
                  about={{ import: id }}
                  text={common('delete')}
                  name={common('named', { action: common('delete'), name })}
                  title={common('deleteSure', { name })}
                  cancel={action('cancel')}
                >
                  {t('deleteDetail')}
                </ConfirmDialog>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-sm text-muted">{t('retainedFor', { days })}</p>
    </section>
  );
}
