import { expect, it } from 'vitest';
import { erasureSchema } from './command';

it('reads the address as leads are found by it', () => {
  expect(erasureSchema.parse({ command: 'find', email: ' Ann@X.example ' })).toEqual({
    command: 'find',
    email: 'ann@x.example',
  });
  expect(erasureSchema.parse({ command: 'erase', email: 'ann@x.example', of: 'sealed' })).toMatchObject({
    of: 'sealed',
  });
});

it.each([
  ['no address', { command: 'find', email: 'ann' }],
  ['several', { command: 'find', email: 'ann@x.example, bob@x.example' }],
  ['nothing', { command: 'find', email: ' ' }],
  ['no search before', { command: 'erase', email: 'ann@x.example' }],
  ['another command', { command: 'delete', email: 'ann@x.example' }],
])('refuses %s', (_, posted) => {
  expect(erasureSchema.safeParse(posted).success).toBe(false);
});
