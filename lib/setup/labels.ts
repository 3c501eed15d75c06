import 'server-only';
import type { createTranslator } from 'use-intl/core';
import messages from '@/messages/en.json';
import { CHECKS, type CheckId, type Findings, type Group } from './checks';
import {
  type Cause,
  type Fact,
  type FactName,
  type Finding,
  type Item,
  problem,
  type State,
} from './finding';

export type Translate = ReturnType<typeof createTranslator<typeof messages, 'Setup'>>;

/** The reader's language and formats; `day` is of a calendar day, YYYY-MM-DD. */
export type Reader = { t: Translate; moment: (iso: string) => string; day: (date: string) => string };

/** One step in words: the same on the page and in the terminal. */
export type Step = {
  id: CheckId;
  group: Group;
  asks: boolean;
  state: State;
  title: string;
  /** The facts, one sentence each, some with a list. */
  seen: { text: string; items: string[] }[];
  /** For a problem: what it is, and what to do. */
  causes: { code: string; what: string; todo: string }[];
  facts: Finding['facts'];
};

/** In the catalogue's order, because the database keeps none. Facts of another version have no text here. */
const FACTS = Object.keys(messages.Setup.facts) as FactName[];

/** Every step in words, including those not checked yet. */
export function toSteps(findings: Findings, reader: Reader): Step[] {
  return CHECKS.map(({ id, group, asks }) => {
    const { state, facts, causes = [] } = findings[id] ?? problem('unknown', 'not-checked');
    return {
      id,
      group,
      asks,
      state,
      facts,
      title: reader.t(`checks.${id}`),
      seen: FACTS.flatMap((name) => {
        const fact = facts[name];
        return fact === undefined ? [] : [toSentence(name, fact, reader)];
      }),
      causes: causes.map((cause) => toCause(cause, reader)),
    };
  });
}

/** The first step that is not done, ignoring warnings. Undefined if all are done. */
export function nextStep(steps: readonly Step[]): Step | undefined {
  const isOpen = ({ state }: Step) => state === 'bad' || state === 'unknown';
  return steps.find(isOpen) ?? steps.find(({ state }) => state === 'warning');
}

function toSentence(name: FactName, fact: Fact, { t, moment, day }: Reader): Step['seen'][number] {
  if (name === 'nodeEnd') return { text: t('facts.nodeEnd', { value: day(String(fact)) }), items: [] };
  if (typeof fact !== 'object') return { text: t(`facts.${name}`, { value: fact }), items: [] };
  if ('at' in fact) return { text: t(`facts.${name}`, { value: moment(fact.at) }), items: [] };
  return {
    text: t(`facts.${name}`, { value: fact.items.length }),
    items: fact.items.map((item) => toLine(item, { t, moment })),
  };
}

function toLine({ code, values }: Item, { t, moment }: Pick<Reader, 't' | 'moment'>): string {
  const { at, topic, ...others } = values;
  return t(`items.${code}`, {
    ...others,
    ...(typeof at === 'string' && { at: moment(at) }),
    ...(typeof topic === 'string' && { topic: t('event', { topic, kind: topic.replace('lead/', '') }) }),
  });
}

function toCause({ code, about = '' }: Cause, { t }: Reader) {
  return { code, what: t(`causes.${code}.what`, { about }), todo: t(`causes.${code}.todo`, { about }) };
}
