import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { agentAddress } from '@/lib/core/address';
import { isolate } from '@/lib/core/isolate';
import type { SeenBy } from '../query';

type Props = { seenBy: SeenBy; agentName: string; organizationName: string };

/** Who can see the lead: the answer when an agent says that they can't. */
export async function SeenByCard({ seenBy, agentName, organizationName }: Props) {
  const t = await getTranslations('AdminLeads.seenBy');
  const common = await getTranslations('Common');
  const { organizationId, agentId, mapped, managers } = seenBy;
  const hasAgent = agentId !== '';
  return (
    <Card id="seen-by" title={t('title')}>
      <dl className="space-y-3">
        <Entry term={common('agent')}>
          {hasAgent ? (
            <Names names={[{ href: agentAddress({ organizationId, agentId }), name: agentName }]} />
          ) : (
            t('noAgent')
          )}
        </Entry>
        {hasAgent && (
          <Entry term={t('mapped')}>
            {mapped.length > 0 ? (
              <Names names={toLinks(mapped)} />
            ) : (
              <>
                {t('nobody')}{' '}
                <a
                  href="/admin/people"
                  className="inline-block py-0.5 font-semibold text-accent hover:underline"
                >
                  {t('map')}
                </a>
              </>
            )}
          </Entry>
        )}
        <Entry term={t('managers', { organization: isolate(organizationName) })}>
          {managers.length > 0 ? <Names names={toLinks(managers)} /> : t('none')}
        </Entry>
      </dl>
    </Card>
  );
}

const toLinks = (people: SeenBy['mapped']) =>
  people.map(({ id, name }) => ({ href: `/admin/people/${id}`, name }));

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Names({ names }: { names: readonly { href: string; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {names.map(({ href, name }) => (
        <li key={href} className="min-w-0">
          <a href={href} dir="auto" className="inline-block py-0.5 wrap-anywhere text-accent hover:underline">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
