import 'server-only';
import { createClient } from '@/lib/connection/create-client';
import type { Env } from '@/lib/core/env';
import { serviceFetch } from '@/lib/service/fetch';
import { memorySharedStateStore } from '@/lib/service/rate/shared-state';
import { memoryTokenStore } from '@/lib/service/token-store';
import { CHECKS, type Findings, runChecks } from './checks';
import { createSetupContext, type SetupContext } from './context';
import { type Finding, problem } from './finding';
import { inspectDatabase } from './inspect-database';
import { checkRuntime, readSettings } from './runtime-checks';

type ExamineOptions = { source: Record<string, string | undefined>; now: () => Date; nodeVersion?: string };

/** Runs every check from a separate process, and changes nothing anywhere. */
export async function examine({
  source,
  now,
  nodeVersion = process.version,
}: ExamineOptions): Promise<Findings> {
  const settings = readSettings(source);
  if ('state' in settings) return withoutSettings(settings, { nodeVersion, now });
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
    return await runChecks(CHECKS, context);
  } finally {
    await close();
  }
}

/** Without settings no other system can be contacted. */
async function withoutSettings(
  finding: Finding,
  task: Pick<SetupContext, 'nodeVersion' | 'now'>,
): Promise<Findings> {
  const later = CHECKS.map(({ id }) => [id, problem('unknown', 'earlier-first')] as const);
  return { ...Object.fromEntries(later), settings: finding, runtime: await checkRuntime(task) };
}

/** A client with its own in-memory state: it neither slows down the running desk nor is affected by it. */
export function connectAlone(settings: Env): Pick<SetupContext, 'service' | 'readSchema'> {
  const service = createClient(settings, {
    tokens: memoryTokenStore(),
    sharedState: memorySharedStateStore(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { service, readSchema: service.readSchema };
}
