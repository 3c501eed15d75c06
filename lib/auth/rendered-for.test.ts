import { expect, it } from 'vitest';
import { compareRenderedFor, renderedFor } from './rendered-for';

const SECRET = 'a-secret-of-at-least-32-characters';
const maya = { personId: 'maya', membership: { organizationId: 'harbour', agentId: 'a1' } };
const erik = { personId: 'erik', membership: { organizationId: 'northlight', agentId: 'b1' } };
const moved = { ...maya, membership: erik.membership };
const otherAgent = { ...maya, membership: { ...maya.membership, agentId: 'a2' } };
const named = (viewer: typeof maya) => renderedFor(viewer, SECRET);
const NOW = named(maya);

it('accepts a form from the person it was rendered for, in any of their sessions', () => {
  expect(compareRenderedFor([renderedFor({ ...maya }, SECRET)], NOW)).toBe('same');
});

it.each([
  ['of somebody else', [named(erik)]],
  ['that names nobody', []],
  ['with an empty name', ['']],
  ['with a part of the name', ['.']],
  ['of another desk', [renderedFor(maya, `${SECRET}!`)]],
  ['with a file in place of the name', [new Blob(['x'])]],
])('rejects a form %s as another person’s', (_, posted) => {
  expect(compareRenderedFor(posted, NOW)).toBe('account-switch');
});

it.each([
  ['organization', moved],
  ['agent', otherAgent],
])('detects when the same person has another %s now', (_, before) => {
  expect(compareRenderedFor([named(before)], NOW)).toBe('access-changed');
});

it('accepts it where the person chose to continue with their current access', () => {
  expect(compareRenderedFor([named(erik), NOW], NOW)).toBe('same');
});

it('does not reveal the person', () => {
  expect(NOW).not.toMatch(/maya|harbour/);
  expect(named({ ...maya, membership: { organizationId: 'harbou', agentId: 'ra1' } })).not.toBe(NOW);
});
