import type { PlainBrowser } from './browser';

/** One event of the live updates, as received by the browser. */
export type LiveEvent = { event: string; data: unknown; at: number };

/**
 * Opens the live updates and collects them.
 *
 * @throws {Error} if the desk does not open a stream
 */
export async function openEventStream(browser: PlainBrowser) {
  const stop = new AbortController();
  const response = await browser.ask('/api/stream', { signal: stop.signal });
  if (response.status !== 200 || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const events: LiveEvent[] = [];
  let retryMs: number | undefined;
  const ended = (async () => {
    let waiting = '';
    for await (const bytes of response.body ?? []) {
      const blocks = (waiting + Buffer.from(bytes).toString()).split('\n\n');
      waiting = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.split(':')[0], line.replace(/^[^:]*: ?/, '')]),
        );
        const retry = fields.get('retry');
        if (retry !== undefined) retryMs = Number(retry);
        const event = fields.get('event');
        if (event) events.push({ event, data: JSON.parse(fields.get('data') ?? 'null'), at: Date.now() });
      }
    }
  })().catch(() => {});
  return {
    events,
    /** Resolves when the stream has ended, from either side. */
    ended,
    /** How long the desk asks the browser to wait before reconnecting. */
    retryMs: () => retryMs,
    close: () => stop.abort(),
  };
}
