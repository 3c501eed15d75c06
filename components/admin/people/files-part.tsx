import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import type { PeoplePartData } from '@/lib/admin/people/parts';
import { PeopleImport } from './people-import';
import { PeoplePart } from './people-part';

type Props = Extract<PeoplePartData, { view: 'files' }>;

/** Import and export of people as a file. */
export async function FilesPart({ columns, address, signInAgainHref }: Props) {
  const t = await getTranslations('People.files');
  const signInAgain =
    signInAgainHref === undefined
      ? undefined
      : { href: signInAgainHref, label: t('signInAgain'), help: t('signInAgainHelp') };
  return (
    <>
      <PeoplePart id="export" title={t('export')}>
        <p className="max-w-prose pb-3 text-sm text-muted">{t('exportIntro')}</p>
        <form action="/admin/people/export" method="post">
          <Button type="submit">{t('exportButton')}</Button>
        </form>
      </PeoplePart>
      <PeoplePart id="import" title={t('import')}>
        <div className="max-w-prose space-y-2 pb-3 text-sm text-muted">
          <p>{t('importIntro', { columns: columns.join(', ') })}</p>
          <p>{t('importSafe')}</p>
          <p>{t('importNoMail', { address })}</p>
        </div>
        <PeopleImport
          texts={{
            file: t('file'),
            check: t('check'),
            apply: t('apply'),
            busy: t('busy'),
            failed: t('failed'),
            caption: t('caption'),
            line: t('line'),
            email: t('email'),
            outcome: t('outcome'),
            signInAgain,
          }}
        />
      </PeoplePart>
    </>
  );
}
