/** `npm start`: in this same process, because a wrapper would have to forward every signal. */
import './lib/signals.js';
import './lib/heap.js';
import './lib/no-upgrade.js';
import './lib/require-build.js';
import './lib/require-port.js';

// Longer than reverse proxies keep idle connections (1 to 2 minutes), so that the proxy ends them: a request sent while
// Node ends one is lost, and a proxy must not repeat a POST.
process.argv.splice(2, 0, 'start', '--keepAliveTimeout', '150000');
await import('next/dist/bin/next');
