'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { leadsHref } from '@/components/leads/address';
import { requireViewer } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { postedTexts } from '@/lib/core/posted-texts';
import { MAX_VIEW_NAME, toViewName } from '@/lib/core/view-name';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { changeView, deleteView, MAX_VIEWS, saveView, type ViewOutcome } from '@/lib/leads/saved-views';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { type ViewCommand, viewCommand } from './command';

/** Saves, changes or deletes a view: the person's own, or as a manager one of the organization. */
export async function viewsAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const viewer = await requireViewer('/leads/views');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId });
  if (busy) return { form: '', tone: 'warn', text: busy };
  const post = readPost(data, viewCommand);
  const t = await getTranslations('Views');
  if (!post.ok) return { form: '', tone: 'bad', text: t('result.gone') };
  const { input } = post;
  revalidatePath('/leads', 'layout');
  if (input.command === 'delete') {
    const isDeleted = await deleteView(db, viewer, input.view);
    return { form: '', tone: isDeleted ? 'good' : 'info', text: t(isDeleted ? 'deleted' : 'result.gone') };
  }
  const name = toViewName(input.name);
  if (name === undefined) return toRefusal(input, data, 'unnamed');
  const isShared = input.shared !== undefined;
  if (input.command === 'change') {
    const outcome = await changeView(db, viewer, { id: input.view, name, isShared });
    if (outcome !== 'done') return toRefusal(input, data, outcome);
    return { form: input.form, tone: 'good', text: t('changed') };
  }
  const query = parseLeadsQuery(postedTexts(data));
  const replaces = input.replaces === name;
  const outcome = await saveView(db, viewer, { name, query, isShared, replaces, now: new Date() });
  if (outcome === 'done') redirect(leadsHref(query));
  const refusal = await toRefusal(input, data, outcome);
  const confirm = { name: 'replaces', value: name, label: t('replace') };
  return outcome === 'taken' ? { ...refusal, tone: 'warn', confirm } : refusal;
}

async function toRefusal(
  { form }: ViewCommand,
  data: FormData,
  reason: Exclude<ViewOutcome, 'done'> | 'unnamed',
): Promise<ActionResult> {
  const t = await getTranslations('Views.result');
  const text = t(reason, { most: reason === 'unnamed' ? MAX_VIEW_NAME : MAX_VIEWS });
  if (reason === 'gone') return { form: '', tone: 'info', text };
  return { form, tone: 'bad', text, field: 'name', values: postedTexts(data) };
}
