import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { examine } from '@/lib/setup/examine';
import { toJson, toText } from './lib/doctor-report';
import { endOnSignal } from './lib/end-on-signal';

const USAGE = `npm run doctor -- [--json]

Checks settings, runtime, database, portal, webhooks, sign-in and email, and reports what needs attention and what to
do. Changes nothing and works while Partner Desk is stopped. Exits 0 if nothing is failing, 1 if something is, 2 for
invalid arguments.`;

function readCall(): { json: boolean } | undefined {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
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
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const findings = await examine({ source: process.env, now: () => new Date() });
    await write(`${call.json ? toJson(findings, new Date()) : toText(findings)}\n`);
    return Object.values(findings).some(({ state }) => state === 'bad') ? 1 : 0;
  } catch {
    // The error may quote a setting.
    console.error('The check couldn’t run.');
    return 1;
  }
}

endOnSignal();

// Exit explicitly: a check that timed out may keep its connection open for a while.
main().then((code) => process.exit(code));
