import { join } from 'node:path';

/** What every process of a run logged, a folder for each desk; begun anew with each run. */
export const LOGS = join('test-results', 'faults');
