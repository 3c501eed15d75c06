import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { Device } from '@/lib/core/device';
import type { Db } from '@/lib/db/handle';
import { noAnswers } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';
import type { FormField } from '@/lib/forms/form-model';
import { validate } from '@/lib/forms/rules';
import type { Translate } from '@/lib/forms/texts';
import type { TableFault } from '@/lib/import-files/table';
import { getFreshSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { leaveAllOut, type Outdated, type RowChanges, saveRows, setFormat } from './change-rows';
import { type CheckInput, checkAllRows } from './check-rows';
import { chooseColumns } from './choose-columns';
import { type ImportCommand, textsOf } from './command';
import { FULL_NAME } from './full-name';
import { getImportForm, type ImportForm, interpretationOf, nameInterpretation } from './import-form';
import { deleteImport, findImport, isChangeable, type StoredImport } from './imports';
import { countRows } from './list-rows';
import { readSeen } from './page-shown';
import { type ReadFile, readAgain } from './read-again';
import { saveAsDraft } from './save-as-draft';
import { changeSending, startSending } from './start-sending';

/** Everything that decides about a command besides itself. */
export type CommandInput = {
  service: ServiceClient;
  t: Translate;
  locale: string;
  timeZone: string;
  device: Device;
  readFile: ReadFile;
  now: Date;
};

/**
 * `next`: done, and the step that follows, of the import with this id if it is another one now. `done`: done, `count`
 * rows were changed. `still-wrong`: saved, and how many rows still have to be corrected. `wrong`: what is wrong with a
 * consent or a correction, by the control that was posted. `gone`: there is no such import of the viewer's. `busy`: it
 * is being sent, and cannot be changed. `form-changed`: the form is another one than the page showed.
 * `unsure-encoding`: the person has to choose it first. `outdated`: all was saved but these cells, which changed since
 * the page showed them. `no-file`: the file is not kept any more; `fault`: it cannot be read in the chosen way.
 */
export type CommandResult =
  | { kind: 'next'; step: 'columns' | 'check' | 'send'; id?: string }
  | { kind: 'fault'; fault: TableFault }
  | { kind: 'draft'; draftId: string }
  | { kind: 'done'; count?: number }
  | { kind: 'still-wrong'; count: number }
  | { kind: 'wrong'; control: string; message: string }
  | { kind: 'outdated'; cells: Outdated[] }
  | { kind: 'twice'; label: string }
  | { kind: 'deleted' }
  | { kind: 'no-columns' | 'nothing-to-send' | 'no-draft' | 'gone' | 'busy' | 'form-changed' }
  | { kind: 'unsure-encoding' | 'no-file' };

/** Does what a person asks for with one of their imports. */
export async function runImportCommand(
  db: Db,
  viewer: Viewer,
  command: ImportCommand,
  task: CommandInput,
): Promise<CommandResult> {
  const stored = await findImport(db, viewer, command.import);
  if (!stored) return { kind: 'gone' };
  switch (command.command) {
    case 'pause':
    case 'continue':
    case 'stop': {
      const change = { id: stored.id, command: command.command, now: task.now };
      return (await changeSending(db, viewer, change)) ? { kind: 'done' } : { kind: 'busy' };
    }
    case 'delete':
      return { kind: (await deleteImport(db, viewer, stored.id)) ? 'deleted' : 'busy' };
    default:
      return await change(db, viewer, command, { ...task, stored });
  }
}

type Changing = Exclude<ImportCommand, { command: 'pause' | 'continue' | 'stop' | 'delete' }>;
type ChangeInput = CommandInput & { stored: StoredImport };

async function change(db: Db, viewer: Viewer, command: Changing, task: ChangeInput): Promise<CommandResult> {
  const { stored } = task;
  if (!isChangeable(stored)) return { kind: 'busy' };
  if (command.command === 'read') {
    const { sheet, encoding, headings } = command;
    const result = await readAgain(db, viewer, { ...task, choice: { sheet, encoding }, headings });
    if (result.kind === 'again') return { kind: 'next', step: 'columns', id: result.id };
    return result.kind === 'changed' ? { kind: 'done' } : result;
  }
  // Rows are sent, and checked again, by the form as the portal has it now: a consent may have got another wording.
  const isAfresh = command.command === 'start' || command.command === 'check';
  const renew = isAfresh ? () => getFreshSchema(db, task) : undefined;
  const form = await getImportForm(db, { ...task, renew });
  if (!form) return { kind: 'form-changed' };
  // The keys of its fields are those of the page.
  if ('version' in command && command.version !== form.whole.version) return { kind: 'form-changed' };
  if (command.command === 'columns') return await setColumns(db, viewer, command, { ...task, form });
  const interpretation = interpretationOf(stored, form.model);
  if (!interpretation) return { kind: 'no-columns' };
  const check = { ...task, form, interpretation };
  switch (command.command) {
    case 'start':
      // Columns chosen in another tab: the person was shown other leads.
      if (command.interpretation !== nameInterpretation(interpretation)) return { kind: 'form-changed' };
      return await start(db, viewer, command, check);
    case 'save':
      return await save(db, viewer, command, check);
    default:
      return await changeRows(db, viewer, command, check);
  }
}

type FormInput = ChangeInput & { form: ImportForm };

async function setColumns(
  db: Db,
  viewer: Viewer,
  command: Extract<ImportCommand, { command: 'columns' }>,
  task: FormInput,
): Promise<CommandResult> {
  const { form, stored } = task;
  const posted = textsOf(command, 'column');
  const targets = new Map([
    [FULL_NAME, FULL_NAME],
    ...form.model.fields.map(({ key, id }) => [key, id] as const),
  ]);
  const columns = stored.headings.map((_, index) => targets.get(posted.get(String(index)) ?? '') ?? null);
  const chosen = await chooseColumns(db, { ...task, columns });
  if (chosen.kind === 'none') return { kind: 'no-columns' };
  if (chosen.kind === 'unsure') return { kind: 'unsure-encoding' };
  if (chosen.kind === 'twice') {
    const field = form.model.fields.find(({ id }) => id === chosen.fieldId);
    return { kind: 'twice', label: field?.label ?? chosen.fieldId };
  }
  const changed = await findImport(db, viewer, stored.id);
  const interpretation = changed && interpretationOf(changed, form.model);
  if (!interpretation) return { kind: 'gone' };
  await checkAllRows(db, viewer, { ...task, stored: changed, interpretation });
  return { kind: 'next', step: 'check' };
}

type RowCommand = Extract<ImportCommand, { command: 'fileFormat' | 'leave-all-out' | 'check' }>;

async function changeRows(
  db: Db,
  viewer: Viewer,
  command: RowCommand,
  task: CheckInput,
): Promise<CommandResult> {
  const importId = task.stored.id;
  switch (command.command) {
    case 'fileFormat':
      await setFormat(db, viewer, {
        ...task,
        // What the page did not ask for stays as it is.
        fileFormat: {
          decimal: command.decimal ?? task.interpretation.fileFormat.decimal,
          dates: command.dates ?? task.interpretation.fileFormat.dates,
          isChosen: true,
        },
      });
      return { kind: 'done' };
    case 'leave-all-out':
      return { kind: 'done', count: await leaveAllOut(db, { importId, view: command.view }) };
    default:
      await checkAllRows(db, viewer, task);
      return { kind: 'next', step: 'check' };
  }
}

/** Goes on to the next step once no row has to be corrected, or to the draft of a row. */
async function save(
  db: Db,
  viewer: Viewer,
  command: Extract<ImportCommand, { command: 'save' }>,
  task: CheckInput & Pick<CommandInput, 'device'>,
): Promise<CommandResult> {
  const { fields } = task.form.model;
  const saved = await saveRows(db, viewer, { ...task, changes: toChanges(command, fields) });
  const { refused, outdated } = saved;
  if (outdated.length > 0) return { kind: 'outdated', cells: outdated };
  if (command.draft !== undefined) {
    const row = { importId: task.stored.id, position: command.draft };
    const draftId = await saveAsDraft(db, viewer, Object.assign(row, task));
    return draftId ? { kind: 'draft', draftId } : { kind: 'no-draft' };
  }
  if (refused) {
    const { position, fieldId, message } = refused;
    const key = fields.find(({ id }) => id === fieldId)?.key ?? '';
    return { kind: 'wrong', control: `fix.${position}.${key}`, message };
  }
  const { wrong, ready } = await countRows(db, task.stored.id);
  if (wrong > 0) return { kind: 'still-wrong', count: wrong };
  return ready > 0 ? { kind: 'next', step: 'send' } : { kind: 'nothing-to-send' };
}

function toChanges(
  command: Extract<ImportCommand, { command: 'save' }>,
  fields: readonly FormField[],
): RowChanges {
  const idOf = new Map(fields.map(({ key, id }) => [key, id]));
  const seen = readSeen(command.seen);
  const cellsOf = (prefix: string) =>
    [...textsOf(command, prefix)].flatMap(([name, text]) => {
      const [position = '', key = ''] = name.split('.');
      const fieldId = idOf.get(key);
      const cell = { position: Number(position), fieldId: fieldId ?? '', text, seen: seen.get(name) };
      return fieldId === undefined ? [] : [cell];
    });
  return {
    shown: command.rows,
    wasOut: new Set(command.out),
    meant: new Set([...textsOf(command, 'send').keys()].map(Number)),
    typed: cellsOf('fix').filter(({ position }) => Number.isSafeInteger(position)),
    forAll: cellsOf('all'),
  };
}

async function start(
  db: Db,
  viewer: Viewer,
  command: Extract<ImportCommand, { command: 'start' }>,
  { form, stored, interpretation, now }: CheckInput,
): Promise<CommandResult> {
  const stated = stateConsents(form, {
    posted: textsOf(command, 'consent'),
    timeZone: interpretation.timeZone,
  });
  if ('message' in stated) return { kind: 'wrong', ...stated };
  const task = { id: stored.id, version: command.version, consents: stated.consents, now };
  const started = await startSending(db, viewer, task);
  if (started.kind === 'started') return { kind: 'next', step: 'send' };
  return { kind: started.kind === 'nothing' ? 'nothing-to-send' : 'form-changed' };
}

/** The consents that a person states for all rows: by the form's rules, and nothing that they did not enter. */
function stateConsents(
  { consents }: ImportForm,
  { posted, timeZone }: { posted: ReadonlyMap<string, string>; timeZone: string },
): { consents: Answers } | { control: string; message: string } {
  if (consents.fields.length === 0) return { consents: noAnswers() };
  const values = Object.fromEntries(consents.fields.map(({ key }) => [key, posted.get(key) ?? '']));
  const outcome = validate(consents, values, { timeZone });
  if (outcome.ok) return { consents: outcome.answers };
  const [first] = outcome.errors;
  return { control: `consent.${first?.key ?? ''}`, message: first?.message ?? '' };
}
