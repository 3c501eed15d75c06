import 'server-only';
import { NextRequest } from 'next/server';
import { guardRequest, withOwnHeaders } from '@/lib/auth/guard-request';
import { discardBody } from '@/lib/http/read-upload';
import { REQUEST_ID } from '@/lib/http/request-headers';
import { withErrorResponse } from './error-response';

/**
 * A route handler that takes a file, and answers failures as `withErrorResponse` does. Its path is excluded from proxy.ts,
 * where Next would keep the whole body in memory before any check; it begins with the same checks, and the handler reads
 * the body (`takeUpload`) only once it knows who sends it.
 */
export function uploadRoute(route: string, handle: (request: Request) => Promise<Response>) {
  const respond = withErrorResponse(route, handle);
  return async (request: NextRequest): Promise<Response> => {
    const { method, url, body } = request;
    const response = await guardRequest(request, async (passed) => {
      const headers = new Headers(request.headers);
      headers.set('x-nonce', passed.nonce);
      headers.set(REQUEST_ID, passed.requestId);
      const own = new NextRequest(url, { method, headers, body, duplex: 'half' });
      return withOwnHeaders(await respond(own), request, passed);
    });
    await discardBody(body);
    return response;
  };
}
