import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { getDb } from '@/lib/db/handle';
import { type ImportForm, interpretationOf, nameInterpretation } from '@/lib/imports/import-form';
import { isChangeable, type StoredImport } from '@/lib/imports/imports';
import { countRows, type RowCounts } from '@/lib/imports/list-rows';
import { countOutcomes } from '@/lib/imports/progress';
import { ImportSteps } from '../../_parts/import-steps';
import { importAction } from '../../actions';
import { openSteps } from '../../open-steps';
import { loadImport, type StepProps } from '../load';
import { SendProgress } from './_parts/send-progress';
import { StartForm } from './_parts/start-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Import'))('sendTitle') };
}

export default async function SendPage({ params }: StepProps) {
  const { viewer, stored, form } = await loadImport((await params).id, 'send');
  const t = await getTranslations('Import');
  const isReady = isChangeable(stored);
  if (isReady && stored.checkedBy !== form.whole.version) redirect(`/leads/import/${stored.id}/check`);
  const counts = await countRows(await getDb(), stored.id);
  // All of it is on its way, or was sent.
  if (isReady && stored.startedAt && counts.ready === 0) redirect(`/leads/import/${stored.id}/result`);
  return (
    <>
      <PortalHeader viewer={viewer} />
      <ActionArea action={importAction}>
        <PageHeading title={t('sendTitle')} detail={stored.fileName || t('pasted')} />
        <ImportSteps id={stored.id} current="send" open={openSteps(stored)} />
        {isReady ? <Start stored={stored} form={form} counts={counts} /> : <Sending stored={stored} />}
      </ActionArea>
    </>
  );
}

type StartProps = { stored: StoredImport; form: ImportForm; counts: RowCounts };

async function Start({ stored, form, counts }: StartProps) {
  const t = await getTranslations('Import');
  const { ready, wrong, sent, 'left-out': leftOut } = counts;
  if (ready === 0) {
    return (
      <div className="space-y-4">
        <p>{t(sent > 0 ? 'allSentBefore' : 'result.nothing-to-send')}</p>
        <LinkButton href={`/leads/import/${stored.id}/check`}>{t('backToCheck')}</LinkButton>
      </div>
    );
  }
  const { version } = form.whole;
  const interpretation = interpretationOf(stored, form.model);
  if (!interpretation) redirect(`/leads/import/${stored.id}/columns`);
  return (
    <div className="space-y-4">
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('willSend', { count: ready })}</li>
        {wrong > 0 && <li>{t('wrongStay', { count: wrong })}</li>}
        {leftOut > 0 && <li>{t('leftOutStay', { count: leftOut })}</li>}
        {sent > 0 && <li>{t('sentBefore', { count: sent })}</li>}
      </ul>
      <StartForm
        importId={stored.id}
        version={version}
        interpretation={nameInterpretation(interpretation)}
        consents={form.consents.fields}
        count={ready}
      />
    </div>
  );
}

async function Sending({ stored }: { stored: StoredImport }) {
  const t = await getTranslations('Import');
  const outcomes = await countOutcomes(await getDb(), stored.id);
  const { accepted, refused, unclear, waiting } = outcomes;
  const finished = accepted + refused + unclear;
  const total = finished + outcomes['under-way'] + waiting;
  return (
    <SendProgress
      importId={stored.id}
      isPaused={stored.state === 'paused'}
      finished={finished}
      total={total}
      text={t('progress', { accepted, meant: total, refused, unclear })}
    />
  );
}
