import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from './ports';

const kept = z.object({ appSecret: z.string().min(32) });

/**
 * The `APP_SECRET` of a demo desk: created once and kept in `path`, readable only by its owner, because
 * sessions and stored webhook secrets of an earlier run depend on it.
 *
 * @throws {SetupError} if the file exists but does not have our format
 */
export function keepSecret(path: string): string {
  if (!existsSync(path)) {
    const appSecret = randomBytes(32).toString('base64url');
    writeFileSync(path, `${JSON.stringify({ appSecret })}\n`, { mode: 0o600, flag: 'wx' });
    return appSecret;
  }
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8'))).appSecret;
  } catch (cause) {
    throw new SetupError(`${path} is not readable as the demo's secret. Delete the folder to start over.`, {
      cause,
    });
  }
}
