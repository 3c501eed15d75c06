import { inEnglish, nextStep, type Step } from '@/lib/setup/words';

const WIDTH = 100;
/** As wide as the longest state, so that the titles align. */
const STATE_WIDTH = 15;
const INDENT = ' '.repeat(STATE_WIDTH + 3);

/** The report for people: one paragraph for each step, and what to do if it is not done. */
export function toText(steps: readonly Step[]): string {
  const { t } = inEnglish();
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
  lines.push(next ? t('nextStep', { title: next.title }) : t('allDone'));
  return lines.slice(1).join('\n');
}

function paragraph(step: Step): string[] {
  const { t } = inEnglish();
  const state = t(`state.${step.state}`).padEnd(STATE_WIDTH);
  // Printed once, at the first step.
  if (step.causes.some(({ code }) => code === 'no-settings')) return [`  ${state} ${step.title}`];
  const plain = step.seen.filter(({ items }) => items.length === 0);
  const listed = step.seen.filter(({ items }) => items.length > 0);
  return [
    `  ${state} ${step.title}`,
    ...wrapped(plain.map(({ text }) => text).join(' '), INDENT),
    ...listed.flatMap(({ text, items }) => [
      ...wrapped(text, INDENT),
      ...items.flatMap((item) => wrapped(item, `${INDENT}  `, '- ')),
    ]),
    ...step.causes.flatMap(({ what, todo }) => [
      ...wrapped(what, INDENT, '! '),
      ...wrapped(todo, `${INDENT}  `, '> '),
    ]),
  ];
}

/** Wraps a text at spaces; `mark` precedes its first line. */
function wrapped(text: string, indent: string, mark = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter(Boolean)) {
    if (line !== '' && indent.length + mark.length + line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((part, index) => `${indent}${index === 0 ? mark : ' '.repeat(mark.length)}${part}`);
}

/** The report for programs. */
export function toJson(steps: readonly Step[], now: Date): string {
  const isBad = steps.some(({ state }) => state === 'bad');
  const checks = steps.map(({ id, group, state, title, facts, causes }) => ({
    ...{ id, group, state, title, facts, causes },
  }));
  return JSON.stringify({ at: now.toISOString(), ok: !isBad, checks }, undefined, 2);
}
