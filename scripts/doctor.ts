import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { examine } from '@/lib/setup/examine';
import { toJson, toText } from './lib/doctor-report';
import { endOnSignal } from './lib/end-on-signal';

const USAGE = `npm run doctor -- [--json]

Checks settings, runtime, database, portal, webhooks, sign-in and email, and reports what needs attention and what to
do. Changes nothing and works while Partner Desk is stopped. Exits 0 if nothing is failing, 1 if something is, 2 for a
wrong call.`;

function readCall(): { json: boolean } | undefined {
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
    return values;
  } catch {
    return undefined;
  }
}

/** Resolves when all output is written: ending sooner would cut it off. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

async function main(): Promise<number> {
  const call = readCall();
  if (!call) {
    console.error(USAGE);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const steps = await examine({ source: process.env, now: () => new Date() });
  await write(`${call.json ? toJson(steps, new Date()) : toText(steps)}\n`);
  return steps.some(({ state }) => state === 'bad') ? 1 : 0;
}

endOnSignal();

main().then(
  // Exit explicitly: a check that timed out may keep its connection open for a while.
  (code) => process.exit(code),
  () => {
    // The error may quote a setting.
    console.error('The check couldn’t run.');
    process.exit(1);
  },
);
