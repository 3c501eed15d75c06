import 'server-only';

/** An active address of ours, as far as its topic's plan needs it. */
export type ActiveReceiver = {
  id: string;
  /** Its subscription is live at the service, and posts to this desk's current address. */
  isWhole: boolean;
  replaces: string | null;
  lastDeliveryAt: Date | null;
  createdAt: Date;
};

/**
 * What to do with the addresses of one topic. `make`: a subscription is missing; it replaces the whole one
 * that `replaces` names, or none. `retire`: the rotation is over, and the service no longer posts to this
 * one. What is neither kept nor retired is unused.
 */
export type TopicPlan<Row> = {
  keep: Row[];
  make?: { replaces: string | null; pendingReceiver?: Row };
  retire?: { row: Row; outcome: 'finished' | 'undone' };
};

/** How long a rotation waits for the first delivery to the new address, in milliseconds. */
export const ROTATION_MS = 24 * 3_600_000;
/** How long retries of older events may reach the former address after the new one exists. */
const REPEATS_MS = 3_600_000;

/**
 * Plans the addresses of a topic that is wanted: one whole address, or two while the newer one replaces the
 * older. An interrupted rotation continues from here: at least one whole address is kept, if there is any.
 */
export function reconcileTopic<Row extends ActiveReceiver>(
  standing: readonly Row[],
  now: Date,
): TopicPlan<Row> {
  const whole = standing.filter(({ isWhole }) => isWhole);
  for (const current of whole) {
    const former = whole.find(({ id }) => id === current.replaces);
    if (former) return reconcileRotation({ former, current, now });
  }
  const [current] = whole.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  if (!current) return { keep: [], make: { replaces: null } };
  const pendingReceiver = standing.find(({ isWhole, replaces }) => !isWhole && replaces === current.id);
  return { keep: [current], make: pendingReceiver && { replaces: current.id, pendingReceiver } };
}

function reconcileRotation<Row extends ActiveReceiver>({
  former,
  current,
  now,
}: {
  former: Row;
  current: Row;
  now: Date;
}): TopicPlan<Row> {
  const finished = { keep: [current], retire: { row: former, outcome: 'finished' as const } };
  if (current.lastDeliveryAt) return finished;
  const age = now.getTime() - current.createdAt.getTime();
  if (age < ROTATION_MS) return { keep: [former, current] };
  // Events arrived all day, and none at the new address: with it alone this desk would receive nothing.
  const receivedAt = former.lastDeliveryAt?.getTime() ?? 0;
  const isUnreached = receivedAt > current.createdAt.getTime() + REPEATS_MS;
  return isUnreached ? { keep: [former], retire: { row: current, outcome: 'undone' } } : finished;
}
