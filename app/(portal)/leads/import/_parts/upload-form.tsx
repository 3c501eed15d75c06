import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { LIST_CARD } from '@/components/ui/card';
import { FileInput, Labelled, TextArea } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { Problem } from '@/components/ui/problem';

const ADDRESS = '/leads/import/upload';

const FORM = {
  action: ADDRESS,
  method: 'post',
  encType: 'multipart/form-data',
  noValidate: true,
  className: `${LIST_CARD} flex flex-col items-start gap-3 *:max-w-full`,
} as const;

type Missing = 'no-file' | 'no-cells';

/**
 * Takes a file, or cells copied from a spreadsheet. Plain forms: they work without scripts, and need none.
 *
 * @param missing what the last post lacked
 */
export async function UploadForm({ missing }: { missing?: Missing }) {
  const t = await getTranslations('Import');
  const problemOf = (fault: Missing) => (fault === missing ? t(`fault.${fault}`) : undefined);
  const file = wiringOf('import-file', problemOf('no-file'));
  const cells = wiringOf('import-cells', problemOf('no-cells'));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <form {...FORM}>
        <Labelled id="import-file" label={t('fileLabel')} className="w-full">
          <Problem {...file.problem} />
          <DropZone text={t('dropHere')}>
            <FileInput
              id="import-file"
              name="file"
              accept=".csv,.tsv,.txt,.xlsx,.xlsm"
              className="border-dashed px-2.5 py-2 transition-colors hover:bg-hover any-pointer-fine:px-4 any-pointer-fine:pt-14 any-pointer-fine:pb-4"
              {...file.wiring}
            />
          </DropZone>
        </Labelled>
        <Button type="submit" variant="primary">
          {t('upload')}
        </Button>
        <p className="text-sm text-muted">
          <a href="/leads/import/template" className="inline-flex min-h-8 items-center text-accent underline">
            {t('template')}
          </a>
        </p>
      </form>
      <form {...FORM}>
        <Labelled id="import-cells" label={t('pasteLabel')} className="w-full">
          <Problem {...cells.problem} />
          <TextArea id="import-cells" name="cells" rows={4} {...cells.wiring} />
        </Labelled>
        <Button type="submit">{t('uploadCells')}</Button>
      </form>
    </div>
  );
}

/**
 * Around the browser's own control, which takes a file that is dropped anywhere on it: that needs no script. With a finger
 * nothing is dropped.
 */
function DropZone({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="relative">
      <p
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-4 top-4 hidden items-center gap-2 text-ink any-pointer-fine:flex"
      >
        <Icon name="upload" className="size-5" />
        {text}
      </p>
      {children}
    </div>
  );
}

/** A control that must be filled in, with the reason why it was refused. */
function wiringOf(id: string, text: string | undefined) {
  const refused = { 'aria-invalid': true, 'aria-describedby': `${id}-problem`, autoFocus: true } as const;
  return {
    problem: { id: `${id}-problem`, text },
    wiring: { 'aria-required': true, ...(text !== undefined && refused) } as const,
  };
}
