import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { StepGroup, StepView } from '@/components/admin/setup/setup-list';
import { getFormats } from '@/components/ui/formats';
import type { Tone } from '@/lib/core/status-words';
import { type Findings, GROUPS } from '@/lib/setup/checks';
import type { State } from '@/lib/setup/finding';
import { nextStep, type Step, toSteps } from '@/lib/setup/words';

const TONES: Readonly<Record<State, Tone>> = { ok: 'good', warning: 'warn', bad: 'bad', unknown: 'neutral' };

/** The whole list as the page shows it, with its progress. */
export async function toSetupViews(findings: Findings, { testMail }: { testMail?: string }) {
  const t = await getTranslations('Setup');
  const { moment } = await getFormats();
  const steps = toSteps(findings, { say: t, moment: (iso) => moment(iso).text });
  const next = nextStep(steps);
  const toView = (step: Step): StepView => ({
    id: step.id,
    title: step.title,
    state: { tone: TONES[step.state], label: t(`state.${step.state}`) },
    isDone: step.state === 'ok',
    isNext: step === next,
    seen: step.seen.map(({ text, items }) => ({ text, items, show: t('list', { count: items.length }) })),
    causes: step.causes,
    ...(step.id === 'mail' && { testMail }),
  });
  const groups: StepGroup[] = GROUPS.map((group) => ({
    id: group,
    title: t(`groups.${group}`),
    steps: steps.filter((step) => step.group === group).map(toView),
  }));
  return { groups, done: steps.filter(({ state }) => state === 'ok').length, all: steps.length };
}
