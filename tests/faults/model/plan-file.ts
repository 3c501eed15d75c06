import { join } from 'node:path';

/** The plan of the next run, written by `npm run test:model`. */
export const PLAN_FILE = join('test-results', 'model', 'plan.json');
