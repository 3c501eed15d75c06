import 'server-only';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { AdminRoute } from '@/lib/audit/audit-denied';
import { requireAdmin, signInAgainPath } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { postedTexts } from '@/lib/core/posted-texts';
import { type Db, getDb } from '@/lib/db/handle';
import { type PostProblem, readPost } from '@/lib/http/read-post';
import { REQUESTED_PATH, returnPath } from '@/lib/http/request-headers';
import type { Limit } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';

/** How the commands of one page are parsed, and the message for an invalid post. */
export type CommandInput<Command> = {
  schema: z.ZodType<Command>;
  /** For a form that may be longer than usual (`readPost`). */
  maxUnits?: number;
  /** @param problem with the posted command */
  explain: (problem: PostProblem & { command?: string }) => Promise<string>;
};

/** Who gives a command, when, and the database to run it in. */
export type CommandContext = { db: Db; by: SignedIn; now: Date };

/** The result of a command. */
export type CommandOutcome = Pick<ActionResult, 'tone' | 'text' | 'field' | 'link' | 'confirm'> & {
  /** `page`: shown above everything, because the form may be gone. Absent: in the form itself. */
  at?: 'page';
  /** It was done despite the message: the typed values are not kept. */
  isDone?: true;
  /** Where to redirect. */
  redirectTo?: string;
};

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
export function adminAction<Command>(settings: Settings<Command>) {
  const { page, rateLimit } = settings;
  return async (_before: ActionResult | undefined, data: FormData): Promise<ActionResult> => {
    const by = await requireAdmin(page);
    const context = { db: await getDb(), by, now: new Date() };
    const busy = await checkRateLimit(context.db, { limit: rateLimit, subject: by.personId });
    const outcome = busy === undefined ? await take(data, settings, context) : warn(busy);
    if (outcome.redirectTo !== undefined) redirect(outcome.redirectTo);
    return toResult(outcome, data);
  };
}

async function take<Command>(
  data: FormData,
  { page, input, recentSignIn, run }: Settings<Command>,
  context: CommandContext,
): Promise<CommandOutcome> {
  const post = readPost(data, input.schema, input.maxUnits);
  if (!post.ok) {
    const { command } = postedTexts(data);
    const { field } = post.problem;
    return { tone: 'bad', field, text: await input.explain({ ...post.problem, command }) };
  }
  if (recentSignIn?.(post.input) && !isRecent(context.by, context.now)) return askToSignInAgain(page);
  try {
    return await run(post.input, context);
  } finally {
    // Even after a failure: part of it may be done.
    revalidatePath(page, 'layout');
  }
}

async function askToSignInAgain(page: AdminRoute): Promise<CommandOutcome> {
  const t = await getTranslations('Action');
  const returnTo = returnPath(page, (await headers()).get(REQUESTED_PATH));
  return { ...warn(t('notRecent')), link: { href: signInAgainPath(returnTo), text: t('signInAgain') } };
}

const warn = (text: string): CommandOutcome => ({ tone: 'warn', text });

function toResult({ at, isDone, ...outcome }: CommandOutcome, data: FormData): ActionResult {
  const { tone, text, field, link, confirm } = outcome;
  const typed = postedTexts(data);
  const isKept = !isDone && tone !== 'good';
  return {
    form: at === 'page' ? '' : (typed.form ?? ''),
    tone,
    text,
    field,
    link,
    confirm,
    ...(isKept && { values: typed }),
  };
}
