import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planSchema, reportOf } from './plan';
import { report, violationsOf } from './report';
import { runPlan } from './run-plan';

/** Two runs may share the folder. */
const planFile = process.env.MODEL_PLAN;
if (!planFile) throw new Error('npm run test:model names the plan.');
const plan = planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')));

it('all invariants hold after any combination of faults', async () => {
  const outcome = await runPlan(plan);
  const text = report(plan, outcome);
  writeFileSync(reportOf(planFile), text);
  console.log(text);
  expect(violationsOf(outcome)).toEqual([]);
});
