import 'server-only';
import { type Env, EnvError, isLoopback, parseEnv } from '@/lib/core/env';
import { describeSettingProblem } from '@/lib/core/setting-problems';
import { VERSION } from '@/lib/core/version';
import type { SetupContext } from './context';
import { type Cause, type Facts, type Finding, ok, type Problem, worstOf } from './finding';
import { items } from './service-causes';

/** Values in `.env.example` that only the operator can replace. */
const EXAMPLES: Readonly<Partial<Record<keyof Env, string>>> = {
  APP_SECRET: 'change-me-change-me-change-me-change-me',
  SERVICE_BASE_URL: 'https://service.example',
  SERVICE_AUTH_URL: 'https://auth.service.example',
  SERVICE_AUDIENCE: 'https://service.example',
  SERVICE_COMPANY_ID: '000000000000000000000000',
  SERVICE_CLIENT_ID: 'client-id',
  SERVICE_CLIENT_SECRET: 'client-secret',
};

/** Reads the settings; missing or wrong ones, by name, as a finding. */
export function readSettings(source: Record<string, string | undefined>): Env | Finding {
  try {
    return parseEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const list = error.problems.map((problem) => ({
      code: 'setting' as const,
      values: { ...problem, text: describeSettingProblem(problem) },
    }));
    const facts = { settingProblems: items(list) };
    return { state: 'bad', facts, causes: [{ code: 'settings-wrong' }] };
  }
}

/** All settings are present, and none still has the example value. */
export async function checkSettings({ settings }: SetupContext): Promise<Finding> {
  const left = Object.entries(EXAMPLES).filter(([name, example]) => Reflect.get(settings, name) === example);
  const facts: Facts = { appUrl: settings.APP_URL, environment: settings.SERVICE_ENVIRONMENT };
  const problems: Problem[] = [];
  if (left.length > 0) {
    const about = left.map(([name]) => name).join(', ');
    problems.push({ state: 'bad', cause: { code: 'example-value', about } });
  }
  if (isLoopback(settings.APP_URL)) {
    problems.push({ state: 'warning', cause: { code: 'on-loopback', about: 'APP_URL' } });
  }
  return worstOf(facts, problems);
}

/**
 * When each even major of Node reaches its end of life; odd ones end half a year after their release and are
 * not for a desk.
 */
const NODE_ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
/** The oldest release this desk runs on. */
const MIN_NODE = [20, 19] as const;
const NODE_RECOMMENDED = 24;

/** The version of this desk, and that of Node. */
export async function checkRuntime({
  nodeVersion,
  now,
}: Pick<SetupContext, 'nodeVersion' | 'now'>): Promise<Finding> {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = MIN_NODE;
  const facts: Facts = { desk: VERSION, node: nodeVersion.replace(/^v/, '') };
  const cause: Cause = { code: 'node-unsupported', about: String(NODE_RECOMMENDED) };
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    return worstOf(facts, [{ state: 'bad', cause }]);
  }
  if (major % 2 === 1) return worstOf(facts, [{ state: 'warning', cause }]);
  const end = NODE_ENDS[major];
  if (end === undefined) return ok(facts);
  const whole: Facts = { ...facts, nodeEnd: end };
  return now() > new Date(`${end}T23:59:59Z`) ? worstOf(whole, [{ state: 'warning', cause }]) : ok(whole);
}
