import { describe, expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import type { DraftField } from './draft-fields';
import { blankValues } from './input-values';
import { restoreDraft } from './restore-draft';

const NAME = makeField({ id: 'name', label: 'Name' });
const VALUE = makeField({ id: 'value', label: 'Value', kind: 'number' });
const CALL = makeField({ id: 'call', label: 'Call at', kind: 'date-time' });
const KIND = makeField({ id: 'kind', label: 'Kind', kind: 'picklist', options: ['Web', 'Shop'] });

type Form = { fields: Parameters<typeof buildModel>[0]; locale?: string; timeZone?: string };

function restore(
  fields: DraftField[],
  { from, to, start = {} }: { from: Form; to: Form; start?: Record<string, string> },
) {
  const form = { ...buildModel(from.fields), locale: from.locale ?? 'en' };
  const model = { ...buildModel(to.fields), locale: to.locale ?? 'en' };
  const restored = restoreDraft(
    { form, fields, timeZone: from.timeZone ?? 'UTC' },
    { model, start: { ...blankValues(model), ...start }, timeZone: to.timeZone ?? 'UTC', texts: english },
  );
  const byId = Object.fromEntries(model.fields.map(({ id, key }) => [id, restored.values[key]]));
  return { ...restored, byId };
}

describe('a draft in the form as it is now', () => {
  it('finds each field again, whatever came before it', () => {
    const { byId, lost } = restore([['name', 'text', 'Berg']], {
      from: { fields: [NAME] },
      to: { fields: [KIND, NAME] },
    });
    expect(byId).toEqual({ kind: '', name: 'Berg' });
    expect(lost).toEqual([]);
  });

  it('keeps an answer cleared that the form starts with', () => {
    const form = { fields: [NAME] };
    expect(restore([['name', 'text', '']], { from: form, to: form, start: { f0: 'Alder' } }).byId).toEqual({
      name: '',
    });
  });

  it('shows what has no place any more', () => {
    const { lost } = restore([['name', 'text', 'Berg']], {
      from: { fields: [NAME] },
      to: { fields: [KIND] },
    });
    expect(lost).toEqual([{ label: 'Name', text: 'Berg' }]);
  });

  it('keeps a choice that is no longer offered, marked as such', () => {
    const now = { fields: [{ ...KIND, options: KIND.options?.filter(({ label }) => label !== 'Shop') }] };
    const shop = String(KIND.options?.find(({ label }) => label === 'Shop')?.value);
    const { byId, model } = restore([['kind', 'picklist', shop]], { from: { fields: [KIND] }, to: now });
    expect(byId).toEqual({ kind: shop });
    expect(model.fields[0]?.options?.at(-1)).toMatchObject({ label: 'Shop', retired: true });
  });

  it('restores nothing into a field that is a consent or sensitive now', () => {
    const now = { fields: [{ ...NAME, sensitive: true as const }] };
    expect(restore([['name', 'text', '123']], { from: { fields: [NAME] }, to: now }).byId).toEqual({
      name: '',
    });
  });

  it('writes a number as the other language does, and leaves one that it cannot read', () => {
    const de = { fields: [VALUE], locale: 'de' };
    const en = { fields: [VALUE], locale: 'en' };
    expect(restore([['value', 'number', '1250,5']], { from: de, to: en }).byId).toEqual({ value: '1250.5' });
    expect(restore([['value', 'number', 'about 5']], { from: de, to: en }).byId).toEqual({
      value: 'about 5',
    });
  });

  it('shows a moment in the time zone of the other device', () => {
    const fields = [CALL];
    const { byId } = restore([['call', 'date-time', '2026-03-02T09:00']], {
      from: { fields, timeZone: 'Europe/Berlin' },
      to: { fields, timeZone: 'UTC' },
    });
    expect(byId).toEqual({ call: '2026-03-02T08:00' });
  });

  it('ignores a value that does not fit its field', () => {
    const form = { fields: [NAME] };
    expect(restore([['name', 'text', ['a', 'b']]], { from: form, to: form }).byId).toEqual({ name: '' });
    expect(restore([['name', 'email', 'a']], { from: form, to: form }).byId).toEqual({ name: '' });
  });
});
