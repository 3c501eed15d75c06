import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { FileInput, Labelled, TextArea } from '@/components/ui/field';

const ADDRESS = '/leads/import/upload';

/** Takes a file, or cells copied from a spreadsheet. Plain forms: they work without scripts, and need none. */
export async function UploadForm() {
  const t = await getTranslations('Import');
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form action={ADDRESS} method="post" encType="multipart/form-data" className="space-y-3">
        <Labelled id="import-file" label={t('fileLabel')}>
          <FileInput id="import-file" name="file" accept=".csv,.tsv,.txt,.xlsx,.xlsm" required />
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
      <form action={ADDRESS} method="post" encType="multipart/form-data" className="space-y-3">
        <Labelled id="import-cells" label={t('pasteLabel')}>
          <TextArea id="import-cells" name="cells" rows={4} required />
        </Labelled>
        <Button type="submit">{t('uploadCells')}</Button>
      </form>
    </div>
  );
}
