'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';
import { toSeries } from '@/lib/core/language';
import { setTellsElsewhere } from '@/lib/duplicates/elsewhere';
import type { FieldTexts } from '@/lib/forms/field-overrides';
import { isExclusive } from '@/lib/forms/field-roles';
import { shownVersion } from '@/lib/forms/stale-check';
import { LOCALE_NAMES, type Locale } from '@/lib/i18n/locales';
import { changeTextLanguage } from '@/lib/lead-schema/change-text-language';
import {
  getStoredFieldOverrides,
  moveField,
  resetField,
  setFieldDisplay,
} from '@/lib/lead-schema/field-settings';
import { setFieldTexts } from '@/lib/lead-schema/field-translations';
import { getLabels } from '@/lib/lead-schema/labels';
import { findSchema } from '@/lib/lead-schema/schema';
import { saveStatuses } from '@/lib/lead-schema/status-settings';
import { LIMITS } from '@/lib/limits/limits';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type FieldsCommand, fieldsInput } from './command';

/** Changes how one field or status is shown. */
export const fieldsAction = adminAction({
  page: '/admin/fields',
  input: fieldsInput,
  rateLimit: LIMITS.adminActions,
  run: runFieldsCommand,
});

type Command<Name extends FieldsCommand['command']> = Extract<FieldsCommand, { command: Name }>;

/** Changes how one field or status is shown. The last of two admins wins, and is notified of it. */
function runFieldsCommand(command: FieldsCommand, context: CommandContext): Promise<CommandOutcome> {
  switch (command.command) {
    case 'display':
      return changeDisplay(command, context);
    case 'move':
      return move(command, context);
    case 'reset':
      return reset(command, context);
    case 'statuses':
      return changeStatuses(command, context);
    case 'translate':
      return translate(command, context);
    case 'default-language':
      return changeDefaultLanguage(command, context);
    case 'tell-elsewhere':
      return tellElsewhere(command, context);
  }
}

async function changeDisplay(
  { field: fieldId, label, help, group, role, hidden, shown }: Command<'display'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  const [known, overrides] = await Promise.all([findSchema(db), getStoredFieldOverrides(db)]);
  const field = known?.schema.fields.find(({ id }) => id === fieldId);
  if (!field) return { tone: 'info', text: t('fieldGone') };
  // An override set while the field was optional is kept, without effect.
  const isNewlyHidden = hidden && !overrides.get(fieldId)?.hidden;
  if (isNewlyHidden && field.required) return { tone: 'bad', text: t('cannotHide') };
  if (hidden && role && isExclusive(role) && !field.required) {
    return { tone: 'bad', text: t('cannotUse', { role: t(`role.${role}`) }) };
  }
  const display = { label, help, group, role, hidden: hidden === 'yes' };
  const { before, takenFrom } = await setFieldDisplay(db, { fieldId, display, by, at: now });
  const isOutdated = shownVersion(before) !== shown;
  const was = isolate(before.label ?? t('portalWord'));
  if (role && takenFrom.length > 0) {
    const labelOf = await getLabels(db);
    const label = toSeries(
      await getLocale(),
      takenFrom.map((id) => labelOf(id).label),
    );
    const values = { label, role: t(`role.${role}`), replaced: isOutdated ? 'yes' : 'no', was };
    return { tone: isOutdated ? 'warn' : 'good', isDone: true, text: t('savedTaken', values) };
  }
  if (!isOutdated) return { tone: 'good', text: t('saved') };
  return { tone: 'warn', isDone: true, text: t('savedOver', { was }) };
}

async function move(
  { field: fieldId, place, number }: Command<'move'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  const to = await moveField(db, { fieldId, place: place ?? number ?? 'portal', by, at: now });
  return to === undefined
    ? { tone: 'info', text: t('fieldGone') }
    : { tone: 'good', text: t('moved', { place: to }) };
}

/** Shown above everything: the row may be gone afterwards. */
async function reset(
  { field: fieldId }: Command<'reset'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  const isReset = await resetField(db, { fieldId, by, at: now });
  return isReset
    ? { tone: 'good', at: 'page', text: t('resetDone') }
    : { tone: 'info', at: 'page', text: t('resetNothing') };
}

async function changeStatuses(
  { changes }: Command<'statuses'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  const [was, ...others] = await saveStatuses(db, { changes, by, at: now });
  if (was === undefined) return { tone: 'good', text: t('saved') };
  const count = others.length + 1;
  if (count > 1) return { tone: 'warn', isDone: true, text: t('savedOverTexts', { count }) };
  return { tone: 'warn', isDone: true, text: t('savedOver', { was: isolate(was) }) };
}

async function translate(
  { field: fieldId, language, label, help, group, shown }: Command<'translate'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  const known = await findSchema(db);
  if (!known?.schema.fields.some(({ id }) => id === fieldId)) return { tone: 'info', text: t('fieldGone') };
  const before = await setFieldTexts(db, { fieldId, language, texts: { label, help, group }, by, at: now });
  return before ? toSavedTexts(before, shown) : isDefaultNow(language);
}

/** Nothing was saved: on the opened page the texts were still translations. */
async function isDefaultNow(language: Locale): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  return { tone: 'bad', text: t('isDefaultNow', { language: await nameOfLanguage(language) }) };
}

async function changeDefaultLanguage(
  { language }: Command<'default-language'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  await changeTextLanguage(db, { language, by, at: now });
  return { tone: 'good', text: t('defaultChanged', { language: await nameOfLanguage(language) }) };
}

/** In the language of the page, for sentences. */
async function nameOfLanguage(language: Locale): Promise<string> {
  const names = new Intl.DisplayNames(await getLocale(), { type: 'language' });
  return names.of(language) ?? LOCALE_NAMES[language];
}

async function toSavedTexts(before: FieldTexts, shown: string): Promise<CommandOutcome> {
  const t = await getTranslations('Fields');
  if (shownVersion(before) === shown) return { tone: 'good', text: t('saved') };
  const was = isolate(before.label ?? before.help ?? before.group ?? t('noText'));
  return { tone: 'warn', isDone: true, text: t('savedOver', { was }) };
}

async function tellElsewhere(
  { isOn }: Command<'tell-elsewhere'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  await setTellsElsewhere(db, { isOn: isOn === 'yes', by, at: now });
  return { tone: 'good', text: (await getTranslations('Fields'))('saved') };
}
