import { createTranslator } from 'use-intl/core';
import { formatsFor } from '@/lib/core/formats';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Findings } from '@/lib/setup/checks';
import { nextStep, type Reader, type Step, toSteps } from '@/lib/setup/labels';
import { columnsOf, joinSentences, padTo, wrapText } from './terminal-text';

const WIDTH = 100;

/** The reader of a terminal: a language, and UTC, as a terminal has no time zone of its own. */
export type TerminalReader = Reader & { tag: string };

/** The reader of a terminal in the language of `messages`; `tag` (BCP 47) is for formats. */
export function terminalReader(messages: Messages, tag: string): TerminalReader {
  const { moment, day } = formatsFor(tag, 'UTC');
  const t = createTranslator({ locale: tag, messages, namespace: 'Setup' });
  return { t, tag, day, moment: (iso) => moment(iso).text };
}

/** The report for people: one paragraph for each step, and what to do if it is not done. */
export function toText(findings: Findings, reader: TerminalReader): string {
  const { t } = reader;
  const steps = toSteps(findings, reader);
  const lines: string[] = [];
  let group = '';
  for (const step of steps) {
    if (step.group !== group) lines.push('', t(`groups.${step.group}`));
    group = step.group;
    lines.push(...paragraph(step, reader));
  }
  const done = steps.filter(({ state }) => state === 'ok').length;
  lines.push('', t('progress', { done, all: steps.length }));
  const next = nextStep(steps);
  lines.push(next ? t('nextStep', { title: next.title }) : t('allDone'));
  return lines.slice(1).join('\n');
}

/** As wide as the longest state, so that the titles align. */
function stateColumns({ t }: TerminalReader): number {
  const states = ['ok', 'warning', 'bad', 'unknown'] as const;
  return Math.max(...states.map((state) => columnsOf(t(`state.${state}`))));
}

function paragraph(step: Step, reader: TerminalReader): string[] {
  const columns = stateColumns(reader);
  const title = `  ${padTo(reader.t(`state.${step.state}`), columns)} ${step.title}`;
  // What to do is said at the earlier step.
  if (step.causes.some(({ code }) => code === 'earlier-first')) return [title];
  const indent = ' '.repeat(columns + 3);
  const wrapped = (text: string, { deeper = '', mark = '' } = {}) =>
    text === '' ? [] : wrapText(text, { tag: reader.tag, width: WIDTH, indent: indent + deeper, mark });
  const plain = step.seen.filter(({ items }) => items.length === 0);
  const listed = step.seen.filter(({ items }) => items.length > 0);
  return [
    title,
    ...wrapped(joinSentences(plain.map(({ text }) => text))),
    ...listed.flatMap(({ text, items }) => [
      ...wrapped(text),
      ...items.flatMap((item) => wrapped(item, { deeper: '  ', mark: '- ' })),
    ]),
    ...step.causes.flatMap(({ what, todo }) => [
      ...wrapped(what, { mark: '! ' }),
      ...wrapped(todo, { deeper: '  ', mark: '> ' }),
    ]),
  ];
}

/** The report for programs: its codes are the same in each language, its texts are the reader's. */
export function toJson(findings: Findings, { reader, now }: { reader: TerminalReader; now: Date }): string {
  const steps = toSteps(findings, reader);
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

/** How to call it. */
export function toUsage({ t, tag }: TerminalReader, languages: readonly string[]): string {
  const usage = t('doctor.usage', { languages: languages.join('|') });
  return wrapText(usage, { tag, width: WIDTH }).join('\n');
}
