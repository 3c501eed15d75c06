/**
 * `npm run worker`: the same build, started to do the desk's work and to answer only its health check. In this
 * same process: a wrapper would have to forward every signal.
 */
import './lib/signals.js';
import './lib/heap.js';
import './lib/no-upgrade.js';
import './lib/require-build.js';
import './lib/require-port.js';

process.env.WORKER = 'only';
process.argv.splice(2, 0, 'start');
await import('next/dist/bin/next');
