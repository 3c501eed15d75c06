/** Where a run reads its plan: `npm run test:model` names it, since two runs may share the folder. */
export const PLAN_FILE = process.env.MODEL_PLAN ?? 'test-results/model/plan.json';

/** What came of the run, written by it: the script says it last, below the long list of commands. */
export const reportOf = (planFile: string) => planFile.replace(/\.json$/, '.txt');
