import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Answers } from '@/lib/forms/field';
import type { ReadAs } from '@/lib/import-files/table';
import { bytea } from './bytea';
import { people } from './people';

/**
 * `storing`: its file is being stored; nobody sees it yet. `open`: columns and rows can be changed. `sending`,
 * `paused`: rows become submissions, or will again. `done`: every row that was sent is
 * one; what is left can be changed and sent as before.
 */
export const IMPORT_STATES = ['storing', 'open', 'sending', 'paused', 'done'] as const;

/**
 * `heading`: names of the columns, and what is above them. `new`: not checked yet. `ready`, `wrong`: as the form's
 * rules say. `waiting`: its submission has an id and will be stored. `stored`: it is a submission.
 */
export const IMPORT_ROW_STATES = ['heading', 'new', 'ready', 'wrong', 'waiting', 'stored'] as const;

/** By what a row was recognised: `sent` is exactly the same row of an earlier import. */
export const ROW_MATCHED_BY = ['sent', 'email', 'phone', 'domain', 'company'] as const;

/** What the person is asked if the file does not show it. */
export type AskedFormat = 'decimal' | 'dates';

/** How numbers and dates are written in a file. */
export type FileFormat = {
  decimal: '.' | ',';
  dates: 'dmy' | 'mdy' | 'ymd';
  /** Not shown by the file: what has two interpretations is not read until the person has chosen. */
  unsure?: AskedFormat[];
  /** The person has chosen: columns that are chosen later change nothing. */
  isChosen?: true;
};

/** A table of leads that a person sends. */
export const imports = pgTable(
  'imports',
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The person's membership when it was uploaded. */
    organizationId: text().notNull(),
    agentId: text().notNull(),
    /** As its person's computer calls it; '' for copied cells. */
    fileName: text().notNull(),
    readAs: jsonb().$type<ReadAs>(),
    state: text({ enum: IMPORT_STATES }).notNull().default('storing'),
    headings: jsonb().$type<string[]>().notNull().default([]),
    /** Whether the first row names the columns. */
    hasHeadings: boolean().notNull().default(true),
    /** The field of each column; null before the person has chosen. */
    columns: jsonb().$type<(string | null)[]>(),
    fileFormat: jsonb().$type<FileFormat>(),
    /** The version of the form that all rows were checked by, the language and time zone they were read in. */
    checkedBy: text(),
    locale: text(),
    timeZone: text(),
    /** The consents that the person stated for all rows when they sent them. */
    consents: jsonb().$type<Answers>(),
    /** Why its rows have to be checked again: it paused by itself, or an admin transferred it to this person. */
    pausedBy: text({ enum: ['access', 'form', 'transfer'] }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    startedAt: timestamp({ withTimezone: true }),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('imports_person').on(table.personId, table.organizationId),
    index('imports_organization').on(table.organizationId, table.createdAt),
    index('imports_age').on(table.updatedAt),
  ],
);

/**
 * The file of an import that can be read in several ways, until its columns are chosen: then nobody needs it any more. A
 * day at most.
 */
export const importFiles = pgTable('import_files', {
  importId: text()
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  bytes: bytea().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

/** One row of such a table. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the file. */
    position: integer().notNull(),
    /** Its line or row number in the file. */
    line: integer().notNull(),
    cells: jsonb().$type<(string | number)[]>().notNull(),
    /** What the person entered instead of a cell, by fieldId. */
    fixes: jsonb().$type<Record<string, string>>().notNull().default({}),
    state: text({ enum: IMPORT_ROW_STATES }).notNull().default('new'),
    isLeftOut: boolean().notNull().default(false),
    /** The fields that the form's rules refuse. */
    wrongFields: jsonb().$type<string[]>().notNull().default([]),
    /** Of its answers without consents, as `digestAnswers` makes it. */
    digest: text(),
    emailKey: text(),
    phoneKey: text(),
    knownBy: text({ enum: ROW_MATCHED_BY }),
    /** The first row of the same person or with the same answers. */
    duplicateOf: integer(),
    /** An earlier row has exactly the same answers: it is sent in place of this one. */
    isRepeat: boolean().notNull().default(false),
    submissionId: text(),
    /** Set with the submission's id, as long as it may be sent: the same answers of one person are sent once. */
    sentKey: text(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.position] }),
    index('import_rows_state').on(table.importId, table.state, table.position),
    index('import_rows_submission').on(table.submissionId).where(sql`submission_id is not null`),
    uniqueIndex('import_rows_sent').on(table.sentKey).where(sql`sent_key is not null`),
  ],
);

/**
 * What imports sent that were deleted since, by their person or because of their age: the same file sends nothing
 * again. As long as their person, like the submissions that the rows became.
 */
export const sentImportRows = pgTable(
  'sent_import_rows',
  {
    /** The row's `sentKey`. */
    sentKey: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    submissionId: text().notNull(),
  },
  (table) => [
    index('sent_import_rows_person').on(table.personId),
    index('sent_import_rows_submission').on(table.submissionId),
  ],
);
