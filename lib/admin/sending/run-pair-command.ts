import 'server-only';
import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { signInAgainPath } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { correctPair, retryPair } from '@/lib/people/correct-pair';
import { pairValue } from '@/lib/people/pair';
import { isRecent, type SignedIn } from '@/lib/sessions/sessions';
import { giveBackHeld } from '@/lib/submissions/review';
import type { PairDecision } from './command';

/** Does what an admin decided about a pair that the portal refuses, and says what came of it. */
export async function decideAboutPair(
  decision: PairDecision,
  { by, data }: { by: SignedIn; data: FormData },
): Promise<ActionResult> {
  const t = await getTranslations('Sending');
  const form = `${decision.kind} ${pairValue(decision.pair)}`;
  const values = toValues(data);
  if (decision.kind !== 'return-pair' && !isRecent(by, new Date())) {
    // It sends leads in another name: that asks for a sign-in of these minutes.
    const link = { href: signInAgainPath('/admin/sending'), text: t('signInAgain') };
    return { form, tone: 'warn', text: t('notRecent'), values, link };
  }
  const told = await act(decision, by);
  revalidatePath('/admin/sending');
  return told.tone === 'good' ? { form: '', ...told } : { form, values, ...told };
}

async function act(decision: PairDecision, by: SignedIn): Promise<Pick<ActionResult, 'tone' | 'text'>> {
  const t = await getTranslations('Sending.wrongPair');
  const [db, now] = [await getDb(), new Date()];
  const { pair } = decision;
  switch (decision.kind) {
    case 'correct-pair': {
      const corrected = await correctPair(db, { by, wrong: pair, right: decision.right, now });
      if (corrected.kind !== 'done') return { tone: 'bad', text: t(`notCorrected.${corrected.kind}`) };
      const { sent, stayed } = corrected;
      return { tone: 'good', text: t('corrected', { sent, stayed }) };
    }
    case 'retry-pair': {
      const { sent, stayed } = await retryPair(db, { by, pair, now });
      return { tone: sent > 0 ? 'good' : 'info', text: t('retried', { sent, stayed }) };
    }
    case 'return-pair': {
      const count = await giveBackHeld(db, { by, pair, reason: decision.reason, now, log: log() });
      return { tone: count > 0 ? 'good' : 'info', text: t('returned', { count }) };
    }
  }
}

/** What was typed, to be shown again. What React adds to a form is none of it. */
export function toValues(data: FormData): Record<string, string> {
  const typed = [...data].flatMap(([name, value]) =>
    typeof value === 'string' && !name.startsWith('$') ? [[name, value] as const] : [],
  );
  return Object.fromEntries(typed);
}
