import { describe, expect, it } from 'vitest';
import { isAboutOwner } from './owner-refusal';

const named = (...fieldIds: string[]) => ({
  fieldErrors: Object.fromEntries(fieldIds.map((id) => [id, 'is wrong'])),
});
const FIELDS = [
  { id: 'email', label: 'Email' },
  { id: 'notes', label: 'Notes' },
  { id: 'insurance', label: 'Agent' },
  { id: 'org', label: 'Agent organization' },
];

describe('a refusal about the owner (organization and agent)', () => {
  it.each([
    ['agentId'],
    ['partnerOrganizationId'],
    ['AgentID'],
    ['/agentId'],
    ['agent_id'],
    ['organizationId'],
    ['agent'],
  ])('is recognised by the top-level field %s, whatever else is named', (fieldId) => {
    expect(isAboutOwner(named(fieldId), FIELDS)).toBe(true);
    expect(isAboutOwner(named('email', fieldId), FIELDS)).toBe(true);
  });

  it.each([
    'agentId: agent does not belong',
    'agentId does not belong to partnerOrganizationId.',
    'Unknown partnerOrganizationId',
    "The agent doesn't belong to this organization.",
    'The agent does not belong to the given organization.',
    'Partner organization unknown',
    'The partner organisation was not found.',
    'Agents of another partner may not refer leads: the agent is inactive',
    'Invalid agent',
    '400 The agent doesn’t exist.',
  ])('is recognised by words alone: %s', (serviceMessage) => {
    expect(isAboutOwner({ serviceMessage }, FIELDS)).toBe(true);
  });

  it('is recognised by an id of the owner in any language', () => {
    const refused = { serviceMessage: '66b0c4d2e8f1a35790d4e101 gehört nicht dazu.' };
    expect(isAboutOwner(refused, FIELDS, ['66b0c4d2e8f1a35790d4e101'])).toBe(true);
    expect(isAboutOwner(refused, FIELDS, ['66b0c4d2e8f1a35790d4e102'])).toBe(false);
  });

  it('is recognised by words that begin like a field, if the form has no field of that name', () => {
    const refused = { serviceMessage: 'Agent not found in partner organisation' };
    expect(isAboutOwner(refused)).toBe(true);
    expect(isAboutOwner(refused, FIELDS)).toBe(false);
  });

  it.each([
    'email must be an email address',
    'Agent notes is required. Organization size must be a number.',
    'Agent organization is required.',
    'Partner organization is required.',
    'Agent ID is required.',
    'Notes: mention no partner organization',
    'Notes: agentId must not be part of it',
    'Please name the insurance agent and the organization',
    'customFields.agentId is required',
    'agent-id is required',
    'Company is required',
    'This lead belongs to another partner',
    'This lead is already registered by another agent and may not be submitted again.',
    'Travel agents are not accepted as a lead source.',
    '',
  ])('is not recognised in words about answers, whether the form is known or not: %s', (serviceMessage) => {
    expect(isAboutOwner({ serviceMessage }, FIELDS)).toBe(false);
    if (!serviceMessage.startsWith('Notes: agentId')) expect(isAboutOwner({ serviceMessage })).toBe(false);
  });

  it.each(['customFields.agentId', '/customFields/agentId', 'agents.size'])(
    'is not recognised by the field %s',
    (fieldId) => expect(isAboutOwner(named(fieldId))).toBe(false),
  );

  it('is not recognised by a field of the form with that name', () => {
    expect(isAboutOwner(named('agentId'), [{ id: 'agentId', label: 'Their agent' }])).toBe(false);
    const refused = { serviceMessage: 'agentId is required.' };
    expect(isAboutOwner(refused, [{ id: 'agentId', label: 'Their agent' }])).toBe(false);
  });

  it('is not recognised if the service names other fields, whatever its words are', () => {
    const serviceMessage = 'agentId was fine, the email address was not';
    expect(isAboutOwner({ ...named('email'), serviceMessage })).toBe(false);
  });
});
