import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { endNoticeMails } from '@/lib/notices/mail-choices';
import { readUnsubscribeToken } from '@/lib/notices/unsubscribe-token';

/**
 * The one click of a mail program (RFC 8058), or of the page: ends the mails about leads to the person that the token
 * names. It reads no cookie.
 */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const personId = readUnsubscribeToken(env(), request.nextUrl.searchParams.get('token') ?? '');
  if (personId === undefined) return new NextResponse(null, { status: 404 });
  await endNoticeMails(await getDb(), { personId, now: new Date() });
  const isFromPage = (await readForm(request))?.get('from') === 'page';
  return isFromPage
    ? NextResponse.redirect(new URL('/unsubscribe?done=1', env().APP_URL), 303)
    : new NextResponse(null, { status: 200 });
}

/** Some mail programs post nothing readable: the address says it all. */
async function readForm(request: NextRequest): Promise<FormData | undefined> {
  try {
    return await request.formData();
  } catch {
    return undefined;
  }
}

/** Mail programs that do not post open the address instead: scanners do, too, so a page asks first. */
export function GET(request: NextRequest): NextResponse {
  const token = request.nextUrl.searchParams.get('token') ?? '';
  const url = new URL('/unsubscribe', env().APP_URL);
  url.searchParams.set('token', token.slice(0, 1_000));
  return NextResponse.redirect(url, 303);
}
