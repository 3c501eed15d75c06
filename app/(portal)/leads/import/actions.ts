'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import type { ActionResult } from '@/lib/core/action-result';
import { toDevice } from '@/lib/core/device';
import { isolate } from '@/lib/core/isolate';
import { toSeries } from '@/lib/core/language';
import { postedTexts } from '@/lib/core/posted-texts';
import { getDb } from '@/lib/db/handle';
import { type PostProblem, readPost } from '@/lib/http/read-post';
import { readApart } from '@/lib/import-files/read-apart';
import { type ImportCommand, importCommand, textsOf } from '@/lib/imports/command';
import { FULL_NAME } from '@/lib/imports/full-name';
import { type CommandResult, runImportCommand } from '@/lib/imports/run-command';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { faultText } from './fault-text';

/** Changes, checks, sends or deletes one of the person's own imports. */
export async function importAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const viewer = await requireViewer('/leads/import');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.importChanges, subject: viewer.personId });
  if (busy) return keepTyped(data, { tone: 'warn', text: busy });
  const post = readPost(data, importCommand, MAX_UNITS);
  if (!post.ok) return toUnread(data, post.problem);
  const result = await runImportCommand(db, viewer, post.input, {
    service: await getServiceClient(),
    t: await getTranslations('Form'),
    locale: await getLocale(),
    timeZone: await getTimeZone(),
    device: toDevice((await headers()).get('user-agent')),
    readFile: readApart,
    now: new Date(),
  });
  revalidatePath('/leads/import', 'layout');
  if (result.kind === 'next') redirect(`/leads/import/${result.id ?? post.input.import}/${result.step}`);
  if (result.kind === 'draft') redirect(`/leads/new?draft=${result.draftId}`);
  if (result.kind === 'deleted') redirect('/leads/import');
  return await toResult(result, post.input);
}

/** A page of rows with the longest texts that can be corrected there. */
const MAX_UNITS = 600_000;

/** A format that was not chosen is said beside its choice. */
async function toUnread(data: FormData, { field }: PostProblem): Promise<ActionResult> {
  const t = await getTranslations('Import');
  if (field !== 'decimal' && field !== 'dates')
    return keepTyped(data, { tone: 'bad', text: t('result.unreadable') });
  return keepTyped(data, { tone: 'bad', field, text: t(`formatMissing.${field}`) });
}

/** Nothing was done: what was entered stays in its form. */
function keepTyped(data: FormData, result: Omit<ActionResult, 'form' | 'values'>): ActionResult {
  const { form = '', ...values } = postedTexts(data);
  return Object.assign({ form, values }, result);
}

type Shown = Exclude<CommandResult, { kind: 'next' | 'draft' | 'deleted' }>;

async function toResult(result: Shown, post: ImportCommand): Promise<ActionResult | undefined> {
  const { form, command } = post;
  const t = await getTranslations('Import.result');
  switch (result.kind) {
    case 'done':
      // The row is gone from the list, or the page shows it.
      return command === 'leave-all-out'
        ? { form: '', tone: 'good', text: t('changed', { count: result.count ?? 0 }) }
        : undefined;
    case 'still-wrong':
      return {
        form: '',
        tone: 'info',
        text: t('still-wrong', { count: result.count }),
        link: { href: `/leads/import/${post.import}/check?show=wrong`, text: t('show') },
      };
    case 'wrong':
      return {
        form,
        tone: 'bad',
        text: result.message,
        field: result.control,
        values: typedIn(post),
      };
    case 'outdated': {
      const row = await getTranslations('Import');
      const cells = result.cells.map(({ line, label, text }) =>
        [row('rowNumber', { line }), label, text].filter(Boolean).map(isolate).join(' · '),
      );
      const listed = toSeries(await getLocale(), cells);
      return { form: '', tone: 'warn', text: t('outdated', { cells: listed }) };
    }
    case 'fault':
      return { form, tone: 'bad', text: await faultText(result.fault) };
    case 'unsure-encoding':
      return { form: 'read', tone: 'bad', field: 'encoding', text: t(result.kind) };
    case 'twice':
      return { form: '', tone: 'bad', text: t('twice', { label: await labelOf(result.label) }) };
    default:
      return { form: '', tone: result.kind === 'nothing-to-send' ? 'info' : 'warn', text: t(result.kind) };
  }
}

async function labelOf(label: string): Promise<string> {
  return label === FULL_NAME ? (await getTranslations('Import'))('fullName') : label;
}

/** The consents that the person stated. What they entered for rows is stored, and shown from there. */
function typedIn(post: ImportCommand): Record<string, string> | undefined {
  if (post.command === 'save') return undefined;
  return Object.fromEntries([...textsOf(post, 'consent')].map(([key, text]) => [`consent.${key}`, text]));
}
