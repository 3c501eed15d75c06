import 'server-only';
import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { type AdminRoute, auditDenied } from '@/lib/audit/audit-denied';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { REQUESTED_PATH, returnPath } from '@/lib/http/request-headers';
import { findTimeZone } from '@/lib/i18n/preferences';
import { findSignedIn, touchSession } from '@/lib/sessions/sessions';
import type { Membership, SignedIn } from '@/lib/sessions/signed-in';
import { findView, type View } from '@/lib/sessions/view-as';
import { authCookie, readSessionId } from './cookies';
import { csrfTokenOf } from './csrf';
import { VIEW_AS } from './refuse-while-viewing';

/**
 * The signed-in person with their membership: every query of leads takes one and returns only the viewer's
 * own. `viewedBy`: the admin who sees the desk as this person; then nothing may be written, not even what is read.
 */
export type Viewer = Omit<SignedIn, 'membership'> & { membership: Membership; viewedBy?: string };

/** Who acts, and for whom: what reads and writes in a person's name need, also in the background. */
export type Actor = Pick<Viewer, 'personId' | 'membership'>;

/**
 * The person behind this request, read once per request; undefined if nobody is signed in. Requesting a page
 * or acting on one counts as use and extends the session.
 */
export const getSignedIn = cache(async (): Promise<SignedIn | undefined> => {
  const sessionId = await readSessionId();
  if (sessionId === undefined) return undefined;
  return touchSession(await getDb(), { ...askFor(sessionId), timeZone: await findTimeZone() });
});

/** As whom the admin behind this request sees the desk, read once per request; undefined for everyone else. */
export const getView = cache(async (): Promise<View | undefined> => viewOf(await getSignedIn()));

async function viewOf(person: SignedIn | undefined): Promise<View | undefined> {
  return person && findView(await getDb(), { by: person, ...askFor(person.sessionId) });
}

/** Whose desk this request shows: the signed-in person's, or that of the person an admin sees it as. Only for reading. */
export async function getReader(): Promise<SignedIn | Viewer | undefined> {
  return (await getView())?.viewer ?? (await getSignedIn());
}

/**
 * The viewer, for pages that only show what is there. Never for an action, a handler that writes, a form or what is
 * personal: they take `requireViewer`, and exist only on one's own desk.
 *
 * @throws Next's redirect
 */
export async function requireReader(returnTo: string): Promise<Viewer> {
  return (await getView())?.viewer ?? requireViewer(returnTo);
}

/** The current reader of this session, for a long-lived request. Does not count as use. */
export async function recheckReader(sessionId: string): Promise<Viewer | undefined> {
  const person = await recheckSession(sessionId);
  const view = await viewOf(person);
  if (view) return view.viewer;
  return person?.membership && { ...person, membership: person.membership };
}

/**
 * The viewer behind this request, if a person with a membership is signed in. For requests a page makes
 * automatically: they do not count as use.
 */
export async function getViewer(): Promise<Viewer | undefined> {
  const sessionId = await readSessionId();
  const person = sessionId === undefined ? undefined : await recheckSession(sessionId);
  return person?.membership && { ...person, membership: person.membership };
}

/** The current person of this session, for a long-lived request. Does not count as use. */
export async function recheckSession(sessionId: string): Promise<SignedIn | undefined> {
  return findSignedIn(await getDb(), askFor(sessionId));
}

function askFor(sessionId: string) {
  const { DEMO, ADMIN_EMAILS } = env();
  return { sessionId, now: new Date(), demo: DEMO, adminEmails: ADMIN_EMAILS };
}

/**
 * The signed-in person. Redirects everyone else to sign in, and from there back to `returnTo`, including its
 * filters.
 *
 * @throws Next's redirect
 */
export async function requireSignedIn(returnTo: string): Promise<SignedIn> {
  const person = await getSignedIn();
  if (!person) redirect(signInPath(returnPath(returnTo, (await headers()).get(REQUESTED_PATH))));
  return person;
}

/**
 * A person with a membership or an admin, for what they decide for themselves. Others go to the waiting page. An admin
 * who sees the desk as a person goes to the page that says what is not available then: nobody else is ever returned
 * here than who signed in.
 *
 * @throws Next's redirect
 */
export async function requireOwnSettings(returnTo: string): Promise<SignedIn> {
  const person = await requireSignedIn(returnTo);
  if (await getView()) redirect(VIEW_AS);
  if (!person.membership && !person.isAdmin) redirect('/waiting');
  return person;
}

/** The same for the page that shows them: an admin who sees the desk as a person sees that person's. */
export async function requireSettingsReader(returnTo: string): Promise<SignedIn | Viewer> {
  return (await getView())?.viewer ?? requireOwnSettings(returnTo);
}

/**
 * The viewer, for pages and actions about leads. As `requireOwnSettings`, but an admin without a membership goes to
 * the admin page.
 *
 * @throws Next's redirect
 */
export async function requireViewer(returnTo: string): Promise<Viewer> {
  const person = await requireOwnSettings(returnTo);
  if (!person.membership) redirect('/admin');
  return { ...person, membership: person.membership };
}

/**
 * An admin; other signed-in people get "not found", and their attempt is audited.
 *
 * @param returnTo the page's address, where it differs from its route
 */
export async function requireAdmin(route: AdminRoute, returnTo: string = route): Promise<SignedIn> {
  return (await requireAdminOf(await requireSignedIn(returnTo), route)) ?? notFound();
}

/** The same for route handlers: the admin, or the status for everyone else. */
export async function findAdmin(route: AdminRoute): Promise<SignedIn | 401 | 404> {
  const person = await getSignedIn();
  return person ? ((await requireAdminOf(person, route)) ?? 404) : 401;
}

async function requireAdminOf(person: SignedIn, route: AdminRoute): Promise<SignedIn | undefined> {
  if (person.isAdmin) return person;
  await auditDenied(await getDb(), { by: person, route, at: new Date() });
  return undefined;
}

/** Where a person signs in before returning to `returnTo`. */
function signInPath(returnTo: string): string {
  return `/signin?callbackUrl=${encodeURIComponent(returnTo)}`;
}

/**
 * Where a signed-in person authenticates again before returning to `returnTo`. For actions that require a
 * recent sign-in (`isRecent`).
 */
export function signInAgainPath(returnTo: string): string {
  return `/signin?again=1&callbackUrl=${encodeURIComponent(returnTo)}`;
}

/** The token a plain HTML form needs to post to next-auth; empty until a sign-in page set its cookie. */
export async function getCsrfToken(): Promise<string> {
  const { name } = authCookie('csrfToken', env().APP_URL);
  return csrfTokenOf((await cookies()).get(name)?.value ?? '');
}
