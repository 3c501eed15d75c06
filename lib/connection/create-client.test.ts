import { describe, expect, it } from 'vitest';
import { buildFormModel } from '@/lib/forms/form-model';
import { toLeadPayload } from '@/lib/forms/payload';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { hideMarker } from './create-client';

const SCHEMA = makeSchema([
  makeField({ id: 'deskReference', label: 'Desk reference', required: true }),
  makeField({ id: 'lastName', label: 'Family name', placement: 'standard' }),
]);

const askedOf = (schema: typeof SCHEMA, purpose: 'create' | 'edit') =>
  buildFormModel({ schema, purpose, texts: (key) => key, locale: 'en' }).fields.map(({ id }) => id);

describe('the field for a submission’s number', () => {
  const hidden = hideMarker(SCHEMA, 'deskReference');

  it('is never asked, even if the portal requires it', () => {
    expect(askedOf(hidden, 'create')).toEqual(['lastName']);
    expect(askedOf(hidden, 'edit')).toEqual(['lastName']);
  });

  it('accepts nothing that a person could post', () => {
    expect(toLeadPayload(hidden, { deskReference: 'forged', lastName: 'Berg' })).toEqual({
      lastName: 'Berg',
    });
  });

  it('makes another version, so that a form drawn before it was set is read as it was drawn', () => {
    expect(hidden.version).not.toBe(SCHEMA.version);
  });

  it('changes nothing if it is not set, or the portal does not have it', () => {
    expect(hideMarker(SCHEMA, undefined)).toBe(SCHEMA);
    expect(hideMarker(SCHEMA, 'elsewhere')).toBe(SCHEMA);
  });
});
