'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Kept } from '@/components/admin/people/people-kept-form';
import { agentHref } from '@/components/admin/people/people-view';
import { type PeopleAct, readAct, targetValue } from '@/lib/admin/people/command';
import { type Came, doAct } from '@/lib/admin/people/run-command';
import { requireAdmin } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { getDb } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { sayTooOften } from '@/lib/limits/rate-limit';

/** Changes one thing about people, organizations or agents, and says what came of it. */
export async function peopleAction(_told: ActionResult | undefined, data: FormData): Promise<Kept> {
  const admin = await requireAdmin('/admin/people');
  const t = await getTranslations('People');
  const form = String(data.get('form') ?? '');
  const refuse = (text: string): Kept => ({ form, tone: 'bad', text, values: toValues(data) });
  const read = readAct(data);
  if ('fault' in read) return refuse(t(`fault.${read.fault}`));
  const db = await getDb();
  const tooOften = await sayTooOften(db, { limit: LIMITS.adminActs, whom: admin.personId });
  if (tooOften) return refuse(tooOften);
  const came = await doAct(db, { act: read.act, by: admin, now: new Date() });
  revalidatePath('/admin/people', 'layout');
  if (!came.isDone) {
    const { kind, stayed = 0, present } = came;
    const organization = present?.organizationName ?? present?.organizationId ?? '';
    const role = t(`role.${present?.role ?? 'agent'}`);
    const refused = {
      ...refuse(t(`refused.${kind}`, { stayed, organization, role })),
      form: formOf(read.act, form),
    };
    if (!present) return refused;
    const label = t('rules.replace', { organization, role });
    return { ...refused, confirm: { name: 'replaces', value: targetValue(present), label } };
  }
  // Its page was that of the wrong pair.
  if (read.act.act === 'correct-pair')
    redirect(agentHref({ ...read.act, id: read.act.agentId, corrected: true }));
  return { form: '', tone: 'good', text: await sayDone(read.act, came), values: {} };
}

/** Above everything: what it is about may be gone from the page. A pair is corrected where it was typed. */
const formOf = ({ act }: PeopleAct, form: string) => (act === 'correct-pair' ? form : '');

async function sayDone({ act }: PeopleAct, came: Came): Promise<string> {
  const t = await getTranslations('People.done');
  if (came.kind === 'added') return t('added');
  return t(act, { moved: came.moved ?? 0, stayed: came.stayed ?? 0 });
}

/** What was typed, to be shown again. What React adds to a form is none of it. */
function toValues(data: FormData): Record<string, string> {
  const typed = [...data].flatMap(([name, value]) =>
    typeof value === 'string' && !name.startsWith('$') ? [[name, value] as const] : [],
  );
  return Object.fromEntries(typed);
}
