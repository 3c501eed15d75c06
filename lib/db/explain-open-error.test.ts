import { expect, it } from 'vitest';
import { FolderUnusableError } from './folder';
import { FolderInUseError } from './lock';
import { explainOpenError } from './pglite';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('broken'), { code }));

it.each([
  ['ENOSPC', 'No space is left on the disk of /data (ENOSPC)'],
  ['EROFS', 'The folder /data can’t be created or written by this user (EROFS)'],
])('names the disk where the engine gives no reason: %s', async (code, text) => {
  const explained = await explainOpenError({ status: 1 }, '/data', failing(code));
  expect(explained).toBeInstanceOf(FolderUnusableError);
  expect(explained).toHaveProperty('message', expect.stringContaining(text));
});

it('leaves every other error unchanged', async () => {
  const thrown = { status: 1 };
  expect(await explainOpenError(thrown, '/data', async () => {})).toBe(thrown);
  const held = new FolderInUseError('/data', undefined);
  expect(await explainOpenError(held, '/data', failing('ENOSPC'))).toBe(held);
});
