/**
 * `npm run worker`: the same build, started to do the desk's work and to answer nothing but its health. In this
 * very process: one in between would have to hand every signal on.
 */
import './lib/signals.js';

process.env.WORKER = 'only';
process.argv.splice(2, 0, 'start');
await import('next/dist/bin/next');
