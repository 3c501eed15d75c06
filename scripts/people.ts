import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createTranslator } from 'use-intl/core';
import { env } from '@/lib/core/env';
import { openDatabase } from '@/lib/db/handle';
import { isOutcomeUnknown } from '@/lib/db/outcome';
import { type ImportLine, importPeople } from '@/lib/people/import';
import { decodePeopleFile, PeopleFileError } from '@/lib/people/people-file';
import messages from '@/messages/en.json';
import { runCommand, UsageError } from './lib/run-command';

const USAGE = `npm run people -- import people.csv [--dry-run]

Columns: email, name, organizationId, organizationName, agentId, agentName, role (agent or manager), and agentEmail
if agents are to have addresses.
With --dry-run nothing is changed.`;

/** `npm run people`: imports people and memberships from a file. Exits 1 also if the file has a wrong line. */
async function people(): Promise<void> {
  const call = readCall();
  if (!call) throw new UsageError(USAGE);
  const { path, dryRun } = call;
  const file = readFile(path);
  if (!file) throw new UsageError(`There is no file ${path}, or it can’t be read.`);
  const csv = decodePeopleFile(file);
  const database = await openDatabase(env());
  try {
    const lines = await importPeople(database.db, { csv, dryRun, audit: { now: new Date() } });
    for (const line of lines) console.log(lineText(line));
    const isWrong = ({ outcome }: ImportLine) => outcome === 'wrong';
    const wrong = lines.some(isWrong);
    // A check that fails lists only what is wrong; an import lists every line.
    const isUnchanged = lines.length > 0 && lines.every(isWrong);
    const result = isUnchanged ? 'Nothing was changed.' : wrong ? 'The other lines were imported.' : 'Done.';
    console.log(dryRun ? 'This was a dry run: nothing was changed.' : result);
    const isAdding = lines.some((line) => line.outcome === 'added');
    if (isAdding && !wrong) console.log(t('importNoMail', { address: env().APP_URL }));
    if (wrong) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function readCall(): { path: string; dryRun: boolean } | undefined {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [command, path, ...rest] = positionals;
    if (command !== 'import' || !path || rest.length > 0) return undefined;
    // Without the "--" of the call above, npm takes options for its own and passes them on like this.
    const { npm_config_dry_run: ofNpm, ...others } = process.env;
    if (Object.keys(others).some((name) => name.startsWith('npm_config_dry'))) return undefined;
    return { path, dryRun: values['dry-run'] || ofNpm === 'true' };
  } catch {
    return undefined;
  }
}

const t = createTranslator({ locale: 'en', messages, namespace: 'People.files' });

function lineText(row: ImportLine): string {
  const problems = 'problems' in row ? row.problems : [];
  const faults = problems.map(({ column, fault, line }) =>
    t(`cell-fault.${fault}`, { column: column ?? '', line: line ?? 0 }),
  );
  const what = `row ${row.line}  ${row.email}  ${row.outcome}`;
  return faults.length > 0 ? `${what}: ${faults.join('; ')}` : what;
}

function readFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The error with a sentence for the operator. */
function sayError(error: unknown): unknown {
  if (isOutcomeUnknown(error)) return new Error(t('failed'));
  if (error instanceof PeopleFileError)
    return new Error(t(`file-fault.${error.fault}`, { detail: error.detail }));
  return error;
}

runCommand(() =>
  people().catch((error: unknown) => {
    throw sayError(error);
  }),
);
