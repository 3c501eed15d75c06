import { getTranslations } from 'next-intl/server';
import type { ComponentProps } from 'react';
import { WriteFields } from '@/components/shell/action-form';
import { RefreshWhile } from '@/components/shell/refresh-while';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import type { PeoplePartData } from '../parts';
import { PeopleAgents } from './people-agents';
import { PeopleForm } from './people-form';
import { ImportResult, PeopleImport } from './people-import';
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
        <EmptyState title={q === '' ? t('none') : common('noMatch')}>
          {q === '' ? t('noneDetail') : common('noMatchDetail')}
        </EmptyState>
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
async function FilesPart({ template, maxBytes, signInAgainHref, last }: FilesPartProps) {
  const t = await getTranslations('People.files');
  const common = await getTranslations('Common');
  const lineTexts = {
    caption: t('caption'),
    line: common('row'),
    email: common('emailAddress'),
    outcome: common('outcome'),
  };
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
            signInAgain,
            tooBig: t('file-fault.too-large'),
            noFile: t('noFile'),
            ...lineTexts,
          }}
          maxBytes={maxBytes}
        />
      </PeoplePart>
      {last && (
        <PeoplePart id="last-import" title={t('last')}>
          <LastImport last={last} texts={lineTexts} />
        </PeoplePart>
      )}
    </>
  );
}

type LastImportProps = {
  last: NonNullable<FilesPartProps['last']>;
  texts: ComponentProps<typeof ImportResult>['texts'];
};

/** What the last import did, or how far it is. Without scripts the page is loaded again by its link. */
async function LastImport({ last: { at, done, total, result }, texts }: LastImportProps) {
  const t = await getTranslations('People.files');
  if (result)
    return (
      <div className="space-y-3">
        <p className="text-sm text-muted">
          <Time moment={(await getFormats()).moment(at.toISOString())} />
        </p>
        <ImportResult response={result} texts={texts} />
      </div>
    );
  return (
    <div className="max-w-prose space-y-4">
      <p id="import-progress" role="status" className="font-semibold">
        {t('progress', { done, total })}
      </p>
      <progress max={total} value={done} aria-labelledby="import-progress" className="meter h-2 w-full" />
      <p className="text-sm text-muted">{t('progressDetail')}</p>
      <p>
        <a href="/admin/people?view=files" className="inline-flex min-h-8 items-center text-accent underline">
          {(await getTranslations('Import'))('reload')}
        </a>
      </p>
      <RefreshWhile />
    </div>
  );
}
