import type { FieldOption } from '../model';

const SECTORS = [
  'Aerospace',
  'Agriculture',
  'Automotive',
  'Banking',
  'Building materials',
  'Chemicals',
  'Construction',
  'Consumer electronics',
  'Defence',
  'Education',
  'Energy',
  'Fashion',
  'Food and drink',
  'Furniture',
  'Health care',
  'Hospitality',
  'Insurance',
  'Logistics',
  'Media',
  'Medical devices',
  'Mining',
  'Packaging',
  'Pharmaceuticals',
  'Public sector',
  'Rail and transport',
  'Real estate',
  'Software',
  'Telecoms',
  'Tourism',
  'Water and waste',
];

const BRANCHES = [
  'consulting',
  'distribution',
  'engineering',
  'equipment',
  'finance',
  'maintenance',
  'manufacturing',
  'research',
  'retail',
  'training',
];

/** A picklist of 300 values, long enough to need a search. */
export const INDUSTRIES: FieldOption[] = SECTORS.flatMap((sector) =>
  BRANCHES.map((branch) => ({
    value: `${sector} ${branch}`.toLowerCase().replaceAll(' ', '-'),
    label: `${sector}, ${branch}`,
    active: true,
  })),
);
