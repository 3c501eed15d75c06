import 'server-only';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Database } from '../../lib/db/handle';
import { openPglite } from '../../lib/db/pglite';
import { openPostgres } from '../../lib/db/postgres';
import { createScratchDatabase, dropScratchDatabase } from './scratch-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine of this run, from `vitest.config.ts`. */
    /** `template`: for PGlite the file of a dump, for PostgreSQL the name of a database; both migrated and empty. */
    testDatabase:
      | { engine: 'pglite'; template: string }
      | { engine: 'postgres'; url: string; template: string };
  }
}

/**
 * A separate migrated, empty database on the engine that this run tests: PGlite in memory, or a new database
 * on a real PostgreSQL. Only for `*.db.test.ts`; call it in `beforeAll` and `close()` it in `afterAll`.
 */
export async function freshDatabase(): Promise<Database> {
  const engine = inject('testDatabase');
  if (engine.engine === 'pglite')
    return openPglite(undefined, { copyOf: new Blob([readFileSync(engine.template)]) });
  const name = `${engine.template}_${randomBytes(6).toString('hex')}`;
  const opened = await openPostgres(
    await createScratchDatabase(engine.url, { name, template: engine.template }),
  );
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await dropScratchDatabase(engine.url, name);
    },
  };
}
