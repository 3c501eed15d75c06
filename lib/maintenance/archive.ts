import 'server-only';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { create, extract } from 'tar';
import { flush } from '@/lib/db/durable-folder';

/** The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The file beside an archive that holds its checksum, as `sha256sum --check` reads it. */
export const checksumFile = (archive: string) => `${archive}.sha256`;

/**
 * Writes what is in `folder` to a new `.tar.gz` file, and its SHA-256 beside it as that of the archive `name`. Both files are
 * flushed. Holds no more in memory than a piece of a file.
 *
 * @param signal stops it
 */
export async function pack(
  folder: string,
  { file, name, signal }: { file: string; name: string; signal?: AbortSignal },
): Promise<void> {
  const packed = create({ cwd: folder, portable: true }, ['.']);
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(packed), createGzip({ level: 1 }), out, { signal });
  await flush(file);
  const checksum = checksumFile(name);
  await writeFile(checksum, `${await sha256Of(file)}  ${basename(name)}\n`, { mode: 0o600 });
  await flush(checksum);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws {BackupError} if the archive or its checksum is missing, or the two differ */
export async function verifyArchive(file: string): Promise<void> {
  const checksum = checksumFile(file);
  const [expected] = (await readFile(checksum, 'utf8').catch(() => '')).split(' ');
  if (!expected) throw new BackupError(`There is no ${checksum}: copy it together with the backup.`);
  const found = await sha256Of(file).catch((cause: unknown) => {
    throw new BackupError(`There is no ${file}, or it can’t be read.`, { cause });
  });
  if (found !== expected)
    throw new BackupError(`${file} is damaged: its SHA-256 isn’t the one in ${checksum}.`);
}

/** Unpacks an archive of `pack` into `folder`, which is created. */
export async function unpack(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await extract({ file, cwd: folder, strict: true });
}
