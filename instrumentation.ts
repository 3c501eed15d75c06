import type { Instrumentation } from 'next';

/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { takeOverConsole } = await import('./lib/http/console-log');
  const { readRequestTargets } = await import('./lib/http/request-target');
  const { keepResponses } = await import('./lib/http/response-status');
  const { countRequests } = await import('./lib/http/count-requests');
  const { IS_DEVELOPMENT } = await import('./lib/core/env');
  // A developer wants to read what failed.
  if (!IS_DEVELOPMENT) takeOverConsole();
  readRequestTargets();
  keepResponses();
  countRequests();
  const { startProcess } = await import('./lib/worker/process');
  await startProcess();
}

/** Next calls this for each error of a page, an action or a handler that nobody caught. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logRequestError, requestIdOf } = await import('./lib/http/request-error');
  const { answerUnanswered } = await import('./lib/auth/unavailable');
  answerUnanswered(error);
  logRequestError(error, {
    method: request.method,
    route: context.routePath,
    kind: context.routeType,
    requestId: requestIdOf(request.headers),
  });
};
