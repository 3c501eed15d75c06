import { groupBy } from './group';
import type { Verdict } from './verdict';

type Event = { topic: string; leadId: string; timestamp: string };

type Facts = {
  /** Deliveries that were answered with 200, with every copy. */
  acknowledged: readonly Event[];
  /** What the desk has stored, and how often it received it. */
  rows: readonly (Event & { count: number })[];
  /** Deliveries without meaning, acknowledged and stored, by the SHA-256 of their bytes. */
  poison: { acknowledged: readonly string[]; rows: readonly { digest: string; count: number }[] };
};

/** I3: every delivery answered with 200 is stored, copy by copy. */
export function judgeDeliveries({ acknowledged, rows, poison }: Facts): Verdict {
  const written = new Map<string, number>();
  for (const row of rows) written.set(keyOf(row), row.count);
  for (const { digest, count } of poison.rows) written.set(digest, (written.get(digest) ?? 0) + count);
  const delivered = groupBy([...acknowledged.map(keyOf), ...poison.acknowledged], (key) => key);
  const short = [...delivered].filter(([key, copies]) => copies.length > (written.get(key) ?? 0));
  return {
    id: 'I3',
    title: 'no 200 without a row',
    counts: {
      'acknowledged deliveries': acknowledged.length + poison.acknowledged.length,
      rows: rows.length + poison.rows.length,
      unwritten: short.reduce((sum, [key, copies]) => sum + copies.length - (written.get(key) ?? 0), 0),
    },
    violations: short.map(
      ([key, copies]) =>
        `${key}: ${copies.length} times answered with 200, ${written.get(key) ?? 0} times written`,
    ),
  };
}

const keyOf = ({ topic, leadId, timestamp }: Event) => `${topic} ${leadId} ${timestamp}`;
