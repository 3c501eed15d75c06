import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../scripts/lib/build';
import { endOnSignal } from '../../../scripts/lib/end-on-signal';
import { generatePlan } from './generate';
import { type Plan, planSchema, reportOf } from './plan';

const USAGE = `npm run test:model [-- option…]   a random run of edits, submits, faults, kills and restarts; then the invariants

  --seconds N       how long things happen; 60 unless said otherwise
  --seed N          the run of this number; a fresh one unless said otherwise
  --marker          with a field of the portal that carries the submission's id
  --commands FILE   a plan that was kept, as a whole or cut down by hand`;

const MAX_SEEDS = 2 ** 32;
const FOLDER = 'test-results/model';

/** @throws {Error} that says what is wrong with the arguments */
function readPlan(): Plan {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(randomInt(MAX_SEEDS)) },
      marker: { type: 'boolean', default: false },
      commands: { type: 'string' },
    },
  });
  if (values.commands) return planSchema.parse(JSON.parse(readFileSync(values.commands, 'utf8')));
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  if (!(seconds >= 1 && seconds <= 3_600)) throw new Error('--seconds takes a number from 1 to 3600.');
  if (!Number.isInteger(seed) || seed < 0 || seed >= MAX_SEEDS)
    throw new Error(`--seed takes a whole number from 0 to ${MAX_SEEDS - 1}.`);
  return generatePlan({ seed, seconds, marker: values.marker });
}

/** Carries out the plan in the file, as a test. */
async function runModel(planFile: string): Promise<number | null> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=model'];
  const env = { ...process.env, MODEL_PLAN: planFile };
  const vitest = spawn(process.execPath, args, { env, stdio: 'inherit' });
  process.once('exit', () => vitest.kill('SIGTERM'));
  const [code] = await once(vitest, 'close');
  return code;
}

async function main(): Promise<number> {
  const plan = readPlan();
  await ensureBuilt();
  const planFile = `${FOLDER}/seed-${plan.seed}.json`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(planFile, JSON.stringify(plan, null, 1));
  console.log(`Seed ${plan.seed}: ${plan.commands.length} commands in ${plan.seconds} s.`);
  rmSync(reportOf(planFile), { force: true });
  if ((await runModel(planFile)) === 0) return 0;
  console.error(`
What was done:
${plan.commands.map((command) => JSON.stringify(command)).join('\n')}

Seed ${plan.seed} failed. Again:  npm run test:model -- --seconds ${plan.seconds} --seed ${plan.seed}${plan.marker ? ' --marker' : ''}
Cut down by hand:   edit ${planFile}, then npm run test:model -- --commands ${planFile}

${existsSync(reportOf(planFile)) ? readFileSync(reportOf(planFile), 'utf8') : 'It ended before anything could be checked.'}`);
  return 1;
}

endOnSignal();

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  return 1;
});
