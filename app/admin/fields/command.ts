import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { STATUS_TEXTS, type StatusTextPart } from '@/lib/core/default-labels';
import { TONES } from '@/lib/core/status-labels';
import { FIELD_ROLES } from '@/lib/forms/field-roles';
import { postedText } from '@/lib/http/read-post';
import { LOCALES } from '@/lib/i18n/locales';
import { type StatusChange, textVersion } from '@/lib/lead-schema/status-settings';
import type { CommandInput } from '../admin-action';

/** The maximum length of an admin's texts, in UTF-16 units as a browser counts them. */
export const MAX_LENGTHS = { label: 120, help: 500, group: 80, status: 60, statusText: 300 } as const;

/** Direction overrides would garble adjacent text. */
const SPOILS = /[\u202A-\u202E\u2066-\u2069]/u;
const BREAKS_LINE = /[\p{Cc}\u2028\u2029]/u;

const id = postedText(2_000);
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !SPOILS.test(text) && !BREAKS_LINE.test(text))
    .transform((text) => text || undefined);
const collapsedLine = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(line(max));

/** What the page showed, as `shownVersion` makes it. */
const shown = postedText(10_000);
const place = z.union([z.enum(['up', 'down', 'portal']), z.literal('number').transform(() => undefined)]);

const language = z.enum(LOCALES);

/** The color of a status and the version of each of its texts, as the page showed them. */
const shownStatus = postedText(2_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      tone: z.enum(TONES).optional(),
      texts: z.partialRecord(language, z.partialRecord(z.enum(STATUS_TEXTS), z.string())),
    }),
  );

const statusText = {
  label: line(MAX_LENGTHS.status),
  meaning: collapsedLine(MAX_LENGTHS.statusText),
  actor: collapsedLine(MAX_LENGTHS.statusText),
  advice: collapsedLine(MAX_LENGTHS.statusText),
} as const satisfies Record<StatusTextPart, z.ZodType>;

const statusRow = z.object({
  status: id,
  shown: shownStatus,
  tone: z.enum(TONES).or(z.literal('').transform(() => null)),
  place: z.coerce.number().int().min(1).max(1_000),
});

/** All statuses of the page, each under its number; only what the admin changed is passed on. */
const statusesSchema = z
  .looseObject({ command: z.literal('statuses') })
  .transform(({ command, ...post }, context) => {
    const changes: StatusChange[] = [];
    for (let row = 0; `${row}.status` in post; row += 1) {
      const read = <Value>(name: string, schema: z.ZodType<Value>) => {
        const parsed = schema.safeParse(post[`${row}.${name}`]);
        if (!parsed.success) context.addIssue({ code: 'custom', path: [`${row}.${name}`] });
        return parsed.data;
      };
      const change = readStatus(row, read);
      if (change) changes.push(change);
    }
    return { command, changes };
  });

type Read = <Value>(name: string, schema: z.ZodType<Value>) => Value | undefined;

function readStatus(row: number, read: Read): StatusChange | undefined {
  const status = read('status', statusRow.shape.status);
  const shown = read('shown', statusRow.shape.shown);
  const tone = read('tone', statusRow.shape.tone);
  const place = read('place', statusRow.shape.place);
  if (status === undefined || !shown) return undefined;
  const texts = LOCALES.flatMap((locale) =>
    STATUS_TEXTS.flatMap((part) => {
      const text = read(`${locale}.${part}`, statusText[part]);
      const was = shown.texts[locale]?.[part];
      return textVersion(text) === was ? [] : [{ language: locale, part, was, text }];
    }),
  );
  return {
    status,
    texts,
    ...(tone !== (shown.tone ?? null) && { tone }),
    ...(place !== row + 1 && { place }),
  };
}

const fieldsSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('display'),
    field: id,
    label: line(MAX_LENGTHS.label),
    help: collapsedLine(MAX_LENGTHS.help),
    group: line(MAX_LENGTHS.group),
    // A page that was open during an update posts none: as guessed.
    role: z
      .enum(FIELD_ROLES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    hidden: z.literal('yes').optional(),
    shown,
  }),
  z.object({
    command: z.literal('move'),
    field: id,
    place,
    number: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  z.object({ command: z.literal('reset'), field: id }),
  statusesSchema,
  z.object({
    command: z.literal('translate'),
    field: id,
    language,
    label: line(MAX_LENGTHS.label),
    help: collapsedLine(MAX_LENGTHS.help),
    // Only a field with a heading has an input for it.
    group: line(MAX_LENGTHS.group).optional(),
    shown,
  }),
  z.object({ command: z.literal('default-language'), language }),
  z.object({ command: z.literal('tell-elsewhere'), isOn: z.literal('yes').optional() }),
]);

/** What an admin can change on the page about the form. */
export type FieldsCommand = z.output<typeof fieldsSchema>;

/** `3.de.meaning` is a text, `3.place` a number; the fields of the other commands are called what they are. */
function partOf(field: string): string {
  const part = field.split('.').at(-1) ?? field;
  if (part === field) return field;
  if (part === 'place') return 'number';
  return STATUS_TEXTS.some((text) => text === part) ? 'text' : part;
}

/** How the form page parses posts; an invalid value is named by its field. */
export const fieldsInput: CommandInput<FieldsCommand> = {
  // Every text of 50 statuses in six languages, with their names and versions.
  maxUnits: 500_000,
  schema: fieldsSchema.superRefine((post, context) => {
    if (post.command === 'move' && !post.place && !post.number) {
      context.addIssue({ code: 'custom', path: ['number'] });
    }
  }),
  explain: async ({ field = 'form' }) => (await getTranslations('Fields'))('wrong', { part: partOf(field) }),
};
