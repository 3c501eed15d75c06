import { expect, it } from 'vitest';
import { retentionSchema } from './command';

const POSTED = {
  command: 'keep',
  drafts: '30',
  imports: '60',
  notices: '90',
  history: '365',
  audit: 'forever',
};

it('reads what was chosen for each kind, and which kinds were confirmed', () => {
  expect(retentionSchema.parse({ ...POSTED, sooner: 'drafts audit anything' })).toEqual({
    command: 'keep',
    drafts: 30,
    imports: 60,
    notices: 90,
    history: 365,
    audit: 'forever',
    sooner: ['drafts', 'audit'],
  });
  expect(retentionSchema.parse(POSTED).sooner).toEqual([]);
});

it.each([
  ['a time that is not offered', { drafts: '1' }],
  ['drafts forever', { drafts: 'forever' }],
  ['an audit log of less than a year', { audit: '30' }],
  ['nothing for one kind', { notices: undefined }],
  ['a number in other words', { history: '9e1' }],
])('refuses %s', (_, change) => {
  expect(retentionSchema.safeParse({ ...POSTED, ...change }).success).toBe(false);
});
