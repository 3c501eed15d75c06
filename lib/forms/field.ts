/**
 * What a portal's field is, once read. The wire reader (`lib/service/wire/schema.ts`) makes these from
 * `/schema/lead` (interface 2.2); the form, its rules and the payload are made from them. Runs anywhere.
 */

export const FIELD_KINDS = [
  'text',
  'long-text',
  'email',
  'phone',
  'url',
  'number',
  'currency',
  'percent',
  'integer',
  'boolean',
  'date',
  'date-time',
  'picklist',
  'multi-picklist',
] as const;

export type FieldKind = (typeof FIELD_KINDS)[number];

export type FieldOption = {
  /** In the type the service sent it (a number stays a number); compared as a string, sent as it came. */
  value: string | number | boolean;
  label: string;
  /** A retired option is kept so that old leads can be read; it is not offered. */
  active: boolean;
};

export type Field = {
  /** The service's fieldId: any string. Never an object path, never a form name. */
  id: string;
  label: string;
  kind: FieldKind;
  /** The service's word for the type, as it came; '' if there was none. */
  sentType: string;
  /** Where the value travels in a lead: beside the standard fields, or under `customFields`. */
  placement: 'standard' | 'custom';
  required: boolean;
  creatable: boolean;
  updateable: boolean;
  /** Only for picklists. In the portal's order, without repeats. */
  options?: FieldOption[];
  help?: string;
  /** Characters, for text kinds. */
  maxLength?: number;
  min?: number;
  max?: number;
  /** ISO 4217, if the portal says it. */
  currency?: string;
  /** The portal marks what is entered here as sensitive. */
  sensitive?: true;
  /** Only where the portal gives an explicit default. */
  defaultValue?: string | number | boolean | (string | number | boolean)[];
  /** Filled in by this desk itself, shown to nobody. */
  hidden?: true;
};

/** What an admin should know about how a schema was understood. `fieldId` is '' for the schema as a whole. */
export type SchemaNote = {
  fieldId: string;
  code:
    | 'unknown-type'
    | 'options-unreadable'
    | 'required-not-creatable'
    | 'duplicate-field'
    | 'empty-field-id'
    | 'entry-unreadable';
  detail: string;
};

/** One reading of the portal's form. `version` is the hash of the fields: equal versions draw the same form. */
export type LeadSchema = {
  version: string;
  fields: Field[];
  notes: SchemaNote[];
};

/** An answer as it is kept and sent: absent means not answered. */
export type Answer = string | number | boolean | (string | number | boolean)[];

/** Answers by fieldId. A Map or null-prototype record, because a fieldId may be `__proto__`. */
export type Answers = Record<string, Answer>;
