import type { Translations } from '@/lib/core/language';

/**
 * A portal's field, once read. The wire reader (`lib/service/wire/schema.ts`) creates these from
 * `/schema/lead` (interface 2.2); the form, its rules and the payload are derived from them. Runs anywhere.
 */

/** Every kind with its family. Kinds of one family are read, checked and imported alike but for what `KINDS` says of each. */
export const FAMILY_OF = {
  text: 'text',
  'long-text': 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  number: 'number',
  currency: 'number',
  percent: 'number',
  integer: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date',
  picklist: 'choice',
  'multi-picklist': 'choice',
} as const;

export type FieldKind = keyof typeof FAMILY_OF;

export type FieldOption = {
  /** In the type the service sent it (a number stays a number); compared as a string, sent unchanged. */
  value: string | number | boolean;
  label: string;
  /** If the portal has it in several languages. */
  labels?: Translations;
  /** A retired option is kept so that old leads can be read; it is not offered. */
  active: boolean;
};

export type Field = {
  /** The service's fieldId: any string. Never an object path, never a form name. */
  id: string;
  label: string;
  /** If the portal has it in several languages. */
  labels?: Translations;
  kind: FieldKind;
  /** The type as the service sent it; '' if absent. */
  sentType: string;
  /** Where the value is sent in a lead: with the standard fields, or under `customFields`. */
  placement: 'standard' | 'custom';
  required: boolean;
  creatable: boolean;
  updateable: boolean;
  /** Only for picklists. In the portal's order, without duplicates. */
  options?: FieldOption[];
  help?: string;
  /** In characters, for text kinds. */
  maxLength?: number;
  min?: number;
  max?: number;
  /** ISO 4217, if the portal provides it. */
  currency?: string;
  /** The portal marks the answer as sensitive. */
  sensitive?: true;
  /** Only if the portal gives an explicit default. */
  defaultValue?: string | number | boolean | (string | number | boolean)[];
  /** Filled in by this desk, never shown. */
  hidden?: true;
};

/** A note for the admin about how a schema was understood. `fieldId` is '' for the schema as a whole. */
export type SchemaNote = {
  fieldId: string;
  code:
    | 'unknown-type'
    | 'unknown-flag'
    | 'options-unreadable'
    | 'required-not-creatable'
    | 'duplicate-field'
    | 'empty-field-id'
    | 'entry-unreadable';
  detail: string;
};

/**
 * One state of the portal's form. `version` is the hash of the fields: equal versions render the same form.
 */
export type LeadSchema = {
  version: string;
  fields: Field[];
  notes: SchemaNote[];
};

/** An answer as stored and sent: absent means not answered. */
export type Answer = string | number | boolean | (string | number | boolean)[];

/** Answers by fieldId. A Map or null-prototype record, because a fieldId may be `__proto__`. */
export type Answers = Record<string, Answer>;
