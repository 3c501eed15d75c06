import 'server-only';
import { type NextRequest, NextResponse } from 'next/server';
import { getLastBrand } from '@/lib/brand/current';
import { toTextBrand } from '@/lib/brand/html-brand';
import { type Env, env, IS_DEVELOPMENT } from '@/lib/core/env';
import { log, throttleLog } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import { isForeignChange, isOwnHost } from '@/lib/http/origin';
import { pagePolicy } from '@/lib/http/page-policy';
import { bodyLimitOf, refusesAction, refusesBody } from '@/lib/http/refuse-request';
import { newRequestId, REQUEST_ID } from '@/lib/http/request-headers';
import { tooLargePage } from '@/lib/http/too-large-page';
import type { Catalogue } from '@/lib/i18n/catalogue';
import { refuseWhileViewing } from './refuse-while-viewing';
import { catalogueFor, unavailable } from './unavailable';

/**
 * For load balancers, containers, start scripts and Prometheus: under any host name, and while the database does not answer.
 * A process that only works (`WORKER=only`) answers them too, and 404 to every page.
 */
const MONITORING = ['/api/health', '/api/ready', '/api/metrics'];

/**
 * What an open form asks for, the bell of its page among it: having received `no-store`, Chrome would no longer keep
 * its page for Back, and with it what was typed. No cache keeps the response to a POST or PUT without a time, nor uses
 * another one without asking.
 */
const FORM_CALLS = /^\/api\/(drafts\/|(duplicates|unread|stream)$)/;

/** Mail programs post there, from anywhere: a sealed token says for whom, and no cookie is read. */
const UNSUBSCRIBE = '/api/unsubscribe';

/** One year, in seconds. Without subdomains: those of the desk's host may belong to another organization. */
const HSTS = 'max-age=31536000';

/** What the response to a request needs to know of it. */
export type Passed = { settings: Env; nonce: string; policy: string; requestId: string };

/**
 * The checks before every request. The body is not read.
 *
 * - Refuses requests to another host than that of `APP_URL` (421), cross-site changes (403), bodies that are too long,
 *   malformed action calls and paths that are not UTF-8. The health check and metrics are answered under any host name.
 * - Answers 503 while the database does not answer: a page cannot set its own status.
 * - Refuses every change while an admin sees the desk as a person.
 *
 * It grants no access: every page, action and handler checks permissions itself.
 *
 * @param handle answers what is not refused
 */
export async function guardRequest<OwnResponse extends Response>(
  request: NextRequest,
  handle: (passed: Passed) => OwnResponse | Promise<OwnResponse>,
): Promise<OwnResponse | Response> {
  const settings = env();
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = pagePolicy({ nonce, appUrl: settings.APP_URL, isDevelopment: IS_DEVELOPMENT });
  const passed = { settings, nonce, policy, requestId: newRequestId() };
  const refused = await refusal(request, settings, nonce);
  return refused ? withOwnHeaders(refused, request, passed) : await handle(passed);
}

/** The response with the headers that differ by request or by desk. */
export function withOwnHeaders<OwnResponse extends Response>(
  response: OwnResponse,
  request: NextRequest,
  { settings, policy, requestId }: Passed,
): OwnResponse {
  response.headers.set(REQUEST_ID, requestId);
  response.headers.set('Content-Security-Policy', policy);
  // No response from here may be shared between two people.
  const isOfForm = FORM_CALLS.test(request.nextUrl.pathname);
  response.headers.set('Cache-Control', isOfForm ? 'private, no-cache' : 'private, no-store');
  if (settings.APP_URL.startsWith('https:')) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
}

async function refusal(request: NextRequest, settings: Env, nonce: string): Promise<Response | undefined> {
  const { method, headers, nextUrl } = request;
  const isMonitoring = MONITORING.includes(nextUrl.pathname);
  if (settings.WORKER === 'only' && !isMonitoring) return new NextResponse(null, { status: 404 });
  if (!isMonitoring && !isOwnHost(headers.get('host'), settings.APP_URL))
    return misdirected(await catalogueFor(request));
  const sender = { method, site: headers.get('sec-fetch-site'), origin: headers.get('origin') };
  if (nextUrl.pathname !== UNSUBSCRIBE && isForeignChange(sender, settings.APP_URL))
    return new NextResponse(null, { status: 403 });
  const status =
    refusesBody(headers, nextUrl.pathname) ?? refusesAction(headers) ?? refusesPath(nextUrl.pathname);
  if (status === 413 && isPagePost(headers)) return tooLarge(request, nonce);
  if (status) return new NextResponse(null, { status });
  if (isMonitoring) return undefined;
  if (!(await databaseResponds())) return unavailable(request, nonce);
  const change = await refuseWhileViewing(request);
  return change && new NextResponse(null, change);
}

/** A form that the browser itself posts and shows the response of; scripts read the status. */
const isPagePost = (headers: Headers) =>
  !headers.has('next-action') && (headers.get('accept') ?? '').includes('text/html');

async function tooLarge(request: NextRequest, nonce: string): Promise<NextResponse> {
  const { messages, tag } = await catalogueFor(request);
  const texts = { ...messages.TooLarge, lang: tag };
  const limit = bodyLimitOf(request.nextUrl.pathname);
  const page = tooLargePage({ texts, limit, brand: toTextBrand(getLastBrand()), nonce });
  return new NextResponse(page, { status: 413, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** A path that is not valid UTF-8 names no page, and Next throws while decoding it. */
function refusesPath(path: string): 400 | undefined {
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    return 400;
  }
}

/** Reveals neither what was requested nor where the desk is. */
function misdirected({ messages }: Catalogue): NextResponse {
  const note = singleton('wrong-host', () =>
    throttleLog((count) => log().warn('request.wrong-host', { count }), { everyMs: 60_000 }),
  );
  note(new Date());
  return new NextResponse(`${messages.WrongHost.text}\n`, {
    status: 421,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** The database was opened at the start of this process, before its first request (`lib/core/singleton`). */
async function databaseResponds(): Promise<boolean> {
  try {
    return await (await database()).answers();
  } catch {
    return false;
  }
}
