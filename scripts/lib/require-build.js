/** Ends a start without a production build with the command that makes one: Next would name its own. */
import { existsSync } from 'node:fs';

if (!existsSync('.next/BUILD_ID')) {
  process.stderr.write('There is no production build yet. Make it with: npm run build\n');
  process.exit(1);
}
