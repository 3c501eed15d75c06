import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import released from '../../lib/db/released-migrations.json';
import { findMigrationProblems, type Migration } from './migration-history';

const FOLDER = join('lib', 'db', 'migrations');

function readMigrations(): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(FOLDER, 'meta', '_journal.json'), 'utf8'));
  return entries.map(({ tag, when }: { tag: string; when: number }) => {
    const file = join(FOLDER, `${tag}.sql`);
    const digest = existsSync(file)
      ? createHash('sha256').update(readFileSync(file)).digest('hex')
      : undefined;
    return { tag, when, digest };
  });
}

describe('the migrations of this repository', () => {
  it('run in order, and released ones are unchanged', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    expect(findMigrationProblems({ migrations: readMigrations(), files, released })).toEqual([]);
  });
});

describe('the functions of the database', () => {
  const folder = join('lib', 'db', 'functions');
  const textsOf = (file: string) =>
    readFileSync(file, 'utf8')
      .split('--> statement-breakpoint')
      .map((text) => text.trim());
  const created = new Map<string, string>();
  for (const { tag } of readMigrations()) {
    for (const text of textsOf(join(FOLDER, `${tag}.sql`))) {
      const [, name] = /CREATE (?:OR REPLACE )?FUNCTION (\w+)\(/.exec(text) ?? [];
      if (name) created.set(name, text);
    }
  }

  it('are each what its file says, as the latest migration creates it', () => {
    const files = readdirSync(folder).map((file) => [
      file.replace(/\.sql$/, ''),
      readFileSync(join(folder, file), 'utf8').trim(),
    ]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(created));
  });
});

describe('a history of migrations', () => {
  const first: Migration = { tag: '0000_first', when: 1_000, digest: 'aa' };
  const second: Migration = { tag: '0001_second', when: 2_000, digest: 'bb' };
  const files = ['0000_first.sql', '0001_second.sql'];
  const problemsOf = (changes: Partial<Parameters<typeof findMigrationProblems>[0]>) =>
    findMigrationProblems({
      migrations: [first, second],
      files,
      released: { '0000_first': 'aa' },
      ...changes,
    });

  it('may grow at its end', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('may be changed where it is not released', () => {
    expect(problemsOf({ migrations: [first, { ...second, digest: 'cc' }] })).toEqual([]);
  });

  it.each<[string, Partial<Parameters<typeof findMigrationProblems>[0]>, RegExp]>([
    ['a released step is changed', { migrations: [{ ...first, digest: 'cc' }, second] }, /has been changed/],
    [
      'a released step is removed',
      { migrations: [second], files: ['0001_second.sql'] },
      /no longer in its place/,
    ],
    [
      'a step comes before a released one',
      { migrations: [{ ...second, when: 500 }, first] },
      /no longer in its place/,
    ],
    [
      'a step is older than the one before it',
      { migrations: [first, { ...second, when: 900 }] },
      /would never run/,
    ],
    ['a file is not in the journal', { files: [...files, '0002_third.sql'] }, /not in the journal/],
    ['a file is missing', { migrations: [first, { ...second, digest: undefined }] }, /is missing/],
  ])('is refused where %s', (_, changes, problem) => {
    expect(problemsOf(changes).join('\n')).toMatch(problem);
  });
});
