import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planSchema } from './plan';
import { PLAN_FILE, reportOf } from './plan-file';
import { report, violationsOf } from './report';
import { runPlan } from './run-plan';

const plan = planSchema.parse(JSON.parse(readFileSync(PLAN_FILE, 'utf8')));

it('all invariants hold after any combination of faults', async () => {
  const outcome = await runPlan(plan);
  const text = report(plan, outcome);
  writeFileSync(reportOf(PLAN_FILE), text);
  console.log(text);
  expect(violationsOf(outcome)).toEqual([]);
});
