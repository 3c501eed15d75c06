import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BackupError, unpack, verifyArchive } from './archive';
import {
  backupName,
  backupsFolder,
  filesFolder,
  lastDailyBackup,
  removeOldBackups,
  writeBackup,
} from './backup';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-backup-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(filesFolder(dataDir), { recursive: true });
});

const copyFiles = async (to: string) => {
  mkdirSync(join(to, 'empty'), { recursive: true });
  writeFileSync(join(to, 'zeros'), new Uint8Array(200_000));
};
const back = (name: string) => writeBackup(dataDir, { name, copyFiles });

describe('a backup', () => {
  it('holds every file and folder, and nothing else stays', async () => {
    const path = await back(backupName(new Date('2026-06-01T03:00:00.123Z')));
    expect(readdirSync(backupsFolder(dataDir))).toEqual([
      '2026-06-01T03-00-00Z.tar.gz',
      '2026-06-01T03-00-00Z.tar.gz.sha256',
    ]);
    await verifyArchive(path);
    const out = join(dataDir, 'out');
    await unpack(path, out);
    expect(readdirSync(out).sort()).toEqual(['empty', 'zeros']);
    expect(readFileSync(join(out, 'zeros'))).toEqual(Buffer.alloc(200_000));
  });

  it('is refused if damaged, or without its checksum', async () => {
    const path = await back('b.tar.gz');
    appendFileSync(path, 'x');
    await expect(verifyArchive(path)).rejects.toThrow(/is damaged/);
    rmSync(`${path}.sha256`);
    await expect(verifyArchive(path)).rejects.toThrow(/copy it together/);
  });

  it('that fails leaves nothing, and what a killed process left goes', async () => {
    mkdirSync(join(backupsFolder(dataDir), 'killed.tar.gz.copy'), { recursive: true });
    const broken = writeBackup(dataDir, {
      name: 'b.tar.gz',
      copyFiles: async (to) => {
        mkdirSync(to);
        throw new BackupError('No room.');
      },
    });
    await expect(broken).rejects.toThrow('No room.');
    expect(readdirSync(backupsFolder(dataDir))).toEqual([]);
  });
});

it('the newest daily backups stay, and all that somebody asked for', async () => {
  expect(await lastDailyBackup(dataDir)).toBeUndefined();
  const dayOf = (day: number) => new Date(Date.UTC(2026, 5, day, 3));
  for (const day of [1, 2, 3]) await back(backupName(dayOf(day), { isDaily: true }));
  const asked = await back(backupName(dayOf(1)));
  await removeOldBackups(dataDir, { kept: 2 });
  expect(readdirSync(backupsFolder(dataDir)).filter((name) => name.includes('daily'))).toEqual([
    '2026-06-02T03-00-00Z-daily.tar.gz',
    '2026-06-02T03-00-00Z-daily.tar.gz.sha256',
    '2026-06-03T03-00-00Z-daily.tar.gz',
    '2026-06-03T03-00-00Z-daily.tar.gz.sha256',
  ]);
  expect(existsSync(asked)).toBe(true);
  expect(await lastDailyBackup(dataDir)).toBeInstanceOf(Date);
});
