import { getTranslations } from 'next-intl/server';
import type { Tone } from '@/lib/core/status-labels';
import type { State } from '@/lib/setup/finding';
import type { Step } from '@/lib/setup/labels';
import type { StepGroup, StepView } from './health-list';

const TONES: Readonly<Record<State, Tone>> = { ok: 'good', warning: 'warn', bad: 'bad', unknown: 'neutral' };

/** Where an admin puts a check right, by the names of these pages in the navigation. */
const PAGES: Partial<Record<Step['id'], 'submissions' | 'fields' | 'webhooks' | 'people'>> = {
  work: 'submissions',
  schema: 'fields',
  mirror: 'webhooks',
  subscriptions: 'webhooks',
  deliveries: 'webhooks',
  people: 'people',
};

/** The checks as the page shows them, in these groups. */
export async function toStepGroups(
  steps: readonly Step[],
  {
    groups,
    next,
    testMail,
    isChecked,
  }: {
    groups: readonly Step['group'][];
    next?: Step;
    testMail?: string;
    /** False before the first check: then the page says so once, and not at each step. */
    isChecked: boolean;
  },
): Promise<StepGroup[]> {
  const t = await getTranslations('Setup');
  const [open, pages] = [await getTranslations('Admin'), await getTranslations('AdminNav')];
  const toCure = (page: (typeof PAGES)[Step['id']]) =>
    page && { href: `/admin/${page}`, text: open('open', { page: pages(page) }) };
  const toView = (step: Step): StepView => ({
    id: step.id,
    title: step.title,
    state: { tone: TONES[step.state], label: t(`state.${step.state}`) },
    isDone: step.state === 'ok',
    isNext: step === next,
    seen: step.seen.map(({ text, items }) => ({ text, items, show: t('list', { count: items.length }) })),
    causes: step.causes.filter(({ code }) => isChecked || code !== 'not-checked'),
    cure: toCure(PAGES[step.id]),
    ...(step.id === 'mail' && { testMail }),
  });
  return groups.map((group) => ({
    id: group,
    title: t(`groups.${group}`),
    steps: steps.filter((step) => step.group === group).map(toView),
  }));
}
