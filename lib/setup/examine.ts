import 'server-only';
import { serviceFetch } from '@/lib/service/fetch';
import { CHECKS } from './checks';
import { connectAlone } from './connect-alone';
import { createSetupContext, type SetupContext } from './context';
import { type Finding, problem } from './finding';
import { inEnglish } from './in-english';
import { inspectDatabase } from './inspect-database';
import { type Findings, runChecks } from './run-checks';
import { checkRuntime, readSettings } from './runtime-checks';
import { type Step, toSteps } from './words';

type ExamineOptions = { source: Record<string, string | undefined>; now: () => Date; nodeVersion?: string };

/** Runs every check from a separate process, and changes nothing anywhere. */
export async function examine({
  source,
  now,
  nodeVersion = process.version,
}: ExamineOptions): Promise<Step[]> {
  const settings = readSettings(source);
  if ('state' in settings) return toSteps(await withoutSettings(settings, { nodeVersion, now }), inEnglish());
  const { found: database, close } = await inspectDatabase(settings);
  try {
    const context = createSetupContext({
      settings,
      database,
      nodeVersion,
      now,
      fetcher: serviceFetch,
      ...connectAlone(settings),
    });
    const findings = await runChecks(CHECKS, context);
    return toSteps(findings, inEnglish());
  } finally {
    await close();
  }
}

/** Without settings no other system can be contacted. */
async function withoutSettings(
  finding: Finding,
  task: Pick<SetupContext, 'nodeVersion' | 'now'>,
): Promise<Findings> {
  const later = CHECKS.map(({ id }) => [id, problem('unknown', 'no-settings')] as const);
  return { ...Object.fromEntries(later), settings: finding, runtime: await checkRuntime(task) };
}
