/** Ends a start whose port isn't a port, or isn't free, with a sentence: Next would print a stack. */
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { port: { type: 'string', short: 'p' }, hostname: { type: 'string', short: 'H' } },
  strict: false,
});
const named = values.port === undefined ? 'PORT' : '-p';
const sent = String(values.port ?? (process.env.PORT || '3000'));
const port = Number(sent);
if (!/^\d+$/.test(sent) || port > 65_535)
  end(`${named} is "${sent}", but must be a whole number up to 65535.`);

const CAUSES = { EADDRINUSE: 'is in use', EACCES: 'needs more rights than this user has' };

const host = values.hostname === undefined ? undefined : String(values.hostname);
await new Promise((resolve) => {
  const server = createServer();
  server.once('error', ({ code }) => {
    const cause = CAUSES[code] ?? `can't be listened on (${code})`;
    end(
      `Port ${port}${host === undefined ? '' : ` of ${host}`} ${cause}. Set PORT to another port, or stop what uses it.`,
    );
  });
  server.listen({ port, host }, () => server.close(resolve));
});

/** @returns {never} */
function end(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
