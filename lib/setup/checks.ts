import 'server-only';
import { withTimeout } from '@/lib/core/timeout';
import { reasonOf } from '@/lib/db/reason';
import type { SetupContext } from './context';
import { checkDatabase, checkSpace, checkTables } from './database-checks';
import { type Finding, problem } from './finding';
import { checkMail } from './mail-check';
import { checkFirstLead, checkMirror, checkPeople } from './people-checks';
import { checkAccess, checkClock, checkLeads, checkSchema, checkToken } from './portal-checks';
import { redact, secretsOf } from './redact';
import { checkConnection, checkWork } from './running-checks';
import { checkRuntime, checkSettings } from './runtime-checks';
import { checkCompanySignIn, checkSignIn } from './sign-in-checks';
import { checkAddress, checkDeliveries, checkSubscriptions } from './webhook-checks';

/** The parts of the list, in the order an admin completes them. */
export const GROUPS = ['desk', 'portal', 'webhooks', 'signIn', 'people'] as const;
export type Group = (typeof GROUPS)[number];

/** One check. On a new desk the checks are the steps of the setup. */
type Check = {
  id: CheckId;
  group: Group;
  /** Whether it contacts another system: then it runs on request, again while one failed, and its finding is stored. */
  asks: boolean;
  run: (context: SetupContext) => Promise<Finding>;
};

const LIST = {
  settings: { group: 'desk', asks: false, run: checkSettings },
  runtime: { group: 'desk', asks: false, run: checkRuntime },
  database: { group: 'desk', asks: false, run: checkDatabase },
  tables: { group: 'desk', asks: false, run: checkTables },
  space: { group: 'desk', asks: false, run: checkSpace },
  work: { group: 'desk', asks: false, run: checkWork },
  connection: { group: 'portal', asks: false, run: checkConnection },
  token: { group: 'portal', asks: true, run: checkToken },
  access: { group: 'portal', asks: true, run: checkAccess },
  schema: { group: 'portal', asks: true, run: checkSchema },
  leads: { group: 'portal', asks: true, run: checkLeads },
  mirror: { group: 'portal', asks: false, run: checkMirror },
  clock: { group: 'portal', asks: true, run: checkClock },
  address: { group: 'webhooks', asks: true, run: checkAddress },
  subscriptions: { group: 'webhooks', asks: true, run: checkSubscriptions },
  deliveries: { group: 'webhooks', asks: false, run: checkDeliveries },
  signIn: { group: 'signIn', asks: false, run: checkSignIn },
  company: { group: 'signIn', asks: true, run: checkCompanySignIn },
  mail: { group: 'signIn', asks: true, run: checkMail },
  people: { group: 'people', asks: false, run: checkPeople },
  firstLead: { group: 'people', asks: false, run: checkFirstLead },
} as const satisfies Record<string, Omit<Check, 'id'>>;

export type CheckId = keyof typeof LIST;

/** Every step, in the order an admin completes them. */
export const CHECKS: readonly Check[] = Object.entries(LIST).map(([id, check]) => ({
  ...check,
  id: id as CheckId,
}));

/** The timeout of each check, in milliseconds; they run in parallel. */
const TIMEOUT_MS = 10_000;

export type Findings = Partial<Record<CheckId, Finding>>;

/** Runs the checks in parallel. Every check yields a finding in any case, and none contains a secret. */
export async function runChecks(
  checks: readonly Pick<Check, 'id' | 'run'>[],
  context: SetupContext,
  timeoutMs = TIMEOUT_MS,
): Promise<Findings> {
  const secrets = secretsOf(context.settings);
  const found = await Promise.all(
    checks.map(async (check) => {
      const finding = await bounded(check.run(context), timeoutMs);
      return [check.id, redact(finding, secrets)] as const;
    }),
  );
  return Object.fromEntries(found);
}

function bounded(work: Promise<Finding>, timeoutMs: number): Promise<Finding> {
  const failed = (error: unknown) => problem('unknown', 'check-failed', { about: reasonOf(error) });
  const about = String(Math.round(timeoutMs / 1_000));
  return withTimeout(work.catch(failed), timeoutMs, () => problem('unknown', 'took-too-long', { about }));
}
