import { lockFolder } from '@/lib/db/lock';

/** A process that claims the folder named by its argument, reports it, and uses it until it is stopped. */
const [folder = ''] = process.argv.slice(2);
try {
  const lock = await lockFolder(folder);
  process.once('SIGTERM', () => {
    lock.release();
    process.exit(0);
  });
  console.log('held');
  setInterval(lock.check, 5);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
