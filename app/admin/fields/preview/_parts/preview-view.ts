import 'server-only';
import { getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';
import type { Tone } from '@/lib/core/status-labels';
import { BREAKING_CHANGES } from '@/lib/forms/breaking-changes';
import { toChangeLines } from '../../_parts/field-history';
import type { FormPreview, Tally } from '../preview-form-change';

/** What an admin reads about a changed form: every text is ready. */
export type PreviewView = {
  tone: Tone;
  title: string;
  text?: string;
  /** In the order of the page: what would break, then what would change. */
  parts: { title: string; lines: string[] }[];
  /** What was pasted. */
  typed: string;
};

type Translate = Awaited<ReturnType<typeof getTranslations<'FormPreview'>>>;

/** A form preview in words. Numbers of people's drafts and leads, and nothing of what is in them. */
export async function toPreviewView(found: FormPreview, typed: string): Promise<PreviewView> {
  const t = await getTranslations('FormPreview');
  const common = await getTranslations('Common');
  const { changes, drafts, waiting, refused, imports, settings } = found;
  const notes = await notesOf(found);
  if (changes.length === 0) {
    const parts = notes.length > 0 ? [{ title: t('notes'), lines: notes }] : [];
    return { tone: 'good', title: t('same'), text: t('sameDetail'), parts, typed };
  }
  const settingLines = toSettingLines(settings, { t, role: await getTranslations('Fields.role') });
  const isSafe =
    settingLines.length === 0 && [drafts, waiting, refused, imports].every(({ broken }) => broken === 0);
  return {
    tone: isSafe ? 'good' : 'warn',
    title: t(isSafe ? 'harmless' : 'harmful'),
    text: t('nothingChanged'),
    parts: [
      { title: common('drafts'), lines: toLines(drafts, 'drafts', t) },
      { title: t('waiting'), lines: toLines(waiting, 'waiting', t) },
      { title: t('refused'), lines: toLines(refused, 'refused', t) },
      { title: t('imports'), lines: toLines(imports, 'imports', t) },
      { title: t('settings'), lines: settingLines.length > 0 ? settingLines : [t('settingsFine')] },
      { title: t('changes'), lines: await toChangeLines(changes) },
      ...(notes.length > 0 ? [{ title: t('notes'), lines: notes }] : []),
    ],
    typed,
  };
}

function toLines(
  { checked, isCapped, broken, by }: Tally,
  kind: 'drafts' | 'waiting' | 'refused' | 'imports',
  t: Translate,
): string[] {
  const count = t('harmed', { kind, harmed: broken, lookedAt: checked });
  const capped = isCapped ? [t('capped', { count: checked })] : [];
  return [
    count,
    ...BREAKING_CHANGES.filter((change) => by[change] > 0).map((change) =>
      t(`harm.${change}`, { kind, count: by[change] }),
    ),
    ...(kind === 'imports' && checked > 0 ? [t('importsChecked')] : []),
    ...capped,
  ];
}

function toSettingLines(
  { gone, shownAgain, roles }: FormPreview['settings'],
  { t, role: nameOf }: { t: Translate; role: Awaited<ReturnType<typeof getTranslations<'Fields.role'>>> },
): string[] {
  return [
    ...gone.map((label) => t('settingsGone', { label })),
    ...shownAgain.map((label) => t('shownAgain', { label })),
    ...roles.map(({ role, was, is }) =>
      is === undefined
        ? t('roleGone', { role: nameOf(role), was })
        : t('roleMoved', { role: nameOf(role), was, is }),
    ),
  ];
}

/** How entries were understood that are not as expected. */
async function notesOf({ notes }: FormPreview): Promise<string[]> {
  const t = await getTranslations('Setup');
  const lines = notes.map(({ code, fieldId, detail }) =>
    t(`items.${code}`, { field: isolate(fieldId), detail: isolate(detail) }),
  );
  return [...new Set(lines)].slice(0, MAX_NOTES);
}

const MAX_NOTES = 60;
