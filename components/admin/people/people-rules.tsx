import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { isolate } from '@/lib/core/isolate';
import { PeopleForm } from './people-form';
import type { RuleView } from './people-view';

/** The domain rules, each with the way to be rid of it. */
export async function PeopleRules({ rules }: { rules: RuleView[] }) {
  const t = await getTranslations('People');
  if (rules.length === 0) return <p className="text-sm text-muted">{t('rules.none')}</p>;
  return (
    <CardTable
      caption={t('rules.caption')}
      columns={[
        t('rules.domain'),
        t('rules.organization'),
        t('roleLabel'),
        t('rules.people'),
        t('rules.remove'),
      ]}
      rows={rules.map(({ domain, isPublic, organization, role, people }) => ({
        key: domain,
        cells: [
          <span key="domain" className="wrap-anywhere">
            @{domain}
            {isPublic && (
              <span className="block pt-1">
                <Badge tone="bad" label={t('rules.public')} />
              </span>
            )}
          </span>,
          <bdi key="organization">{organization}</bdi>,
          t(`role.${role}`),
          people,
          <PeopleForm key="remove" act="remove-rule" subject={domain} about={{ domain }}>
            <Button type="submit" size="small" aria-label={t('rules.removeOf', { domain: isolate(domain) })}>
              {t('rules.act')}
            </Button>
          </PeopleForm>,
        ],
      }))}
    />
  );
}
