import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema, twelveFields } from '@/tests/support/form-fixtures';
import type { Answers, LeadSchema } from './field';
import { buildFormModel, type FormModel } from './form-model';
import { isBlank } from './input-values';
import { toTemplateValues } from './template';

const WHERE = { timeZone: 'UTC' };
const formOf = (schema: LeadSchema) =>
  buildFormModel({ schema, purpose: 'create', texts: english, locale: 'en' });

function inputFor(model: FormModel, answers: Answers, fieldId: string, only?: ReadonlySet<string>) {
  const key = model.fields.find(({ id }) => id === fieldId)?.key ?? '';
  return toTemplateValues(model, answers, { ...WHERE, only })[key];
}

describe('a new lead that takes over answers', () => {
  const model = formOf(
    makeSchema([
      ...twelveFields().fields,
      makeField({ id: 'mobile', label: 'Mobile', kind: 'phone' }),
      makeField({ id: 'assistant', label: 'Email of the assistant', kind: 'email' }),
      makeField({ id: 'consent', label: 'Consent to be contacted', kind: 'boolean', required: true }),
      makeField({ id: 'health', label: 'Special needs', sensitive: true }),
    ]),
  );
  const answers: Answers = {
    firstName: 'Nora',
    lastName: 'Winters',
    email: 'nora@alder.example',
    phone: '+44 1632 960144',
    mobile: '+44 7700 900123',
    assistant: 'assistant@alder.example',
    website: 'https://alder.example',
    platform: 'shopify',
    value: 1250.5,
    products: ['payments', 'gone-since'],
    budgetApproved: true,
    consent: true,
    health: 'nobody’s business',
  };

  it('has none of the person, of consents and of what is sensitive', () => {
    for (const id of [
      ...['firstName', 'lastName', 'email', 'phone', 'mobile', 'assistant', 'consent', 'health'],
    ]) {
      expect(isBlank(inputFor(model, answers, id)), id).toBe(true);
    }
  });

  it('has everything else as the form writes it', () => {
    expect(inputFor(model, answers, 'website')).toBe('https://alder.example');
    expect(inputFor(model, answers, 'platform')).toBe('shopify');
    expect(inputFor(model, answers, 'value')).toBe('1250.5');
    expect(inputFor(model, answers, 'budgetApproved')).toBe('true');
  });

  it('has no choice that is no longer offered', () => {
    expect(inputFor(model, answers, 'products')).toEqual(['payments']);
    expect(inputFor(model, { platform: 'retired-since' }, 'platform')).toBe('');
    expect(inputFor(model, { products: ['gone-since'] }, 'products')).toEqual([]);
  });

  it('takes over only what is named', () => {
    const only = new Set(['website', 'lastName']);
    expect(inputFor(model, answers, 'website', only)).toBe('https://alder.example');
    expect(inputFor(model, answers, 'platform', only)).toBe('');
    expect(inputFor(model, answers, 'lastName', only)).toBe('');
  });

  it('starts with the portal’s default where the other lead has no answer', () => {
    const [first, ...others] = twelveFields().fields;
    const withDefault = formOf(
      makeSchema([
        ...(first ? [first] : []),
        ...others,
        makeField({ id: 'team', label: 'Team', defaultValue: 'North' }),
      ]),
    );
    expect(inputFor(withDefault, {}, 'team')).toBe('North');
    expect(inputFor(withDefault, { team: 'South' }, 'team')).toBe('South');
  });

  it('has a value of its own shape for every field, whatever the other lead holds', () => {
    const answer = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string()));
    const ids = model.fields.map(({ id }) => id);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ids, '__proto__', 'other'), answer), (held) => {
        const values = toTemplateValues(model, held, WHERE);
        expect(Object.keys(values).sort()).toEqual(model.fields.map(({ key }) => key).sort());
        for (const { key, control } of model.fields) {
          const isMany = control === 'checkboxes' || control === 'multi-combobox';
          expect(Array.isArray(values[key])).toBe(isMany);
        }
      }),
    );
  });
});
