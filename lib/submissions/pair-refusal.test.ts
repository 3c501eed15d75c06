import { describe, expect, it } from 'vitest';
import { isAboutPair } from './pair-refusal';

const named = (...fieldIds: string[]) => ({
  fieldErrors: Object.fromEntries(fieldIds.map((id) => [id, 'is wrong'])),
});

describe('a refusal about the pair of organization and agent', () => {
  it.each([['agentId'], ['partnerOrganizationId'], ['agent_id'], ['AgentID'], ['owner.agentId']])(
    'is known by the field %s, whatever else is named',
    (fieldId) => {
      expect(isAboutPair(named(fieldId))).toBe(true);
      expect(isAboutPair(named('email', fieldId))).toBe(true);
    },
  );

  it.each([
    'agentId: agent does not belong',
    'agentId does not belong to partnerOrganizationId.',
    'Unknown partner_organization_id',
    'The agent does not belong to the given organization.',
    'Agent not found in partner organisation',
    'Partner organization unknown',
  ])('is known by words alone: %s', (serviceMessage) => {
    expect(isAboutPair({ fieldErrors: {}, serviceMessage })).toBe(true);
  });

  it.each([
    'email must be an email address',
    'Agent notes is required. Organization size must be a number.',
    'Company is required',
    'This lead belongs to another partner',
    '',
  ])('is none about answers: %s', (serviceMessage) => {
    expect(isAboutPair({ fieldErrors: {}, serviceMessage })).toBe(false);
  });

  it('is none where the service names other fields, whatever its words are', () => {
    const serviceMessage = 'agentId was fine, the email address was not';
    expect(isAboutPair({ ...named('email'), serviceMessage })).toBe(false);
  });
});
