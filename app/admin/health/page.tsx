import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, ActionOutcome, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import { requireAdmin } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { GROUPS } from '@/lib/setup/checks';
import { getSetupContext } from '@/lib/setup/get-context';
import { getSetup } from '@/lib/setup/get-setup';
import { nextStep, toSteps } from '@/lib/setup/labels';
import { HealthList } from './_parts/health-list';
import { toStepGroups } from './_parts/views';
import { healthAction } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('health') };
}

export default async function HealthPage() {
  const admin = await requireAdmin('/admin/health');
  const t = await getTranslations('Setup');
  const nav = await getTranslations('AdminNav');
  const { ago, moment, day } = await getFormats();
  const now = new Date();
  const { findings, checkedAt } = await getSetup(await getSetupContext());
  const testMail = env().SMTP_URL === undefined ? undefined : admin.email;
  const steps = toSteps(findings, { t, moment: (iso) => moment(iso).text, day });
  const done = steps.filter(({ state }) => state === 'ok').length;
  const groups = await toStepGroups(steps, {
    groups: GROUPS,
    next: nextStep(steps),
    testMail,
    isChecked: checkedAt !== undefined,
  });
  return (
    <ActionArea action={healthAction}>
      <PageHeading title={nav('health')}>
        <ActionForm command="check" showsResult={false}>
          <SubmitButton variant="primary" aria-describedby="check-hint">
            {t('checkNow')}
          </SubmitButton>
        </ActionForm>
      </PageHeading>
      <ActionOutcome command="check" />
      <div className="max-w-prose space-y-2 pb-5 text-sm text-muted">
        <p>{t('intro')}</p>
        <p id="progress" className="pt-1 text-base font-semibold text-ink">
          {done === steps.length ? t('allDone') : t('progress', { done, all: steps.length })}
        </p>
        {steps.some(({ state }) => state === 'unknown') && (
          <progress
            className="meter block h-2 w-full"
            aria-labelledby="progress"
            value={done}
            max={steps.length}
          />
        )}
        <p id="check-hint">
          {checkedAt && `${t('lastChecked', { ago: ago(checkedAt.toISOString(), now) })} ${t('repeatHint')} `}
          {t('checkNowHint')}
        </p>
      </div>
      {!checkedAt && (
        <div className="pb-5">
          <Banner tone="info" title={t('neverChecked')}>
            {t('neverCheckedDetail')}
          </Banner>
        </div>
      )}
      <HealthList groups={groups} />
    </ActionArea>
  );
}
