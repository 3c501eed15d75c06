import 'server-only';
import { join } from 'node:path';

/** The folder of the migrations' SQL; the process runs in the project's folder. */
export const MIGRATIONS = {
  migrationsFolder: join(process.cwd(), 'lib', 'db', 'migrations'),
};

/** Columns are snake_case in SQL and camelCase in code. */
export const DRIZZLE = { casing: 'snake_case' } as const;
