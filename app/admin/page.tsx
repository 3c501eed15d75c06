import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import { requireAdmin } from '@/lib/auth/viewer';
import type { Tone } from '@/lib/core/status-words';
import { getDb } from '@/lib/db/handle';
import { type OverviewRow, OverviewTable } from './_parts/overview-table';
import { toOverviewRows } from './_parts/rows';
import { checkNowAction } from './actions';
import { getOverviewPage } from './query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('title') };
}

export default async function AdminPage() {
  await requireAdmin('/admin');
  const t = await getTranslations('Admin');
  const page = await getOverviewPage(await getDb(), new Date());
  const rows = await toOverviewRows(page);
  const summary = await summarize(rows);
  return (
    <ActionArea action={checkNowAction}>
      <PageHeading title={t('title')}>
        <ActionForm command="check">
          <SubmitButton>{t('checkNow')}</SubmitButton>
        </ActionForm>
      </PageHeading>
      <div className="space-y-4">
        <Banner tone={summary.tone} title={summary.text} />
        <OverviewTable caption={t('caption')} rows={rows} />
      </div>
    </ActionArea>
  );
}

/** The whole state in one sentence, with its tone. */
async function summarize(rows: readonly OverviewRow[]): Promise<{ tone: Tone; text: string }> {
  const [t, { series }] = [await getTranslations('Admin'), await getFormats()];
  const countOf = (tone: Tone) => rows.filter(({ state }) => state.tone === tone).length;
  const [failing, warnings] = [countOf('bad'), countOf('warn')];
  if (failing + warnings > 0) {
    const parts = [
      ...(failing > 0 ? [t('stateFailing', { count: failing })] : []),
      ...(warnings > 0 ? [t('stateAttention', { count: warnings })] : []),
    ];
    return { tone: failing > 0 ? 'bad' : 'warn', text: series(parts) };
  }
  return countOf('progress') > 0
    ? { tone: 'progress', text: t('stateUnknown') }
    : { tone: 'good', text: t('stateFine') };
}
