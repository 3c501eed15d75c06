'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { type ActionOutcome, formAction, type UnreadPost } from '@/app/form-action';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { toDevice } from '@/lib/core/device';
import { isolate } from '@/lib/core/isolate';
import { toSeries } from '@/lib/core/language';
import { readApart } from '@/lib/import-files/read-apart';
import { type ImportCommand, importCommand } from '@/lib/imports/command';
import { FULL_NAME } from '@/lib/imports/full-name';
import { type CommandResult, runImportCommand } from '@/lib/imports/run-command';
import { LIMITS } from '@/lib/limits/limits';
import { faultText } from './fault-text';

/** Changes, checks, sends or deletes one of the person's own imports. */
export const importAction = formAction({
  page: '/leads/import',
  authorize: requireViewer,
  rateLimit: LIMITS.importChanges,
  schema: importCommand,
  // A page of rows with the longest texts that can be corrected there.
  maxUnits: 600_000,
  explain: explainUnread,
  run: async (command, { db, by, now }) => {
    const result = await runImportCommand(db, by, command, {
      service: await getServiceClient(),
      t: await getTranslations('Form'),
      locale: await getLocale(),
      timeZone: await getTimeZone(),
      device: toDevice((await headers()).get('user-agent')),
      readFile: readApart,
      now,
    });
    if (result.kind === 'next') redirect(`/leads/import/${result.id ?? command.import}/${result.step}`);
    if (result.kind === 'draft') redirect(`/leads/new?draft=${result.draftId}`);
    if (result.kind === 'deleted') redirect('/leads/import');
    return await toOutcome(result, command);
  },
});

/** A format that was not chosen is said beside its choice. */
async function explainUnread({ field }: UnreadPost): Promise<ActionOutcome> {
  const t = await getTranslations('Import');
  if (field !== 'decimal' && field !== 'dates') return { tone: 'bad', text: t('result.unreadable') };
  return { tone: 'bad', field, text: t(`formatMissing.${field}`) };
}

type Shown = Exclude<CommandResult, { kind: 'next' | 'draft' | 'deleted' }>;

async function toOutcome(
  result: Shown,
  { command, import: id }: ImportCommand,
): Promise<ActionOutcome | undefined> {
  const t = await getTranslations('Import.result');
  switch (result.kind) {
    case 'done':
      // The row is gone from the list, or the page shows it.
      return command === 'leave-all-out'
        ? { tone: 'good', at: 'page', text: t('changed', { count: result.count ?? 0 }) }
        : undefined;
    case 'still-wrong': {
      const link = { href: `/leads/import/${id}/check?show=wrong`, text: t('show') };
      return { tone: 'info', at: 'page', text: t('still-wrong', { count: result.count }), link };
    }
    case 'wrong':
      // What was entered for rows is stored, and shown from there.
      return { tone: 'bad', text: result.message, field: result.control, isDone: command === 'save' };
    case 'outdated': {
      const row = await getTranslations('Import');
      const cells = result.cells.map(({ line, label, text }) =>
        [row('rowNumber', { line }), label, text].filter(Boolean).map(isolate).join(' · '),
      );
      const listed = toSeries(await getLocale(), cells);
      return { tone: 'warn', at: 'page', text: t('outdated', { cells: listed }) };
    }
    case 'fault':
      return { tone: 'bad', text: await faultText(result.fault), isDone: true };
    case 'unsure-encoding':
      return { tone: 'bad', at: 'read', field: 'encoding', text: t(result.kind) };
    case 'twice':
      return { tone: 'bad', at: 'page', text: t('twice', { label: await labelOf(result.label) }) };
    default:
      return { tone: result.kind === 'nothing-to-send' ? 'info' : 'warn', at: 'page', text: t(result.kind) };
  }
}

async function labelOf(label: string): Promise<string> {
  return label === FULL_NAME ? (await getTranslations('Import'))('fullName') : label;
}
