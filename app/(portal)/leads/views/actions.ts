'use server';

import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { type ActionContext, type ActionOutcome, formAction } from '@/app/form-action';
import { leadsHref } from '@/components/leads/address';
import { requireViewer, type Viewer } from '@/lib/auth/viewer';
import { postedTexts } from '@/lib/core/posted-texts';
import { MAX_VIEW_NAME, toViewName } from '@/lib/core/view-name';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { changeView, deleteView, MAX_VIEWS, saveView, type ViewOutcome } from '@/lib/leads/saved-views';
import { LIMITS } from '@/lib/limits/limits';
import { type ViewCommand, viewCommand } from './command';

/** Saves, changes or deletes a view: the person's own, or as a manager one of the organization. */
export const viewsAction = formAction({
  page: '/leads/views',
  authorize: requireViewer,
  rateLimit: LIMITS.leadWrites,
  busyAt: 'page',
  schema: viewCommand,
  explain: async () => ({ tone: 'bad', at: 'page', text: (await getTranslations('Views'))('result.gone') }),
  changes: '/leads',
  run: change,
});

async function change(input: ViewCommand, context: ActionContext<Viewer>): Promise<ActionOutcome> {
  const { db, by, data, now } = context;
  const t = await getTranslations('Views');
  if (input.command === 'delete') {
    const isDeleted = await deleteView(db, by, input.view);
    return {
      tone: isDeleted ? 'good' : 'info',
      at: 'page',
      text: t(isDeleted ? 'deleted' : 'result.gone'),
    };
  }
  const name = toViewName(input.name);
  if (name === undefined) return toRefusal('unnamed');
  const isShared = input.shared !== undefined;
  if (input.command === 'change') {
    const outcome = await changeView(db, by, { id: input.view, name, isShared });
    return outcome === 'done' ? { tone: 'good', text: t('changed') } : toRefusal(outcome);
  }
  const query = parseLeadsQuery(postedTexts(data));
  const replaces = input.replaces === name;
  const outcome = await saveView(db, by, { name, query, isShared, replaces, now });
  if (outcome === 'done') redirect(leadsHref(query));
  const refusal = await toRefusal(outcome);
  const confirm = { name: 'replaces', value: name, label: t('replace') };
  return outcome === 'taken' ? { ...refusal, tone: 'warn', confirm } : refusal;
}

async function toRefusal(reason: Exclude<ViewOutcome, 'done'> | 'unnamed'): Promise<ActionOutcome> {
  const t = await getTranslations('Views.result');
  const text = t(reason, { most: reason === 'unnamed' ? MAX_VIEW_NAME : MAX_VIEWS });
  return reason === 'gone' ? { tone: 'info', at: 'page', text } : { tone: 'bad', text, field: 'name' };
}
