import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from './handle';
import { openPglite } from './pglite';
import { people } from './schema/people';

/** The contents of a disk: files by path, and the folders. */
type Held = { files: Map<string, Buffer>; folders: Set<string> };

/** Identifies one file across renames. */
const identityOf = (path: string) => {
  const { ino, birthtimeNs } = fs.statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}`;
};

/**
 * Tracks what is flushed below `root`, and so what survives a power failure: of each file its content at its
 * last flush, of each folder its names at its last flush. A flushed file keeps the name it had then, as on
 * ext4, xfs and others.
 */
function followFlushes(root: string): { held: () => Held } {
  const files = new Map<string, { identity: string; content: Buffer }>();
  const flushed = new Map<string, Buffer>();
  const folders = new Set<string>();
  const opened = new Map<number, string>();
  const open = fs.openSync;
  const sync = fs.fsyncSync;
  const openLater = fs.promises.open;
  const spies = [
    vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...others) => {
      const file = await openLater(path, ...others);
      const syncLater = file.sync.bind(file);
      file.sync = () => syncLater().then(() => note(String(path)));
      return file;
    }),
    vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
      const descriptor = open(path, flags, mode);
      opened.set(descriptor, String(path));
      return descriptor;
    }),
    vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      sync(descriptor);
      const path = opened.get(descriptor);
      if (path) note(path);
    }),
  ];
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });

  function note(path: string): void {
    if (!path.startsWith(root) || !fs.existsSync(path)) return;
    if (fs.statSync(path).isDirectory()) {
      recordFolder(path);
      return;
    }
    const content = fs.readFileSync(path);
    const identity = identityOf(path);
    flushed.set(identity, content);
    files.set(path, { identity, content });
  }

  function recordFolder(path: string): void {
    folders.add(path);
    for (const known of files.keys()) {
      if (dirname(known) === path && !fs.existsSync(known)) files.delete(known);
    }
    for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) folders.add(child);
      if (!entry.isFile()) continue;
      const identity = identityOf(child);
      if (files.get(child)?.identity === identity) continue;
      files.set(child, { identity, content: flushed.get(identity) ?? Buffer.alloc(0) });
    }
  }

  return {
    held: () => ({
      files: new Map([...files].map(([path, { content }]) => [relative(root, path), content])),
      folders: new Set([...folders].map((path) => relative(root, path))),
    }),
  };
}

/** Everything as it is now, flushed or not. */
function readLive(root: string): Held {
  const held: Held = { files: new Map(), folders: new Set() };
  for (const entry of fs.readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) held.folders.add(relative(root, path));
    if (entry.isFile()) held.files.set(relative(root, path), fs.readFileSync(path));
  }
  return held;
}

const PAGE = 8_192;

/** A disk that wrote some unflushed pages, and others not. */
function mix(flushed: Held, live: Held, random: () => number): Held {
  const files = new Map(flushed.files);
  for (const [path, now] of live.files) {
    const before = flushed.files.get(path) ?? Buffer.alloc(0);
    const content = Buffer.alloc(random() < 0.5 ? now.length : before.length);
    for (let at = 0; at < content.length; at += PAGE) {
      (random() < 0.5 ? now : before).subarray(at, at + PAGE).copy(content, at);
    }
    files.set(path, content);
  }
  return { files, folders: new Set([...flushed.folders, ...live.folders]) };
}

function writeTo(folder: string, { files, folders }: Held): void {
  for (const path of folders)
    if (basename(path) !== 'desk.lock') fs.mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of files) {
    // The owner's; its process does not survive a power failure.
    if (basename(path) === 'desk.owner') continue;
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), content);
  }
}

/** Flushes are tracked, not really performed: a disk in memory does, where available, and is fast. */
const PLACE = fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

function newFolder(): string {
  const folder = fs.mkdtempSync(join(PLACE, 'desk-power-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A seeded random generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

async function save(database: Database, count: number): Promise<void> {
  const before = await database.db.$count(people);
  for (let number = before + 1; number <= before + count; number += 1) {
    await database.db.transaction((tx) =>
      tx.insert(people).values({
        id: `per_${number}`,
        email: `${number}@x.example`,
        name: 'Ada '.repeat(40),
      }),
    );
  }
}

async function countAfter(held: Held): Promise<number> {
  const folder = newFolder();
  writeTo(folder, held);
  const database = await openPglite(folder);
  try {
    const rows = await database.db.select({ id: people.id }).from(people);
    return rows.length;
  } finally {
    await database.close();
  }
}

describe('after a power failure', () => {
  it('everything committed is in the embedded database, and it opens', async () => {
    const folder = newFolder();
    const disk = followFlushes(folder);
    const database = await openPglite(folder);
    const cuts: { saved: number; held: Held }[] = [];
    const cut = async (seed?: number) => {
      const saved = await database.db.$count(people);
      const held = disk.held();
      cuts.push({ saved, held: seed === undefined ? held : mix(held, readLive(folder), randomFrom(seed)) });
    };

    await save(database, 20);
    await cut();
    await cut(1);
    await database.db.execute(sql`checkpoint`);
    await save(database, 20);
    await cut();
    await cut(2);
    await cut(3);
    await database.close();

    for (const [index, { saved, held }] of cuts.entries()) {
      expect(await countAfter(held), `cut ${index}`).toBe(saved);
    }
  }, 120_000);
});
