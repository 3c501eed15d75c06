import { DEMO } from '../demo';
import type { Lead, Value } from '../model';
import { COUNTRY_OPTIONS } from './countries';
import { COUNTRY_FIELD, FIRST_CALL_FIELD, seedFields } from './fields';
import { INDUSTRIES } from './industries';
import { createRandom, type Random } from './random';
import { ACCOUNT_MANAGERS, COMPANIES, FIRST_NAMES, LAST_NAMES, NEXT_STEPS, NOTES } from './words';

const DAY = 86_400_000;
const SPREAD = 14 * 7 * DAY;

/** The older a lead, the more likely it is decided. */
const YOUNG = ['pending', 'pending', 'pending', 'in review', 'qualified'];
const MIDDLE = ['pending', 'in review', 'qualified', 'qualified', 'won', 'lost'];
const OLD = ['in review', 'qualified', 'won', 'won', 'won', 'lost', 'lost', 'duplicate'];

const PAIRS = DEMO.organizations.flatMap((organization) =>
  organization.agents.map((agent) => ({ partnerOrganizationId: organization.id, agentId: agent.id })),
);

/** `count` realistic leads of the last fourteen weeks, oldest first; the same ones for the same `now`. */
export function seedLeads(count: number, now: Date): Lead[] {
  const random = createRandom(20_240_805);
  return Array.from({ length: count }, (_, index) => {
    const age = SPREAD * (1 - (index + random.next()) / count);
    return seedLead({ random, createdAt: new Date(now.getTime() - age), now });
  }).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

type Birth = { random: Random; createdAt: Date; now: Date };

function seedLead({ random, createdAt, now }: Birth): Lead {
  const age = now.getTime() - createdAt.getTime();
  const status = random.pick(age < 10 * DAY ? YOUNG : age < 40 * DAY ? MIDDLE : OLD);
  const changed = status === 'pending' ? 0 : random.next() * Math.min(age, 25 * DAY);
  return {
    id: random.hex(12),
    status,
    ...random.pick(PAIRS),
    createdAt: createdAt.toISOString(),
    updatedAt: new Date(createdAt.getTime() + changed).toISOString(),
    answers: new Map([...person(random), ...deal(random, createdAt), ...vendorSide(random, status)]),
  };
}

function person(random: Random): [string, Value][] {
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const company = random.pick(COMPANIES);
  const host = `${company.toLowerCase().replaceAll(' ', '')}.example`;
  const entries: [string, Value][] = [
    ['firstName', firstName],
    ['lastName', lastName],
    ['email', `${plainLetters(firstName)}.${plainLetters(lastName)}@${host}`],
    ['companyName', company],
    ['consent', random.next() < 0.85],
  ];
  return [
    ...entries,
    ...maybe(random, 0.7, 'phone', () => `+44 1632 960${String(random.below(1000)).padStart(3, '0')}`),
    ...maybe(random, 0.6, 'website', () => `https://www.${host}`),
    ...maybe(random, 0.3, 'newsletter', () => true),
  ];
}

function deal(random: Random, createdAt: Date): [string, Value][] {
  const later = () => new Date(createdAt.getTime() + (14 + random.below(150)) * DAY);
  return [
    ['platform', random.pick(valuesOf('platform'))],
    ...maybe(random, 0.85, 'value', () => (2 + random.below(118)) * 500),
    ...maybe(random, 0.8, COUNTRY_FIELD, () => random.pick(COUNTRY_OPTIONS).value),
    ...maybe(random, 0.7, 'industry', () => random.pick(INDUSTRIES).value),
    ...maybe(random, 0.6, 'employees', () => 3 + random.below(900)),
    ...maybe(random, 0.4, 'contractYears', () => random.pick([0.5, 1, 1.5, 2, 3, 5])),
    ...maybe(random, 0.5, 'probability', () => random.below(20) * 5),
    ...maybe(random, 0.6, 'expectedClose', () => later().toISOString().slice(0, 10)),
    ...maybe(random, 0.4, FIRST_CALL_FIELD, () => createdAt.toISOString()),
    ...maybe(random, 0.6, 'interests', () => valuesOf('interests').filter(() => random.next() < 0.35)),
    ...maybe(random, 0.5, 'urgency', () => random.pick(valuesOf('urgency'))),
    ...maybe(random, 0.5, 'notes', () => random.pick(NOTES)),
  ];
}

function vendorSide(random: Random, status: string): [string, Value][] {
  if (status === 'pending') return [];
  return [
    ['accountManager', random.pick(ACCOUNT_MANAGERS)],
    ...maybe(random, 0.6, 'nextStep', () => random.pick(NEXT_STEPS)),
  ];
}

function maybe(random: Random, share: number, fieldId: string, make: () => Value): [string, Value][] {
  if (random.next() >= share) return [];
  const value = make();
  return Array.isArray(value) && value.length === 0 ? [] : [[fieldId, value]];
}

// Once: thousands of leads are seeded, and a copy of all fields for each value would take most of that time.
const VALUES = new Map(
  seedFields().map(({ fieldId, options }) => [fieldId, options?.map((option) => option.value) ?? []]),
);

const valuesOf = (fieldId: string): (string | number)[] => VALUES.get(fieldId) ?? [];

const plainLetters = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
