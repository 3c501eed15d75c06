/** `npm start`: in this same process, because a wrapper would have to forward every signal. */
import './lib/signals.js';
import './lib/heap.js';
import './lib/no-upgrade.js';
import './lib/require-build.js';
import './lib/require-port.js';

process.argv.splice(2, 0, 'start');
await import('next/dist/bin/next');
