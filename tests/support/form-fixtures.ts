import {
  FAMILY_OF,
  type Field,
  type FieldKind,
  type FieldOption,
  type LeadSchema,
} from '../../lib/forms/field';

/** Deterministic schemas of a realistic portal, for tests and benchmarks. */

type Sketch = Partial<Omit<Field, 'options'>> & { id: string; label: string; options?: readonly string[] };

export const EVERY_KIND = Object.keys(FAMILY_OF) as FieldKind[];

/** A field with the usual values: creatable, updateable, optional, custom, text. */
export function makeField({ options, ...sketch }: Sketch): Field {
  return {
    kind: 'text',
    sentType: sketch.kind ?? 'text',
    placement: 'custom',
    required: false,
    creatable: true,
    updateable: true,
    ...(options && { options: options.map(makeOption) }),
    ...sketch,
  };
}

function makeOption(label: string): FieldOption {
  return { value: label.toLowerCase().replace(/[^a-z0-9]+/g, '-'), label, active: true };
}

/** A schema of these fields. Equal fields give equal versions. */
export function makeSchema(fields: Field[]): LeadSchema {
  return { version: `fixture-${checksum(JSON.stringify(fields))}`, fields, notes: [] };
}

function checksum(text: string): string {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

const PLATFORMS = ['Shopify', 'Salesforce', 'HubSpot', 'Magento', 'Other'];
const INDUSTRIES =
  'Agriculture,Banking,Construction,Consulting,Education,Energy,Food,Government,Healthcare,Hospitality,Insurance,Logistics,Manufacturing,Media,Retail,Software,Telecoms,Travel'.split(
    ',',
  );
const PRODUCTS = ['Payments', 'Subscriptions', 'Analytics', 'Support plan'];

/** Twelve fields of twelve kinds: nothing is collapsed, and every common control occurs. */
export function twelveFields(): LeadSchema {
  return makeSchema([
    makeField({ id: 'firstName', label: 'First name', placement: 'standard', required: true, maxLength: 80 }),
    makeField({ id: 'lastName', label: 'Last name', placement: 'standard', required: true, maxLength: 80 }),
    makeField({ id: 'email', label: 'Email address', kind: 'email', placement: 'standard', required: true }),
    makeField({ id: 'phone', label: 'Phone number', kind: 'phone' }),
    makeField({ id: 'website', label: 'Website', kind: 'url' }),
    makeField({
      id: 'platform',
      label: 'Platform',
      kind: 'picklist',
      placement: 'standard',
      required: true,
      options: PLATFORMS,
    }),
    makeField({ id: 'industry', label: 'Industry', kind: 'picklist', options: INDUSTRIES }),
    makeField({
      id: 'value',
      label: 'Estimated value',
      kind: 'currency',
      placement: 'standard',
      currency: 'EUR',
      min: 0,
      help: 'A first estimate is enough. It can be changed later.',
    }),
    makeField({ id: 'closeDate', label: 'Expected close date', kind: 'date' }),
    makeField({ id: 'products', label: 'Products of interest', kind: 'multi-picklist', options: PRODUCTS }),
    makeField({ id: 'budgetApproved', label: 'Budget approved?', kind: 'boolean', required: true }),
    makeField({ id: 'notes', label: 'Notes', kind: 'long-text', maxLength: 500 }),
  ]);
}

/** Sixty fields, every kind several times, with two picklists of 500 options: the form of the benchmarks. */
export function sixtyFields(): LeadSchema {
  const ofCycle = Array.from({ length: 46 }, (_, index) => cycleField(index));
  return makeSchema([
    ...twelveFields().fields,
    makeField({ id: 'country', label: 'Country', kind: 'picklist', required: true, options: many('Region') }),
    makeField({ id: 'account', label: 'Existing account', kind: 'picklist', options: many('Account') }),
    ...ofCycle,
  ]);
}

function many(word: string): string[] {
  return Array.from({ length: 500 }, (_, index) => `${word} ${String(index + 1).padStart(3, '0')}`);
}

const CYCLE: FieldKind[] = [
  'text',
  'number',
  'percent',
  'integer',
  'date',
  'date-time',
  'picklist',
  'multi-picklist',
  'boolean',
  'long-text',
  'currency',
  'email',
];

function cycleField(index: number): Field {
  const kind = CYCLE[index % CYCLE.length] ?? 'text';
  const isList = kind === 'picklist' || kind === 'multi-picklist';
  return makeField({
    id: `custom.field[${index}]`,
    label: `Custom ${kind.replace('-', ' ')} ${index + 1}`,
    kind,
    required: index % 5 === 0,
    ...(isList && { options: index % 2 === 0 ? INDUSTRIES : PRODUCTS }),
  });
}
