import 'server-only';
import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { AdminRoute } from '@/lib/audit/audit-denied';
import { requireAdmin, signInAgainPath } from '@/lib/auth/viewer';
import type { FormAction } from '@/lib/core/action-result';
import { REQUESTED_PATH, returnPath } from '@/lib/http/request-headers';
import type { Limit } from '@/lib/limits/limits';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { type ActionContext, type ActionOutcome, formAction, type UnreadPost } from '../form-action';

/** How the commands of one page are parsed, and the message for an invalid post. */
export type CommandInput<Command> = {
  schema: z.ZodType<Command>;
  /** For a form that may be longer than usual (`readPost`). */
  maxUnits?: number;
  explain: (problem: UnreadPost) => Promise<string>;
};

/** Which admin gives a command, when, and the database to run it in. */
export type CommandContext = ActionContext<SignedIn>;

/** The result of a command. */
export type CommandOutcome = ActionOutcome;

type Settings<Command> = {
  page: AdminRoute;
  input: CommandInput<Command>;
  /** Which commands require a sign-in within the last 30 minutes. */
  recentSignIn?: (command: Command) => boolean;
  rateLimit: Limit;
  /** Runs the command, with its audit entry in the same transaction. */
  run: (command: Command, context: CommandContext) => Promise<CommandOutcome>;
};

/**
 * The server action of an admin page. Runs only for an admin, within the rate limit, with a valid post, and
 * with a recent sign-in where required. For everyone else the page does not exist.
 */
export function adminAction<Command>({
  page,
  input: { explain, ...input },
  recentSignIn,
  rateLimit,
  run,
}: Settings<Command>): FormAction {
  return formAction({
    page,
    authorize: requireAdmin,
    rateLimit,
    ...input,
    explain: async (problem) => ({ tone: 'bad', field: problem.field, text: await explain(problem) }),
    run: (command, context) =>
      recentSignIn?.(command) && !isRecent(context.by, context.now)
        ? askToSignInAgain(page)
        : run(command, context),
  });
}

async function askToSignInAgain(page: AdminRoute): Promise<CommandOutcome> {
  const t = await getTranslations('Action');
  const returnTo = returnPath(page, (await headers()).get(REQUESTED_PATH));
  const link = { href: signInAgainPath(returnTo), text: t('signInAgain') };
  return { tone: 'warn', text: t('notRecent'), link };
}
