import 'server-only';
import { because, type Facts, type Finding, ok } from './finding';
import type { World } from './world';

const LOOK_MS = 5_000;
const BAD_MS = 60_000;

/** Our clock against the service's: tokens and receipts rest on it. */
export async function checkClock({ exchange }: World): Promise<Finding> {
  const { clock } = await exchange();
  if (!clock) return because('unknown', 'no-date');
  const seconds = Math.round(Math.abs(clock.aheadMs) / 100) / 10;
  const surely = Math.abs(clock.aheadMs) - clock.uncertainMs;
  // Below what the header can tell, the side is chance.
  const side: Facts = surely > 0 ? { clockSide: clock.aheadMs > 0 ? 'ahead' : 'behind' } : {};
  const facts: Facts = { clockSeconds: seconds, ...side };
  if (surely > BAD_MS) return because('bad', 'clock-wrong', { facts });
  if (surely > LOOK_MS) return because('look', 'clock-off', { facts });
  return ok(facts);
}
