import { describe, expect, it } from 'vitest';
import { placeRefusal } from './place-refusal';

const FIELDS = [
  { id: 'firstName', label: 'First name' },
  { id: 'first', label: 'First' },
  { id: 'phone', label: 'Phone' },
  { id: 'value', label: 'Deal value' },
  { id: '66b0c4d2e8f1a35790d4f0c1', label: 'Country' },
  { id: 'c++ (a|b)', label: 'C++ (a|b)' },
  { id: 'email', label: 'E-mail' },
  { id: 'x', label: '' },
];
const place = (message: string) => {
  const { byField, general } = placeRefusal({ message, fieldErrors: {} }, FIELDS);
  return { ...Object.fromEntries(byField), general };
};

describe('the portal’s plain-text message', () => {
  it.each([
    ['Phone is required.', { phone: 'Phone is required.', general: [] }],
    ['"phone" is required', { phone: '"phone" is required', general: [] }],
    ['value must be a number', { value: 'value must be a number', general: [] }],
    ['Deal value: must be a number', { value: 'Deal value: must be a number', general: [] }],
    ['First name is too long.', { firstName: 'First name is too long.', general: [] }],
    [
      'Missing required field: Country',
      { '66b0c4d2e8f1a35790d4f0c1': 'Missing required field: Country', general: [] },
    ],
    ['You must fill in ‘Country’', { '66b0c4d2e8f1a35790d4f0c1': 'You must fill in ‘Country’', general: [] }],
    ['C++ (a|b) is required.', { 'c++ (a|b)': 'C++ (a|b) is required.', general: [] }],
    [
      'Phone is required. Country must be one of the listed values. Phone is too short. Try again.',
      {
        phone: 'Phone is required. Phone is too short.',
        '66b0c4d2e8f1a35790d4f0c1': 'Country must be one of the listed values.',
        general: ['Try again.'],
      },
    ],
    ['Phones are out of service.', { general: ['Phones are out of service.'] }],
    ['This lead was registered by phone.', { general: ['This lead was registered by phone.'] }],
    ['E-mail is required.', { email: 'E-mail is required.', general: [] }],
    ['x', { general: ['x'] }],
  ])('is shown next to the field it names: %s', (message, expected) => {
    expect(place(message)).toEqual(expected);
  });

  it('is not searched if the portal names the field itself', () => {
    const refused = { message: 'Phone is required.', fieldErrors: { value: 'Too low' } };
    const { byField, general } = placeRefusal(refused, FIELDS);
    expect([...byField, ...general]).toEqual([['value', 'Too low']]);
  });

  it('is absent if there is none', () => {
    expect(placeRefusal({ fieldErrors: {} }, FIELDS)).toEqual({ byField: new Map(), general: [] });
  });
});
