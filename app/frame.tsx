import type { ReactNode } from 'react';
import { chooseLanguage, chooseShortcuts, chooseTheme } from '@/app/actions';
import { hasAppleKeyboard } from '@/app/apple-keyboard';
import { countCorrections, countOwnDrafts, readUnreadAt, type UnreadAt } from '@/app/attention';
import { toBell } from '@/app/bell';
import { type NavPage, PageFrame } from '@/components/shell/page-frame';
import { readCachesLeads } from '@/lib/auth/caches-leads';
import { getLanguageChoices } from '@/lib/auth/language';
import { STOP_VIEWING } from '@/lib/auth/refuse-while-viewing';
import { RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { getTimeZone } from '@/lib/auth/time-zone';
import { getCsrfToken, getReader, getSignedIn, getView } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { env } from '@/lib/core/env';
import { shortId } from '@/lib/core/short-id';
import { getTheme } from '@/lib/i18n/preferences';
import type { SignedIn } from '@/lib/sessions/signed-in';

/**
 * The frame around every page, for the signed-in person, or for the one that an admin sees the desk as. It decides
 * which links are shown, never what is allowed.
 *
 * @param isAdmins whether the page is an admin's: it is their own, whomever they see the desk as
 */
export async function Frame({ isAdmins = false, children }: { isAdmins?: boolean; children: ReactNode }) {
  const person = isAdmins ? await getSignedIn() : await getReader();
  const view = await getView();
  const settings = env();
  const brand = await getBrand();
  const membership = person?.membership;
  const read = isAdmins && view ? undefined : await readUnreadAt();
  const addressee = person && membership && renderedFor({ ...person, membership }, settings.APP_SECRET);
  // Also while they have no organization: what waits on their device waits for one.
  const owner = person && renderedFor({ ...person, membership: membership ?? NONE }, settings.APP_SECRET);
  const drafts = await countOwnDrafts();
  return (
    <PageFrame
      brand={brand}
      isDrill={settings.DRILL}
      isTest={settings.SERVICE_ENVIRONMENT === 'test'}
      consoleUrl={settings.DEMO ? `${settings.SERVICE_BASE_URL}/console` : undefined}
      viewing={await viewingOf()}
      links={person ? linksOf(person, { drafts, isViewing: view !== undefined }) : []}
      person={person && { ...(await menuOf(person)), brand, isViewing: view !== undefined }}
      corrections={isAdmins && view ? 0 : await countCorrections()}
      drafts={drafts}
      unread={read?.unread.ids.length}
      bell={addressee && read ? await renderBell({ ...read, addressee }) : undefined}
      shortcuts={
        person && !view ? { isOn: person.preferences.shortcuts, choose: chooseShortcuts } : undefined
      }
      isApple={await hasAppleKeyboard()}
      renderedFor={addressee}
      timeZone={await getTimeZone()}
      // What a device keeps is its own person's.
      cachesLeads={view ? undefined : { state: (await readCachesLeads()) ?? 'no', owner }}
    >
      {children}
    </PageFrame>
  );
}

const NONE = { organizationId: '', agentId: '' };

/** What the banner of an admin says who sees the desk as somebody else; undefined for everyone else. */
export async function viewingOf() {
  const view = await getView();
  return view && { name: view.viewer.name, until: view.expiresAt, stopAt: STOP_VIEWING };
}

async function renderBell({ unread, position, addressee }: UnreadAt & { addressee: string }) {
  const rendered = await toBell(unread.ids.length, position);
  return { rendered, address: `/api/unread?${new URLSearchParams({ [RENDERED_FOR]: addressee })}` };
}

/** Forms and drafts exist only on one's own desk, which an admin has left while seeing it as a person. */
function linksOf(
  { membership, isAdmin }: SignedIn,
  { drafts, isViewing }: { drafts: number; isViewing: boolean },
): NavPage[] {
  return [
    ...(membership ? (['leads'] as const) : []),
    ...(membership && !isViewing ? (['newLead'] as const) : []),
    ...(drafts > 0 && !isViewing ? (['drafts'] as const) : []),
    ...(membership?.role === 'manager' ? (['team'] as const) : []),
    ...(isAdmin ? (['admin'] as const) : []),
  ];
}

async function menuOf({ name, membership, isAdmin }: SignedIn) {
  return {
    name,
    role: membership?.role ?? (isAdmin ? ('admin' as const) : ('none' as const)),
    organization: membership ? (membership.organizationName ?? shortId(membership.organizationId)) : '',
    theme: (await getTheme()) ?? ('system' as const),
    chooseTheme,
    languages: await getLanguageChoices(),
    chooseLanguage,
    csrfToken: await getCsrfToken(),
  };
}
