import 'server-only';
import type { NextRequest } from 'next/server';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { findSignedIn } from '@/lib/sessions/sessions';
import { findView } from '@/lib/sessions/view-as';
import { sessionIdIn } from './cookies';

/** The page that says what is not available to an admin who sees the desk as a person. */
export const VIEW_AS = '/view-as';

/** Ends seeing the desk as a person. */
export const STOP_VIEWING = '/api/view-as/stop';

/** They change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Signing in and out, and stopping. A mail program's post reads no cookie, and says by a token for whom it is. */
const ALLOWED = [STOP_VIEWING, '/api/auth/', '/api/unsubscribe'];

/**
 * The refusal of a change while an admin sees the desk as a person; undefined if this request may pass. The one place
 * that refuses all of them, whatever they post and whether the page shows it or somebody wrote it by hand: a new
 * action or handler needs to know nothing of it.
 */
export async function refuseWhileViewing(request: NextRequest): Promise<RefusedChange | undefined> {
  const { method, headers, cookies, nextUrl } = request;
  if (SAFE.has(method) || ALLOWED.some((path) => isBelow(nextUrl.pathname, path))) return undefined;
  const sessionId = await sessionIdIn(cookies);
  if (sessionId === undefined || !(await isViewing(sessionId))) return undefined;
  // What a script of ours follows, what a browser follows, and what is left.
  if (headers.has('next-action')) return { status: 303, headers: { 'x-action-redirect': `${VIEW_AS};push` } };
  if (headers.get('accept')?.includes('text/html'))
    return { status: 303, headers: { Location: new URL(VIEW_AS, nextUrl.origin).href } };
  return { status: 403 };
}

type RefusedChange = { status: 303 | 403; headers?: Record<string, string> };

const isBelow = (path: string, allowed: string) =>
  allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed;

async function isViewing(sessionId: string): Promise<boolean> {
  const db = await getDb();
  const { DEMO: demo, ADMIN_EMAILS: adminEmails } = env();
  const rules = { now: new Date(), demo, adminEmails };
  const by = await findSignedIn(db, { sessionId, ...rules });
  return by !== undefined && (await findView(db, { by, ...rules })) !== undefined;
}
