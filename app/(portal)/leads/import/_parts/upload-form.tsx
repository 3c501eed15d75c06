import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { LIST_CARD } from '@/components/ui/card';
import { Labelled, TextArea } from '@/components/ui/field';
import { Problem } from '@/components/ui/problem';
import { FileDrop } from './file-drop';

const FORM = {
  action: '/leads/import/upload',
  method: 'post',
  encType: 'multipart/form-data',
  noValidate: true,
  className: `${LIST_CARD} flex flex-col items-start gap-3 *:max-w-full`,
} as const;

type Missing = 'no-file' | 'no-cells';

/**
 * Takes a file, or cells copied from a spreadsheet. Plain forms: they work without scripts.
 *
 * @param missing what the last post lacked
 */
export async function UploadForm({ missing }: { missing?: Missing }) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const problemOf = (fault: Missing) => (fault === missing ? t(`fault.${fault}`) : undefined);
  const file = wiringOf('import-file', problemOf('no-file'));
  const cells = wiringOf('import-cells', problemOf('no-cells'));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <form {...FORM}>
        <Problem {...file.problem} />
        <FileDrop
          id="import-file"
          label={t('fileLabel')}
          texts={{
            choose: t('chooseFile'),
            drop: t('dropHere'),
            uploading: common('working'),
            upload: t('upload'),
          }}
          wiring={file.wiring}
        />
        <p className="text-sm text-muted">
          <a href="/leads/import/template" className="inline-flex min-h-8 items-center text-accent underline">
            {t('template')}
          </a>
        </p>
      </form>
      <form {...FORM}>
        <Labelled id="import-cells" label={t('pasteLabel')} className="w-full">
          <Problem {...cells.problem} />
          <TextArea id="import-cells" name="cells" rows={6} {...cells.wiring} />
        </Labelled>
        <Button type="submit">{t('uploadCells')}</Button>
      </form>
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
