import * as z from 'zod';
import { startSandbox } from './server';
import { StateFileError } from './store';

const amount = (name: string, max: number) =>
  z.coerce.number(`${name} must be a number.`).int(`${name} must be a whole number.`).min(0).max(max);

const settings = z.object({
  SANDBOX_PORT: amount('SANDBOX_PORT', 65_535).default(4000),
  SANDBOX_SMTP_PORT: amount('SANDBOX_SMTP_PORT', 65_535).optional(),
  SANDBOX_DATA: z.string().min(1).default('.data/sandbox.json'),
  SANDBOX_TOKEN_SECONDS: amount('SANDBOX_TOKEN_SECONDS', 604_800).optional(),
  SANDBOX_LATENCY_MS: amount('SANDBOX_LATENCY_MS', 600_000).optional(),
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function whyNotStarted(error: unknown): string {
  if (error instanceof StateFileError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${'port' in error ? error.port : ''} is taken. Stop what runs there, or set SANDBOX_PORT or SANDBOX_SMTP_PORT to another port.`;
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const read = settings.safeParse(given);
if (!read.success)
  fail(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
const env = read.data;

const sandbox = await startSandbox({
  port: env.SANDBOX_PORT,
  file: env.SANDBOX_DATA,
  ...(env.SANDBOX_TOKEN_SECONDS !== undefined && { tokenSeconds: env.SANDBOX_TOKEN_SECONDS }),
  ...(env.SANDBOX_SMTP_PORT !== undefined && { smtpPort: env.SANDBOX_SMTP_PORT }),
  ...(env.SANDBOX_LATENCY_MS !== undefined && { latencyMs: env.SANDBOX_LATENCY_MS }),
}).catch((error) => fail(whyNotStarted(error)));

let closing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (closing) return;
    closing = true;
    sandbox.close().then(
      () => process.exit(0),
      (error) => fail(`The sandbox could not close cleanly: ${error}`),
    );
  });

// Printed last: the reader may stop us immediately.
const mails = sandbox.smtpPort === undefined ? '' : `, mails: smtp://127.0.0.1:${sandbox.smtpPort}`;
console.log(`sandbox ready at ${sandbox.url} (console: ${sandbox.url}/console${mails})`);
