/** What one invariant of the failure cases came to, over the facts of a run. */
export type Verdict = {
  /** As docs/failure-cases.md names it: `I1` to `I6`. */
  id: string;
  /** What holds if there is no violation, in a few words. */
  title: string;
  /** What was looked at, by what it is called in the summary. */
  counts: Readonly<Record<string, number>>;
  /** One sentence each, with every id needed to find its story in the log. */
  violations: readonly string[];
};

/** `I2 exactly one lead: 143 submissions, 141 accepted, 2 in review, 0 doubled, 0 lost`. */
export function summarise({ id, title, counts }: Verdict): string {
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return `${id} ${title}: ${parts.join(', ')}`;
}
