import { LIGHTHOUSE_LIMITS } from './budgets';
import { median } from './report';

/** Lighthouse's two ways to measure: a phone on a slow network, and a computer. */
export const FORM_FACTORS = ['mobile', 'desktop'] as const;
export type FormFactor = (typeof FORM_FACTORS)[number];

/**
 * The figures of one run: scores from 0 to 100, times in milliseconds, the layout shift as it is defined, and Lighthouse's
 * index of how fast this machine was during the run.
 */
export type Scores = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  layoutShift: number;
  largestPaint: number;
  blockingTime: number;
  machine: number;
};

/** One run on one page, with the names of the audits that cost points. */
export type Run = Scores & { failed: string[] };

/** Runs of one page with one form factor. */
export type Measured = { page: string; person: string; formFactor: FormFactor; runs: readonly Run[] };

/** The median of each figure by itself. */
export function mediansOf(runs: readonly Run[]): Scores {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    performance: of((run) => run.performance),
    accessibility: of((run) => run.accessibility),
    bestPractices: of((run) => run.bestPractices),
    layoutShift: of((run) => run.layoutShift),
    largestPaint: of((run) => run.largestPaint),
    blockingTime: of((run) => run.blockingTime),
    machine: of((run) => run.machine),
  };
}

/** True if the medians keep all limits (`LIGHTHOUSE_LIMITS`). */
export function isWithin(scores: Scores, formFactor: FormFactor): boolean {
  const limits = LIGHTHOUSE_LIMITS;
  return (
    scores.performance >= limits.performance[formFactor] &&
    scores.accessibility >= limits.accessibility &&
    scores.bestPractices >= limits.bestPractices &&
    scores.layoutShift <= limits.layoutShift
  );
}

/** A table for `printTable`. `baseline` is the page whose largest paint the others are compared with. */
export function toTable(measured: readonly Measured[], baseline: string): string[][] {
  const basePaints = new Map(
    measured
      .filter(({ page }) => page === baseline)
      .map(({ formFactor, runs }) => [formFactor, mediansOf(runs).largestPaint]),
  );
  const head = ['page', 'person', 'as', 'performance', 'accessibility', 'best practices'];
  const rows = measured.map(({ page, person, formFactor, runs }) => {
    const scores = mediansOf(runs);
    const basePaint = basePaints.get(formFactor);
    return [
      ...[page, person, formFactor],
      ...[scores.performance, scores.accessibility, scores.bestPractices].map((score) => score.toFixed(0)),
      scores.layoutShift.toFixed(3),
      scores.blockingTime.toFixed(0),
      scores.largestPaint.toFixed(0),
      basePaint === undefined ? '' : (scores.largestPaint / basePaint).toFixed(2),
      scores.machine.toFixed(0),
      isWithin(scores, formFactor) ? 'ok' : 'MISSED',
    ];
  });
  return [[...head, 'CLS', 'blocked ms', 'largest paint ms', 'ratio', 'machine', ''], ...rows];
}

/** The audits that cost the missing pages their points: one line for each, with how many runs it failed. */
export function listCauses(measured: readonly Measured[]): string[] {
  return measured
    .filter(({ formFactor, runs }) => !isWithin(mediansOf(runs), formFactor))
    .map(({ page, person, formFactor, runs }) => {
      const counts = new Map<string, number>();
      for (const audit of runs.flatMap(({ failed }) => failed))
        counts.set(audit, (counts.get(audit) ?? 0) + 1);
      const causes = [...counts].map(([audit, count]) => `${audit} (${count} of ${runs.length})`);
      return `${page}, ${person}, ${formFactor}: ${causes.join(', ')}`;
    });
}
