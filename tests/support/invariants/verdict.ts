/** The result of one invariant of the failure cases for a run. */
export type Verdict = {
  /** Its name in docs/failure-cases.md: `I1` to `I7`. */
  id: string;
  /** What holds without violations, in a few words. */
  title: string;
  /** The checked counts, by their names in the summary. */
  counts: Readonly<Record<string, number>>;
  /** One sentence each, with every id needed to trace it in the log. */
  violations: readonly string[];
};

/** `I2 exactly one lead: 143 submissions, 141 accepted, 2 in review, 0 doubled, 0 lost`. */
export function summarise({ id, title, counts }: Verdict): string {
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return `${id} ${title}: ${parts.join(', ')}`;
}
