import { getTranslations } from 'next-intl/server';
import { PeopleKeptForm } from '@/components/admin/people/people-kept-form';
import { PeoplePart } from '@/components/admin/people/people-part';
import { PeopleRules } from '@/components/admin/people/people-rules';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import { listDomainRules } from '@/lib/auth/domain-rules';
import { publicDomainOf } from '@/lib/auth/public-domain';
import { getDb } from '@/lib/db/handle';
import { listOrganizationChoices } from '@/lib/people/list-agents';
import { peopleAction } from './actions';
import { roleField } from './role-field';

/** Which organization an e-mail domain belongs to. */
export async function RulesPart() {
  const t = await getTranslations('People');
  const { number } = await getFormats();
  const db = await getDb();
  const [rules, organizations] = await Promise.all([listDomainRules(db), listOrganizationChoices(db)]);
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name ?? id }));
  return (
    <>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('rules.intro')}</p>
      <div className="pb-5">
        <Banner tone="warn" title={t('rules.warning')} />
      </div>
      <PeopleRules
        rules={rules.map(({ domain, organizationId, organizationName, role, people }) => ({
          ...{ domain, role, people: number(people), isPublic: publicDomainOf(domain) !== undefined },
          organization: organizationName ?? organizationId,
        }))}
      />
      <PeoplePart id="add-rule" title={t('rules.add')}>
        <PeopleKeptForm
          act="set-rule"
          action={peopleAction}
          failed={t('failed')}
          submit={t('rules.submit')}
          fields={[
            { name: 'domain', label: t('rules.domain'), required: true, placeholder: t('rules.domainHelp') },
            {
              name: 'organizationId',
              label: t('rules.organization'),
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
