import type { PluralTexts } from '@/lib/core/language';
import type { Density } from '@/lib/core/preferences';
import type { Theme } from '@/lib/core/theme';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { FormTexts } from '@/lib/forms/texts';
import type { Column, RowView } from '@/lib/leads/row';

/** The list as it opens, as its person has it shown. */
type CachedList = {
  rows: RowView[];
  columns: { column: Column; label: string }[];
  density: Density;
  label: string;
};

/** The texts of the offline page, and of what waits. `{name}` is filled in on the device. */
export type CachedTexts = {
  leads: string;
  newLead: string;
  thisDevice: string;
  skip: string;
  mainNav: string;
  asOf: string;
  offlineElsewhere: string;
  tryAgain: string;
  noRows: string;
  noForm: string;
  listMayBeOld: string;
  formIntro: string;
  waiting: PluralTexts;
  waitingTitle: string;
  nothingWaits: string;
  justCached: string;
  cachedEarlier: string;
  cachedEarlierIntro: string;
  typedAt: string;
  state: Record<'waiting' | 'signIn' | 'access' | 'returned', string>;
  refused: string;
  openInForm: string;
  remove: string;
  removeSure: string;
  signOutSure: PluralTexts;
  /** While nobody is signed in. */
  waitingSignedOut: PluralTexts;
};

/** What the desk gives a device to keep: all that is drawn there without a network. */
export type Cached = {
  /** The person and their membership, as every form names them (`renderedFor`). */
  owner: string;
  /** Says to the desk, also without a session, whose device this is. */
  device: string;
  /** The language (BCP 47) and the time zone of everything below. */
  lang: string;
  timeZone: string;
  theme?: Theme;
  /** When it was read. */
  readAt: string;
  list: CachedList;
  /** Absent if the desk has never read the portal's form. */
  form?: { model: FormModel; values: InputValues; draftKey: string; texts: FormTexts };
  texts: CachedTexts;
};

/** Kept no longer than this, in milliseconds: then the list and the form are not shown any more. What waits stays. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/** Whether this is too old to be shown. */
export function isTooOld({ readAt }: Pick<Cached, 'readAt'>, now: Date): boolean {
  return !(now.getTime() - Date.parse(readAt) < MAX_AGE_MS);
}

/** Whether two values of `renderedFor` name the same person, whatever they may do now. */
export function isSamePerson(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0];
}

/** A moment as the reader's clock shows it, with the day if that is not today. */
export function clockText(iso: string, { lang, timeZone }: Pick<Cached, 'lang' | 'timeZone'>, now: Date) {
  const moment = new Date(iso);
  const dayOf = (date: Date) => date.toLocaleDateString('en-CA', { timeZone });
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(lang, {
    ...(dayOf(moment) === dayOf(now) ? {} : day),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(moment);
}
