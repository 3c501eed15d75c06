import type { Tone } from '@/lib/core/status-words';

/** One step of the setup, in words. */
export type StepView = {
  id: string;
  title: string;
  state: { tone: Tone; label: string };
  isDone: boolean;
  /** The next step to do. */
  isNext: boolean;
  /** The facts, one sentence each, some with a list and the label that opens it. */
  seen: { text: string; items: string[]; show: string }[];
  causes: { code: string; what: string; todo: string }[];
  /** The recipient of a test mail, for the mail step. */
  testMail?: string;
};

export type StepGroup = { id: string; title: string; steps: StepView[] };
