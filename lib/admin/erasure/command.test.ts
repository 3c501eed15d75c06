import { expect, it } from 'vitest';
import { choicesOf, erasureSchema } from './command';

it('reads the address as leads are found by it', () => {
  expect(erasureSchema.parse({ command: 'find', email: ' Ann@X.example ' })).toEqual({
    command: 'find',
    email: 'ann@x.example',
  });
  expect(erasureSchema.parse({ command: 'erase', email: 'ann@x.example', of: 'sealed' })).toMatchObject({
    of: 'sealed',
  });
});

it('reads what was ticked, and only that', () => {
  const posted = { command: 'erase', email: 'ann@x.example', of: 'sealed' };
  const read = (more: object) => {
    const command = erasureSchema.parse({ ...posted, ...more });
    return command.command === 'erase' ? choicesOf(command) : undefined;
  };
  expect(read({})).toEqual({ leadIds: [], isPhoneOfOthers: false });
  expect(read({ 'lead:lead 1': 'yes', 'lead:lead:2': 'yes', phones: 'yes' })).toEqual({
    ...{ leadIds: ['lead 1', 'lead:2'], isPhoneOfOthers: true },
  });
  expect(read({ 'lead:3': 'no', other: 'yes' })).toEqual({ leadIds: [], isPhoneOfOthers: false });
});

it.each([
  ['no address', { command: 'find', email: 'ann' }],
  ['several', { command: 'find', email: 'ann@x.example, bob@x.example' }],
  ['nothing', { command: 'find', email: ' ' }],
  ['no search before', { command: 'erase', email: 'ann@x.example' }],
  ['phones in another way', { command: 'erase', email: 'ann@x.example', of: 'sealed', phones: 'all' }],
  ['another command', { command: 'delete', email: 'ann@x.example' }],
])('refuses %s', (_, posted) => {
  expect(erasureSchema.safeParse(posted).success).toBe(false);
});
