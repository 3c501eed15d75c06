import 'server-only';
import { revalidatePath } from 'next/cache';
import type { z } from 'zod';
import type { ActionResult, FormAction } from '@/lib/core/action-result';
import { postedTexts } from '@/lib/core/posted-texts';
import { type Db, getDb } from '@/lib/db/handle';
import { type PostProblem, readPost } from '@/lib/http/read-post';
import type { Limit } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';

/** Who posted, what, when, and the database. */
export type ActionContext<By> = { db: Db; by: By; data: FormData; now: Date };

/** The result of a post. What was typed stays in its form unless the tone is good. */
export type ActionOutcome = Pick<ActionResult, 'tone' | 'text' | 'field' | 'link' | 'confirm'> & {
  /**
   * `page`: shown above everything, because the form may be gone; or the name of another form. Absent: in the form
   * itself.
   */
  at?: string;
  /** It was done despite the message, or is stored: what was typed is not kept. */
  isDone?: boolean;
};

/** A post that cannot be read, and its command as posted. */
export type UnreadPost = PostProblem & { command?: string };

type Settings<Input, By, Page extends string> = {
  page: Page;
  /** Who may post. Everyone else is redirected, or the page does not exist for them. */
  authorize: (page: Page) => Promise<By>;
  rateLimit: Limit;
  /** Where it is said that the rate limit is exceeded, as in `ActionOutcome`. */
  busyAt?: 'page';
  schema: z.ZodType<Input>;
  /** For a form that may be longer than usual (`readPost`). */
  maxUnits?: number;
  /** The result of a post that cannot be read. Absent: none. */
  explain?: (problem: UnreadPost) => Promise<ActionOutcome>;
  /** What it changes, with everything below; absent: the page. */
  changes?: string;
  /** Does what was posted. May redirect. Undefined: the page itself shows what changed. */
  run: (input: Input, context: ActionContext<By>) => Promise<ActionOutcome | undefined>;
};

/**
 * The server action of a page's forms: runs only for who may post, within their rate limit, and with a valid post.
 * Redirects as `authorize` and `run` do.
 */
export function formAction<Input, By extends { personId: string }, Page extends string>(
  settings: Settings<Input, By, Page>,
): FormAction {
  return async (_before, data) => {
    const by = await settings.authorize(settings.page);
    const outcome = await take(settings, { db: await getDb(), by, data, now: new Date() });
    return outcome && toResult(outcome, data);
  };
}

async function take<Input, By extends { personId: string }, Page extends string>(
  { page, rateLimit, busyAt, schema, maxUnits, explain, changes = page, run }: Settings<Input, By, Page>,
  context: ActionContext<By>,
): Promise<ActionOutcome | undefined> {
  const busy = await checkRateLimit(context.db, { limit: rateLimit, subject: context.by.personId });
  if (busy !== undefined) return { tone: 'warn', at: busyAt, text: busy };
  const post = readPost(context.data, schema, maxUnits);
  if (!post.ok) return explain?.({ ...post.problem, command: postedTexts(context.data).command });
  try {
    return await run(post.input, context);
  } finally {
    // Even after a failure: part of it may be done.
    revalidatePath(changes, 'layout');
  }
}

function toResult({ at, isDone, ...outcome }: ActionOutcome, data: FormData): ActionResult {
  const values = postedTexts(data);
  const isShownAgain = at === undefined && !isDone && outcome.tone !== 'good';
  const form = at === 'page' ? '' : (at ?? values.form ?? '');
  return { ...outcome, form, ...(isShownAgain && { values }) };
}
