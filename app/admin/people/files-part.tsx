import { getTranslations } from 'next-intl/server';
import { PeopleImport } from '@/components/admin/people/people-import';
import { PeoplePart } from '@/components/admin/people/people-part';
import { Button } from '@/components/ui/button';
import { signInAgainPath } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { COLUMNS } from '@/lib/people/people-file';
import { isRecent } from '@/lib/sessions/sessions';
import type { PartProps } from './part';
import { peopleHref } from './query';

/** People as a file, in and out. */
export async function FilesPart({ admin }: PartProps) {
  const t = await getTranslations('People.files');
  const signInAgain = isRecent(admin, new Date())
    ? undefined
    : {
        href: signInAgainPath(peopleHref({ view: 'files' })),
        label: t('signInAgain'),
        help: t('signInAgainHelp'),
      };
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
          <p>{t('importIntro', { columns: COLUMNS.join(', ') })}</p>
          <p>{t('importSafe')}</p>
          <p>{t('importNoMail', { address: env().APP_URL })}</p>
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
