import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import type { FieldKind } from './field';
import type { FieldRole } from './field-roles';
import { buildFormModel } from './form-model';
import { validate } from './rules';

type Asked = { kind: FieldKind; id?: string; min?: number; max?: number };

/** What the form makes of this text in a field, with the role that an admin chose for it. */
function answer({ kind, id = 'x', ...bounds }: Asked, text: string, role?: FieldRole): unknown {
  const schema = makeSchema([{ ...makeField({ id, label: 'Answer', kind }), ...bounds }]);
  const overrides = new Map(role ? [[id, { role, hidden: false }]] : []);
  const model = buildFormModel({ schema, purpose: 'create', texts: english, locale: 'en', overrides });
  const outcome = validate(model, { f0: text }, { timeZone: 'UTC' });
  return outcome.ok ? outcome.answers[id] : outcome.errors[0]?.message;
}

const LEAST = 'Enter 0 or more';
const MOST = 'Enter 100 or less';

describe('a number outside of what its type or use allows is reported before it is sent', () => {
  it.each([
    [{ kind: 'currency' }, '-5', LEAST],
    [{ kind: 'percent' }, '-5', LEAST],
    [{ kind: 'percent' }, '140', MOST],
    [{ kind: 'number', id: 'dealValue' }, '-5', LEAST],
    [{ kind: 'integer', id: 'auftragswert' }, '-5', LEAST],
    [{ kind: 'number' }, '-5', -5],
    [{ kind: 'integer' }, '140', 140],
  ] as const)('%o makes of %s: %s', (field, text, expected) => {
    expect(answer(field, text)).toBe(expected);
  });
});

describe('a wrong guess does not block: the admin’s choice decides', () => {
  it.each([
    [{ kind: 'number', id: 'dealValue' }, '-5', 'none', -5],
    [{ kind: 'currency' }, '-5', 'none', -5],
    [{ kind: 'percent' }, '140', 'none', 140],
    [{ kind: 'percent' }, '-5', 'none', -5],
    [{ kind: 'number' }, '-5', 'value', LEAST],
    [{ kind: 'currency' }, '-5', 'value', LEAST],
    [{ kind: 'percent' }, '140', 'value', 140],
  ] as const)('%o makes of %s, used as %s: %s', (field, text, role, expected) => {
    expect(answer(field, text, role)).toBe(expected);
  });
});

it('the portal’s own bounds count before any guess', () => {
  expect(answer({ kind: 'currency', min: -100 }, '-5')).toBe(-5);
  expect(answer({ kind: 'percent', max: 200 }, '140')).toBe(140);
  expect(answer({ kind: 'number', min: 0 }, '-5', 'none')).toBe(LEAST);
});
