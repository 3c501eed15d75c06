import { getTranslations } from 'next-intl/server';
import { WriteFields } from '@/components/shell/action-form';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { PeoplePartData } from '../parts';
import { PeopleAgents } from './people-agents';
import { PeopleForm } from './people-form';
import { PeopleImport } from './people-import';
import { PeoplePager, PeoplePart, PeopleSearch } from './people-part';
import { RulesPart } from './people-rules';
import { PeopleListPart } from './people-table';
import { peopleAddress } from './people-view';
import { WaitingPart } from './people-waiting';
import { byOrganization, toAgentViews } from './views';

/** The requested part of the page. */
export function PeopleBody({ part }: { part: PeoplePartData }) {
  switch (part.view) {
    case 'waiting':
      return <WaitingPart {...part} />;
    case 'people':
      return <PeopleListPart {...part} />;
    case 'agents':
      return <AgentsPart {...part} />;
    case 'rules':
      return <RulesPart {...part} />;
    case 'files':
      return <FilesPart {...part} />;
  }
}

type AgentsPartProps = Extract<PeoplePartData, { view: 'agents' }>;

/** Organizations and agents, from leads or added by an admin. */
async function AgentsPart({ agents, mapped, q }: AgentsPartProps) {
  const t = await getTranslations('People.agents');
  const common = await getTranslations('Common');
  const views = await toAgentViews(agents.rows, mapped);
  return (
    <>
      <p className="max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <PeopleSearch view="agents" label={t('find')} q={q} />
      {views.length === 0 ? (
        <EmptyState title={t('none')}>{q === '' ? t('noneDetail') : common('noMatchDetail')}</EmptyState>
      ) : (
        <>
          <p className="pb-3 text-sm text-muted">{t('total', { count: agents.total })}</p>
          <PeopleAgents organizations={byOrganization(views)} />
        </>
      )}
      <PeoplePager list={agents} hrefOf={(page) => peopleAddress('agents', { q, page })} />
      <TypeIn isOpen={views.length === 0 && q === ''} />
    </>
  );
}

/** For the first agents of a portal that has no leads; folded once there are some. */
async function TypeIn({ isOpen }: { isOpen: boolean }) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  return (
    <details open={isOpen} className="mt-6">
      <summary className="mb-2 min-h-11 w-fit font-semibold text-accent sm:min-h-9">
        {t('agents.typeIn')}
      </summary>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('agents.typeInIntro')}</p>
      <PeopleForm
        command="type-in"
        submit={t('agents.add')}
        fields={[
          { name: 'organizationId', label: common('organizationId'), required: true },
          { name: 'organizationName', label: t('agents.organizationNew') },
          { name: 'agentId', label: common('agentId'), required: true },
          { name: 'agentName', label: t('agents.agentNew') },
        ]}
      />
    </details>
  );
}

type FilesPartProps = Extract<PeoplePartData, { view: 'files' }>;

/** Import and export of people as a file. */
async function FilesPart({ template, maxBytes, signInAgainHref }: FilesPartProps) {
  const t = await getTranslations('People.files');
  const common = await getTranslations('Common');
  const signInAgain =
    signInAgainHref === undefined
      ? undefined
      : { href: signInAgainHref, label: common('signInAgain'), help: t('signInAgainHelp') };
  return (
    <>
      <PeoplePart id="export" title={t('export')}>
        <p className="max-w-prose pb-3 text-sm text-muted">{t('exportIntro')}</p>
        <form action="/admin/people/export" method="post">
          <WriteFields>
            <Button type="submit">{t('exportButton')}</Button>
          </WriteFields>
        </form>
      </PeoplePart>
      <PeoplePart id="import" title={t('import')}>
        <div className="max-w-prose space-y-2 pb-3 text-sm text-muted">
          <p>{t('importSafe')}</p>
          <p>
            <a
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
              download="people.csv"
              className="text-accent underline"
            >
              {t('template')}
            </a>
          </p>
        </div>
        <PeopleImport
          texts={{
            file: t('file'),
            check: t('check'),
            apply: common('import'),
            busy: common('working'),
            failed: t('failed'),
            caption: t('caption'),
            line: t('line'),
            email: common('emailAddress'),
            outcome: common('outcome'),
            signInAgain,
            tooBig: t('file-fault.too-large'),
            noFile: t('noFile'),
          }}
          maxBytes={maxBytes}
        />
      </PeoplePart>
    </>
  );
}
