import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema, sixtyFields } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import type { Field } from './field';
import type { FieldOverride } from './field-overrides';
import { buildFormModel } from './form-model';

const draw = (
  fields: Field[],
  overrides: Record<string, Partial<FieldOverride>> = {},
  purpose: 'create' | 'edit' = 'create',
) =>
  buildFormModel({
    schema: makeSchema(fields),
    purpose,
    texts: english,
    locale: 'en',
    overrides: new Map(Object.entries(overrides).map(([id, own]) => [id, { hidden: false, ...own }])),
  }).fields;
/** The ids under each heading, in order. */
const headings = (...drawn: Parameters<typeof draw>) => {
  const under: [heading: string, ids: string[]][] = [];
  for (const { id, group = '' } of draw(...drawn)) {
    const last = under.at(-1);
    if (last?.[0] === group) last[1].push(id);
    else under.push([group, [id]]);
  }
  return under;
};

const first = makeField({ id: 'firstName', label: 'First name', placement: 'standard' });
const last = makeField({ id: 'lastName', label: 'Last name', placement: 'standard', required: true });
const email = makeField({ id: 'email', label: 'Email', kind: 'email', placement: 'standard' });
const phone = makeField({ id: 'tel', label: 'Telefon', kind: 'phone' });
const company = makeField({ id: 'co', label: 'Company', required: true });
const website = makeField({ id: 'web', label: 'Website', kind: 'url' });
const value = makeField({ id: 'value', label: 'Deal value', kind: 'currency', placement: 'standard' });
const platform = makeField({ id: 'platform', label: 'Platform', required: true });
const notes = makeField({ id: 'notes', label: 'Notes', kind: 'long-text' });
const title = makeField({ id: 'jobTitle', label: 'Job title' });
const consent = makeField({ id: 'ok', label: 'GDPR consent', kind: 'boolean', required: true });
const fillers = (count: number) =>
  Array.from({ length: count }, (_, index) => makeField({ id: `x${index}`, label: `Detail ${index}` }));

describe('the groups of a form', () => {
  it('are who, without a heading at the top, the opportunity, and the consent, whatever the portal’s order', () => {
    expect(headings([consent, platform, company, value, email, last])).toEqual([
      ['', ['co', 'email', 'lastName']],
      ['The opportunity', ['platform', 'value']],
      ['', ['ok']],
    ]);
  });

  it('put fields that are read together next to each other, where the first of them is', () => {
    expect(headings([last, company, phone, website, first, email, notes])[0]?.[1]).toEqual([
      'lastName',
      'firstName',
      'co',
      'web',
      'tel',
      'email',
    ]);
  });

  it('pair names, address and number, company and website on one line, and nothing else', () => {
    const halves = draw([first, last, title, email, phone, company, website, value, notes])
      .filter(({ half }) => half)
      .map(({ id }) => id);
    expect(halves).toEqual(['firstName', 'lastName', 'email', 'tel', 'co', 'web']);
    expect(draw([first, email, website]).some(({ half }) => half)).toBe(false);
  });

  it('keep up to two fields between those that say who, and a second address or number', () => {
    const assistant = makeField({ id: 'assistant', label: 'Assistant', kind: 'email' });
    expect(headings([first, last, title, email, platform, assistant, notes])).toEqual([
      ['', ['firstName', 'lastName', 'jobTitle', 'email', 'platform', 'assistant']],
      ['The opportunity', ['notes']],
    ]);
    expect(headings([last, ...fillers(3), email, notes])[1]?.[1]).toEqual(['x0', 'x1', 'x2', 'notes']);
  });

  it('start with a field that an admin moved to the top', () => {
    expect(headings([last, email, platform], { platform: { position: 1 } })).toEqual([
      ['', ['platform', 'lastName', 'email']],
    ]);
    expect(headings([platform, last, email])[0]).toEqual(['', ['lastName', 'email']]);
  });

  it('are not named if there is only one, unless an admin named it', () => {
    expect(headings([platform, notes])).toEqual([['', ['platform', 'notes']]]);
    const deal = { platform: { group: 'Deal' }, notes: { group: 'Deal' } };
    expect(headings([platform, notes], deal)).toEqual([['Deal', ['platform', 'notes']]]);
  });

  it('follow the roles and headings that an admin chose', () => {
    const chosen = {
      notes: { role: 'full-name' },
      ok: { role: 'none' },
      platform: { group: 'Setup' },
    } as const;
    expect(headings([platform, notes, consent, value], chosen)).toEqual([
      ['', ['notes']],
      ['The opportunity', ['ok', 'value']],
      ['Setup', ['platform']],
    ]);
  });

  it('can be added to by an admin who uses their names', () => {
    expect(headings([last, platform, notes], { notes: { group: 'Who' } })).toEqual([
      ['', ['lastName', 'notes']],
      ['The opportunity', ['platform']],
    ]);
  });
});

describe('a long form', () => {
  const long = [first, last, email, phone, company, website, platform, value, ...fillers(8), notes, consent];

  it('folds details only, at the end: never who it is, what it is worth, or the consent', () => {
    const drawn = draw(long);
    expect(drawn.filter(({ folded }) => folded).map(({ id }) => id)).toEqual([
      ...fillers(8).map(({ id }) => id),
      'notes',
    ]);
    expect(drawn.at(-10)?.id).toBe('ok');
  });

  it('has a heading for folded fields only if it is the admin’s', () => {
    expect(headings(long, { x7: { group: 'Deal' } })).toEqual([
      ['', ['firstName', 'lastName', 'email', 'tel', 'co', 'web']],
      ['The opportunity', ['platform', 'value']],
      ['', ['ok', 'x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'notes']],
      ['Deal', ['x7']],
    ]);
  });
});

it('every field is in the form once, in one run of its group, in any order and with any roles', () => {
  const all = sixtyFields().fields.slice(0, 24);
  const own = fc.record(
    {
      group: fc.constantFrom('Who', 'Deal'),
      role: fc.constantFrom('company', 'consent', 'none'),
      hidden: fc.constant(false),
    } as const,
    { requiredKeys: ['hidden'] },
  );
  fc.assert(
    fc.property(
      fc.shuffledSubarray(all, { minLength: 1 }),
      fc.dictionary(fc.constantFrom(...all.map(({ id }) => id)), own),
      (fields, overrides) => {
        const drawn = draw(fields, overrides);
        expect(drawn.map(({ id }) => id).sort()).toEqual(fields.map(({ id }) => id).sort());
        const runs = headings(fields, overrides).map(([heading]) => heading);
        expect(runs.length).toBeLessThanOrEqual(new Set(runs).size + 3);
      },
    ),
    { numRuns: runs(15) },
  );
});
