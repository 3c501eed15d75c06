import 'server-only';
import type { SetupContext } from './context';
import { type Facts, type Finding, ok, problem } from './finding';

const WARNING_MS = 5_000;
const ERROR_MS = 60_000;

/** Our clock against the service's: tokens and receipts rest on it. */
export async function checkClock({ exchange }: SetupContext): Promise<Finding> {
  const { clock } = await exchange();
  if (!clock) return problem('unknown', 'no-date');
  const seconds = Math.round(Math.abs(clock.aheadMs) / 100) / 10;
  const surely = Math.abs(clock.aheadMs) - clock.uncertainMs;
  // Below what the header can tell, the side is chance.
  const side: Facts = surely > 0 ? { clockSide: clock.aheadMs > 0 ? 'ahead' : 'behind' } : {};
  const facts: Facts = { clockSeconds: seconds, ...side };
  if (surely > ERROR_MS) return problem('bad', 'clock-wrong', { facts });
  if (surely > WARNING_MS) return problem('warning', 'clock-off', { facts });
  return ok(facts);
}
