import 'server-only';
import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { isolate } from '@/lib/core/isolate';
import { toStatusWord } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import type { DuplicateMatch } from '@/lib/duplicates/find-duplicates';
import type { DuplicatesResponse } from '@/lib/forms/duplicates-response';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';

type DuplicateText = DuplicatesResponse['matches'][number];

/** The sentences about what is known, in the reader's language. */
export async function toDuplicatesResponse(
  db: Db,
  {
    matches,
    isElsewhere = false,
    locale,
  }: { matches: readonly DuplicateMatch[]; isElsewhere?: boolean; locale: string },
): Promise<DuplicatesResponse> {
  const t = await getTranslations('Known');
  const states = await getTranslations('Submission.state');
  const { date } = await getFormats();
  const overrides = matches.length > 0 ? await getStatusOverrides(db, locale) : new Map();
  const texts = matches.map(({ at, by, company, agentName, isOwn, opens }): DuplicateText => {
    const parts = { date: date(at.toISOString()), colleague: isolate(agentName) };
    if (!opens) {
      return {
        text: company
          ? t('ofTeam', { ...parts, company: isolate(company) })
          : t('ofTeamWithoutCompany', parts),
      };
    }
    const person = isolate(opens.person);
    const status = opens.kind === 'lead' ? toStatusWord(opens.status, overrides).label : states(opens.state);
    const page = opens.kind === 'lead' ? 'leads' : 'submissions';
    return {
      text: t(isOwn ? 'own' : 'ofColleague', { ...parts, person, status }),
      note: t(`by.${by}`, { company: isolate(company ?? '') }),
      href: `/${page}/${encodeURIComponent(opens.id)}`,
    };
  });
  if (isElsewhere) texts.push({ text: t('elsewhere') });
  return { title: t('title'), matches: texts.filter(isFirst) };
}

/** Several leads of a colleague on one day are one sentence: nothing distinguishes them. */
function isFirst({ text, href }: DuplicateText, index: number, all: readonly DuplicateText[]): boolean {
  return href !== undefined || all.findIndex((one) => one.text === text) === index;
}
