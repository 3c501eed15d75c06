import { createTranslator } from 'use-intl/core';
import { formatsFor } from '@/lib/core/formats';
import type { Findings } from '@/lib/setup/checks';
import { nextStep, type Reader, type Step, toSteps } from '@/lib/setup/labels';
import messages from '@/messages/en.json';

const t = createTranslator({ locale: 'en', messages, namespace: 'Setup' });
const { moment, day } = formatsFor('en', 'UTC');
/** English, as all commands, and UTC, as a terminal has no time zone of its own. */
const READER: Reader = { t, day, moment: (iso) => moment(iso).text };

/** The report for people: one paragraph for each step, and what to do if it is not done. */
export function toText(findings: Findings): string {
  const steps = toSteps(findings, READER);
  const lines: string[] = [];
  let group = '';
  for (const step of steps) {
    if (step.group !== group) lines.push('', t(`groups.${step.group}`));
    group = step.group;
    lines.push(...paragraph(step));
  }
  const done = steps.filter(({ state }) => state === 'ok').length;
  lines.push('', t('progress', { done, all: steps.length }));
  const next = nextStep(steps);
  lines.push(next ? `Next: ${next.title}` : t('allDone'));
  return lines.slice(1).join('\n');
}

/** As wide as the longest state, so that the titles align. */
const COLUMNS = Math.max(...Object.values(messages.Setup.state).map((state) => state.length));

function paragraph({ state, title, seen, causes }: Step): string[] {
  const first = `  ${t(`state.${state}`).padEnd(COLUMNS)} ${title}`;
  // What to do is said at the earlier step.
  if (causes.some(({ code }) => code === 'earlier-first')) return [first];
  const plain = seen.filter(({ items }) => items.length === 0);
  const listed = seen.filter(({ items }) => items.length > 0);
  return [
    first,
    ...wrap('', plain.map(({ text }) => text).join(' ')),
    ...listed.flatMap(({ text, items }) => [
      ...wrap('', text),
      ...items.flatMap((item) => wrap('  - ', item)),
    ]),
    ...causes.flatMap(({ what, todo }) => [...wrap('! ', what), ...wrap('  > ', todo)]),
  ];
}

/** Below the title, between words, for a terminal of 80 columns. */
function wrap(mark: string, text: string): string[] {
  const lines = text.match(/\S.{0,57}(?!\S)|\S+/g) ?? [];
  const indent = ' '.repeat(COLUMNS + 3);
  return lines.map((line, index) => indent + (index === 0 ? mark : ' '.repeat(mark.length)) + line);
}

/** The report for programs. */
export function toJson(findings: Findings, now: Date): string {
  const steps = toSteps(findings, READER);
  const isBad = steps.some(({ state }) => state === 'bad');
  const checks = steps.map(({ id, group, state, title, facts, causes }) => ({
    id,
    group,
    state,
    title,
    facts,
    causes,
  }));
  return JSON.stringify({ at: now.toISOString(), ok: !isBad, checks }, undefined, 2);
}
