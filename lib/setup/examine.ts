import 'server-only';
import { serviceFetch } from '@/lib/service/fetch';
import { CHECKS } from './checks';
import { connectAlone } from './connect-alone';
import { because, type Finding } from './finding';
import { inEnglish } from './in-english';
import { lookAtDatabase } from './inspect-database';
import { type Findings, runChecks } from './run-checks';
import { checkRuntime, readSettings } from './runtime-checks';
import { type Step, toSteps } from './words';
import { makeWorld, type World } from './world';

type Task = { source: Record<string, string | undefined>; now: () => Date; nodeVersion?: string };

/** Runs every check from a process that is no desk, and changes nothing anywhere. */
export async function examine({ source, now, nodeVersion = process.version }: Task): Promise<Step[]> {
  const settings = readSettings(source);
  if ('state' in settings) return toSteps(await withoutSettings(settings, { nodeVersion, now }), inEnglish());
  const { found: database, close } = await lookAtDatabase(settings);
  try {
    const world = makeWorld({
      settings,
      database,
      nodeVersion,
      now,
      fetcher: serviceFetch,
      ...connectAlone(settings),
    });
    const findings = await runChecks(CHECKS, world);
    return toSteps(findings, inEnglish());
  } finally {
    await close();
  }
}

/** Without settings nobody can be asked. */
async function withoutSettings(
  finding: Finding,
  task: Pick<World, 'nodeVersion' | 'now'>,
): Promise<Findings> {
  const later = CHECKS.map(({ id }) => [id, because('unknown', 'no-settings')] as const);
  return { ...Object.fromEntries(later), settings: finding, runtime: await checkRuntime(task) };
}
