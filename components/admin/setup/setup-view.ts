import type { Tone } from '@/lib/core/status-words';

/** One step of the setup, in words. */
export type StepView = {
  id: string;
  title: string;
  state: { tone: Tone; label: string };
  isDone: boolean;
  /** The one to go on with. */
  isNext: boolean;
  /** What was seen, one sentence each, some with a list and what opens it. */
  seen: { text: string; items: string[]; show: string }[];
  causes: { code: string; what: string; todo: string }[];
  /** Where a test mail would go, for the step that it belongs to. */
  testMail?: string;
};

export type StepGroup = { id: string; title: string; steps: StepView[] };
