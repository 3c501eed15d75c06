import 'server-only';
import { z } from 'zod';
import { isId } from '@/lib/core/ids';
import { postedText } from '@/lib/http/read-post';
import { TEXT_ENCODINGS } from '@/lib/import-files/table';
import { DATE_ORDERS } from './file-format';
import { ROW_VIEWS } from './list-rows';
import { SEND_COMMANDS } from './start-sending';

/** Longer than any that is right for many rows: it is stored with each of them. */
const valueForAll = postedText(2_000);
const position = z.coerce.number().int().min(0).max(100_000);
const about = { form: postedText(200).default(''), import: z.string().refine((id) => isId('import', id)) };
const version = postedText(500);

/** The row with the headings among the first ten, from 0. */
const headings = z
  .string()
  .regex(/^(?:\d|none)$/)
  .transform((text) => (text === 'none' ? undefined : Number(text)));

/** What a person does with an import. `fix.f3`, `consent.f3`, `column.3`: by key or number. */
export const importCommand = z.discriminatedUnion('command', [
  z.looseObject({ ...about, command: z.literal('columns'), version }),
  z.object({
    ...about,
    command: z.literal('read'),
    headings,
    sheet: postedText(200).optional(),
    encoding: z.enum(TEXT_ENCODINGS).optional(),
  }),
  z.object({
    ...about,
    command: z.literal('fileFormat'),
    version,
    decimal: z.enum(['.', ',']),
    dates: z.enum(DATE_ORDERS),
  }),
  z.looseObject({ ...about, command: z.literal('fix'), version, position }),
  z.object({ ...about, command: z.literal('fix-all'), version, field: postedText(50), value: valueForAll }),
  z.object({ ...about, command: z.enum(['leave-out', 'take-in']), position }),
  z.object({ ...about, command: z.literal('draft'), position }),
  z.object({ ...about, command: z.literal('leave-all-out'), view: z.enum(ROW_VIEWS) }),
  z.looseObject({ ...about, command: z.literal('start'), version, reading: postedText(100) }),
  z.object({ ...about, command: z.enum(SEND_COMMANDS) }),
  z.object({ ...about, command: z.literal('check') }),
  z.object({ ...about, command: z.literal('delete') }),
]);

export type ImportCommand = z.output<typeof importCommand>;

/** The texts of numbered or keyed fields: `column.3` by `3`. */
export function textsOf(command: Readonly<Record<string, unknown>>, prefix: string): Map<string, string> {
  return new Map(
    Object.entries(command).flatMap(([name, text]) =>
      name.startsWith(`${prefix}.`) && typeof text === 'string'
        ? [[name.slice(prefix.length + 1), text]]
        : [],
    ),
  );
}
