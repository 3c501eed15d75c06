import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import type { Needs } from '../query';

/** Where an admin decides, by the names of these pages in the navigation. */
const PAGES = {
  submissions: 'submissions',
  rejectedOwners: 'submissions',
  missing: 'webhooks',
  quarantinedLeads: 'webhooks',
  conflicts: 'webhooks',
  people: 'people',
} as const satisfies Record<keyof Needs, string>;

const KINDS = Object.keys(PAGES) as (keyof Needs)[];

/** What waits for a decision that only an admin can make; nothing if nothing does. */
export async function NeedsYou({ needs }: { needs: Needs }) {
  const [t, pages] = [await getTranslations('Admin'), await getTranslations('AdminNav')];
  const open = KINDS.filter((kind) => needs[kind] > 0);
  if (open.length === 0) return null;
  return (
    <Card id="needs-you" title={t('needsYou')}>
      <ul className="divide-y divide-line">
        {open.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <p className="flex min-w-0 flex-1 basis-64 gap-2.5">
              <span className="tone-warn pt-0.5 text-tone">
                <Icon name="triangle-alert" />
              </span>
              <span className="min-w-0">{t(`needs.${kind}`, { count: needs[kind] })}</span>
            </p>
            <LinkButton href={`/admin/${PAGES[kind]}`} size="small" className="max-sm:min-h-11">
              {t('open', { page: pages(PAGES[kind]) })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
