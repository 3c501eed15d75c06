import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestFile, writeAnswersFile } from './answers-file';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const guide = await readFile('docs/receipts.md', 'utf8');
  await writeFile(join(folder, 'verify.mjs'), /```js\n(.*?)```/s.exec(guide)?.[1] ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

async function verify({ of = 'Berg', change = (code: string) => code }) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x } = privateKey.export({ format: 'jwk' });
  const signed = writeAnswersFile({ answers: { lastName: 'Berg' }, salt: 's', submission: 'sub_x' });
  const code = await new SignJWT({ sub: 'lead-1', answers_sha256: digestFile(signed) })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'lead-receipt+jwt', kid: 'k' })
    .sign(privateKey);
  const keys = [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k', alg: 'EdDSA', use: 'sig' }];
  await writeFile(join(folder, 'jwks.json'), JSON.stringify({ keys }));
  await writeFile(join(folder, 'receipt.txt'), `${change(code).replace(/(.{60})/g, '$1\n')}\n`);
  await writeFile(join(folder, 'answers.json'), signed.replace('Berg', of));
  return run(process.execPath, ['verify.mjs'], { cwd: folder });
}

describe('the example in docs/receipts.md', () => {
  it('verifies a receipt and its answers', async () => {
    const { stdout } = await verify({});
    expect(stdout).toContain('lead-1');
    expect(stdout).toContain('the answers match');
  });

  it('says if the answers are others', async () => {
    expect((await verify({ of: 'Hill' })).stdout).toContain('other answers');
  });

  it('refuses a changed receipt', async () => {
    const change = (code: string) => code.replace(/\..../, '.AAAA');
    await expect(verify({ change })).rejects.toThrow();
  });
});
