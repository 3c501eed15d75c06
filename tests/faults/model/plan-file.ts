import { join } from 'node:path';

/** The plan of the next run, written by `npm run test:model`. */
export const PLAN_FILE = join('test-results', 'model', 'plan.json');

/** What came of the last run, written by it: the script says it last, below the long list of commands. */
export const REPORT_FILE = join('test-results', 'model', 'report.txt');
