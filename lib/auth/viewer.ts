import 'server-only';
import { cookies } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { getDb } from '@/lib/db/handle';
import { env } from '@/lib/env';
import { authOptions } from './options';
import { findSignedIn, type Membership, type SignedIn } from './sessions';

/** The signed-in person with their membership: every query of leads takes one and shows only what is theirs. */
export type Viewer = Omit<SignedIn, 'membership'> & { membership: Membership };

/** The person behind this request, read once per request; undefined if nobody is signed in. */
export const getSignedIn = cache(async (): Promise<SignedIn | undefined> => {
  const session = await getServerSession(authOptions());
  if (!session?.sessionId) return undefined;
  return findSignedIn(await getDb(), { sessionId: session.sessionId, now: new Date(), demo: env().DEMO });
});

/** The viewer behind this request, if a person with a membership is signed in. For route handlers. */
export async function getViewer(): Promise<Viewer | undefined> {
  const person = await getSignedIn();
  return person?.membership ? { ...person, membership: person.membership } : undefined;
}

/**
 * The signed-in person. Sends everybody else to sign in, and from there back to `returnTo`.
 *
 * @throws Next's redirect
 */
export async function requireSignedIn(returnTo: string): Promise<SignedIn> {
  const person = await getSignedIn();
  if (!person) redirect(signInPath(returnTo));
  return person;
}

/**
 * The viewer, for pages and actions about leads. A person without a membership goes to the waiting page, an
 * admin without one to the admin's page.
 *
 * @throws Next's redirect
 */
export async function requireViewer(returnTo: string): Promise<Viewer> {
  const person = await requireSignedIn(returnTo);
  if (!person.membership) redirect(person.isAdmin ? '/admin' : '/waiting');
  return { ...person, membership: person.membership };
}

/** An admin; to everybody else who is signed in the page does not exist. */
export async function requireAdmin(returnTo: string): Promise<SignedIn> {
  const person = await requireSignedIn(returnTo);
  if (!person.isAdmin) notFound();
  return person;
}

/** Through next-auth's own address, because only that one sets the cookie that the sign-in form needs. */
export function signInPath(returnTo: string): string {
  return `/api/auth/signin?callbackUrl=${encodeURIComponent(returnTo)}`;
}

/** The token a plain HTML form needs to post to next-auth; undefined until its cookie is set. */
export async function getCsrfToken(): Promise<string | undefined> {
  const secure = env().APP_URL.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}next-auth.csrf-token`;
  return (await cookies()).get(name)?.value.split('|')[0];
}
