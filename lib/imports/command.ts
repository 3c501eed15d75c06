import 'server-only';
import { z } from 'zod';
import { isId } from '@/lib/core/ids';
import { MAX_TYPED } from '@/lib/forms/typed-cell';
import { postedText } from '@/lib/http/read-post';
import { TEXT_ENCODINGS } from '@/lib/import-files/table';
import { DATE_ORDERS } from './file-format';
import { WHOLE_VIEWS } from './list-rows';
import { SEND_COMMANDS } from './start-sending';

const position = z.coerce.number().int().min(0).max(100_000);
/** The positions of the rows of a page. */
const positions = postedText(500).transform((text, context) => {
  const read = z.array(position).safeParse(text === '' ? [] : text.split(','));
  if (read.success) return read.data;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});
const about = { form: postedText(200).default(''), import: z.string().refine((id) => isId('import', id)) };
const version = postedText(500);
/** As it was typed: browsers post line breaks as two characters, and count them as one. */
const typed = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n'))
  .pipe(postedText(MAX_TYPED));

/** The row with the headings among the first ten, from 0; undefined for none. */
const headings = z
  .string()
  .regex(/^(?:\d|none)$/)
  .transform((text) => (text === 'none' ? undefined : Number(text)));

/**
 * What a person does with an import. `consent.f3`, `column.3`: by key or number. `fix.12.f3`, `all.12.f3`, `send.12`: by
 * the position of a row, and key.
 */
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
    decimal: z.enum(['.', ',']).optional(),
    dates: z.enum(DATE_ORDERS).optional(),
  }),
  z
    .object({
      ...about,
      command: z.literal('save'),
      version,
      // What the page showed (`page-shown.ts`).
      rows: positions,
      out: positions.default([]),
      seen: postedText(20_000).default(''),
      /** The row that is continued as a draft, once the corrections are saved. */
      draft: position.optional(),
    })
    .catchall(typed),
  z.object({ ...about, command: z.literal('leave-all-out'), view: z.enum(WHOLE_VIEWS) }),
  z.looseObject({ ...about, command: z.literal('start'), version, interpretation: postedText(100) }),
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
