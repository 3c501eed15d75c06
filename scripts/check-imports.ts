import { findViolations, PLACES } from './lib/architecture';
import { readImports, readSources } from './lib/import-graph';

const sources = readSources('.', PLACES);
const violations = findViolations(sources, readImports(sources));
for (const line of violations) console.error(line);
process.exitCode = violations.length === 0 ? 0 : 1;
