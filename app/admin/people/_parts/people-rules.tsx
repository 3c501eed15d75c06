import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { isolate } from '@/lib/core/isolate';
import { shortId } from '@/lib/core/short-id';
import type { PeoplePartData } from '../parts';
import { PeopleForm, roleField } from './people-form';
import { PeoplePager, PeoplePart, PeopleSearch } from './people-part';
import { peopleAddress, type RuleView } from './people-view';

type Props = Extract<PeoplePartData, { view: 'rules' }>;

/** Maps email domains to organizations. */
export async function RulesPart({ rules, organizations, q }: Props) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  const { number } = await getFormats();
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name ?? shortId(id) }));
  return (
    <>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('rules.intro')}</p>
      {(rules.pages > 1 || q !== '') && <PeopleSearch view="rules" label={t('rules.find')} q={q} />}
      <PeopleRules
        none={q === '' ? t('rules.none') : common('noMatch')}
        rules={rules.rows.map(({ domain, organizationId, organizationName, role, people, isPublic }) => ({
          domain,
          role,
          people: number(people),
          isPublic,
          organization: organizationName ?? shortId(organizationId),
        }))}
      />
      <PeoplePager list={rules} hrefOf={(page) => peopleAddress('rules', { q, page })} />
      <PeoplePart id="add-rule" title={t('rules.add')}>
        <PeopleForm
          command="set-rule"
          submit={t('rules.submit')}
          fields={[
            { name: 'domain', label: t('rules.domain'), required: true, placeholder: t('rules.domainHelp') },
            {
              name: 'organizationId',
              label: common('organization'),
              required: true,
              choices: [{ label: '', choices: [{ value: '', label: t('rules.choose') }, ...choices] }],
            },
            await roleField(),
          ]}
        />
      </PeoplePart>
    </>
  );
}

/** The domain rules, each with a button to remove it. */
async function PeopleRules({ rules, none }: { rules: RuleView[]; none: string }) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  if (rules.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <CardTable
      caption={t('tab.rules')}
      columns={[
        t('rules.domain'),
        common('organization'),
        t('roleLabel'),
        common('people'),
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
          <ActionForm key="remove" command="remove-rule" subject={domain} about={{ domain }}>
            <SubmitButton
              size="small"
              aria-label={common('named', { action: t('rules.remove'), name: isolate(domain) })}
            >
              {t('rules.remove')}
            </SubmitButton>
          </ActionForm>,
        ],
      }))}
    />
  );
}
