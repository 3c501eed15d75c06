import { getTranslations } from 'next-intl/server';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { RefreshWhile } from '@/components/shell/refresh-while';

type Props = {
  importId: string;
  isPaused: boolean;
  /** Rows with an outcome, and all rows that are sent. */
  finished: number;
  total: number;
  text: string;
};

/** How far it is, with what can be done about it. Without scripts the page is loaded again by its link. */
export async function SendProgress({ importId, isPaused, finished, total, text }: Props) {
  const t = await getTranslations('Import');
  const about = { import: importId };
  return (
    <div className="max-w-prose space-y-4">
      <p role="status" className="text-lg font-semibold">
        {text}
      </p>
      <progress max={total} value={finished} aria-label={t('progressLabel')} className="meter h-2 w-full" />
      <p className="text-muted">{t(isPaused ? 'pausedDetail' : 'sendingDetail')}</p>
      <div className="flex flex-wrap gap-2">
        <ActionForm command={isPaused ? 'continue' : 'pause'} about={about}>
          <SubmitButton variant={isPaused ? 'primary' : 'secondary'}>
            {t(isPaused ? 'continue' : 'pause')}
          </SubmitButton>
        </ActionForm>
        <ActionForm command="stop" about={about}>
          <SubmitButton variant="danger">{t('stop')}</SubmitButton>
        </ActionForm>
      </div>
      <p>
        <a
          href={`/leads/import/${importId}/send`}
          className="inline-flex min-h-8 items-center text-accent underline"
        >
          {t('reload')}
        </a>
      </p>
      {!isPaused && <RefreshWhile />}
    </div>
  );
}
