/** `npm start`: in this very process, as one in between would have to hand every signal on. */
import './lib/signals.js';

process.argv.splice(2, 0, 'start');
await import('next/dist/bin/next');
