import type { Field, FieldOption } from '../model';
import { COUNTRY_OPTIONS } from './countries';
import { INDUSTRIES } from './industries';

const listed = (...pairs: [value: string | number, label: string][]): FieldOption[] =>
  pairs.map(([value, label]) => ({ value, label, active: true }));

const FIELD = { required: false, creatable: true, updateable: true, retired: false };
const standard = (field: Pick<Field, 'fieldId' | 'label' | 'type'> & Partial<Field>): Field => ({
  ...FIELD,
  custom: false,
  ...field,
});
const custom = (field: Pick<Field, 'fieldId' | 'label' | 'type'> & Partial<Field>): Field => ({
  ...FIELD,
  custom: true,
  ...field,
});

const PLATFORMS = listed(
  ['web-store', 'Web store'],
  ['marketplace', 'Marketplace'],
  ['point-of-sale', 'Point of sale'],
  ['mobile-app', 'Mobile app'],
  ['other', 'Something else'],
);

const INTERESTS = listed(
  ['analytics', 'Analytics'],
  ['automation', 'Automation'],
  ['integrations', 'Integrations'],
  ['migration', 'Migration'],
  ['payments', 'Payments'],
  ['reporting', 'Reporting'],
  ['security', 'Security'],
  ['training', 'Training'],
);

/** Ids that break object paths: the country's is 24 hex digits, the first call's has a dot and a space. */
export const COUNTRY_FIELD = '66b0c4d2e8f1a35790d4f0c1';
export const FIRST_CALL_FIELD = 'call.first date';

/** The form of a fresh portal: a field of every kind. Created each time, because the console changes it. */
export function seedFields(): Field[] {
  return structuredClone([
    standard({ fieldId: 'firstName', label: 'First name', type: 'text' }),
    standard({ fieldId: 'lastName', label: 'Last name', type: 'text', required: true }),
    standard({ fieldId: 'email', label: 'Email', type: 'email', required: true }),
    custom({ fieldId: 'phone', label: 'Phone', type: 'phone' }),
    custom({ fieldId: 'companyName', label: 'Company', type: 'text', required: true }),
    custom({ fieldId: 'website', label: 'Website', type: 'url' }),
    standard({
      fieldId: 'platform',
      label: 'Platform',
      type: 'picklist',
      required: true,
      options: PLATFORMS,
    }),
    standard({ fieldId: 'value', label: 'Deal value', type: 'currency', currency: 'EUR' }),
    custom({ fieldId: COUNTRY_FIELD, label: 'Country', type: 'picklist', options: COUNTRY_OPTIONS }),
    custom({ fieldId: 'industry', label: 'Industry', type: 'picklist', options: INDUSTRIES }),
    custom({ fieldId: 'employees', label: 'Employees', type: 'integer' }),
    custom({ fieldId: 'contractYears', label: 'Contract length in years', type: 'number' }),
    custom({ fieldId: 'probability', label: 'Probability of closing', type: 'percent' }),
    custom({ fieldId: 'expectedClose', label: 'Expected close', type: 'date' }),
    custom({ fieldId: FIRST_CALL_FIELD, label: 'First call', type: 'date-time' }),
    custom({ fieldId: 'interests', label: 'Interested in', type: 'multi-picklist', options: INTERESTS }),
    custom({
      fieldId: 'urgency',
      label: 'Urgency',
      type: 'picklist',
      options: listed([1, 'This quarter'], [2, 'This year'], [3, 'Later']),
    }),
    custom({
      fieldId: 'consent',
      label: 'Agreed to be contacted',
      type: 'boolean',
      required: true,
      updateable: false,
      help: 'Whether the lead has agreed to hear from us.',
    }),
    custom({ fieldId: 'newsletter', label: 'Wants the newsletter', type: 'boolean' }),
    custom({ fieldId: 'notes', label: 'Notes', type: 'long-text' }),
    custom({
      fieldId: 'accountManager',
      label: 'Account manager',
      type: 'text',
      creatable: false,
      updateable: false,
    }),
    custom({ fieldId: 'nextStep', label: 'Next step', type: 'text', creatable: false }),
  ]);
}
