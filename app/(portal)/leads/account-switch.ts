import 'server-only';
import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { compareRenderedFor, RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { signInAgainPath, type Viewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { isolate } from '@/lib/core/isolate';
import { shortId } from '@/lib/core/short-id';
import { readAllInput } from '@/lib/forms/form-data';
import type { LeadFormState } from '@/lib/forms/state';

/** The form's basis is still what its answers are compared with, even if the page is rendered again. */
const REMEMBERED = ['basis', 'revision', 'acknowledged', 'sent'];

/**
 * The form state if the form was not rendered for this viewer; undefined if it was. Check it before reading
 * or writing anything for them.
 *
 * @param again the form's own address; undefined if this viewer may not open it
 * @param back the address to return to after signing in as another person
 */
export async function findAccountSwitch(
  viewer: Viewer,
  { data, back, again }: { data: FormData; back: string; again: () => Promise<string | undefined> },
): Promise<LeadFormState | undefined> {
  const now = renderedFor(viewer, env().APP_SECRET);
  const posted = data.getAll(RENDERED_FOR);
  const who = compareRenderedFor(posted, now);
  if (who === 'same') return undefined;
  const form = await again();
  // Re-renders the header. Not if the page itself would be replaced: it has the input.
  if (form) revalidatePath('/', 'layout');
  return {
    status: 'account-switch',
    version: textOf(data.get('version')),
    values: readAllInput(data),
    hidden: Object.fromEntries(
      REMEMBERED.filter((name) => data.has(name)).map((name) => [name, textOf(data.get(name))]),
    ),
    renderedFor: textOf(posted[0]),
    notice: await toNotice(viewer, { isSame: who === 'access-changed', form, back, now }),
  };
}

type Notice = Extract<LeadFormState, { status: 'account-switch' }>['notice'];

async function toNotice(
  { name, membership }: Viewer,
  { isSame, form, back, now }: { isSame: boolean; form: string | undefined; back: string; now: string },
): Promise<Notice> {
  const t = await getTranslations('Form');
  const organization = isolate(membership.organizationName ?? shortId(membership.organizationId));
  const whom = { name: isolate(name), organization };
  const open = isSame ? t('openFormAgain') : t('openFormAs', whom);
  return {
    heading: t(isSame ? 'accessChangedHeading' : 'someoneElseHeading'),
    text: t(isSame ? 'accessChanged' : 'someoneElse', whom),
    goOn: form ? { text: open, href: form } : { text: t('goToOwnLeads'), href: '/leads' },
    signIn: isSame ? undefined : { text: t('signInAsSomeoneElse'), href: signInAgainPath(back) },
    submitAs: form ? { text: t('submitAs', whom), value: now } : undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
