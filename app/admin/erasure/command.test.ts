import { expect, it } from 'vitest';
import { erasureSchema, tickedIn } from './command';

it.each([
  [' Ann@X.example ', 'ann@x.example'],
  ['\u202aann＠x.example\u00ad', 'ann@x.example'],
  [' Ada   Brandt ', 'Ada Brandt'],
  ['+49 30 998877', '+49 30 998877'],
  ['65f0c0ffee', '65f0c0ffee'],
])('reads %j as it is looked for', (typed, text) => {
  expect(erasureSchema.parse({ command: 'find', text: typed })).toEqual({ command: 'find', text });
});

it('reads what was ticked, and only that', () => {
  const posted = { command: 'erase', text: 'ann@x.example', of: 'sealed' };
  const read = (more: object) => {
    const command = erasureSchema.parse({ ...posted, ...more });
    return command.command === 'erase' ? tickedIn(command) : undefined;
  };
  expect(read({})).toEqual([]);
  expect(
    read({ 'place:lead:1': 'yes', 'place:row:imp_1:2': 'yes', 'place:view:v': 'no', other: 'yes' }),
  ).toEqual(['lead:1', 'row:imp_1:2']);
});

it.each([
  ['too little', { command: 'find', text: ' Bo ' }],
  ['nothing', { command: 'find', text: ' ' }],
  ['too much', { command: 'find', text: 'a'.repeat(255) }],
  ['no search before', { command: 'erase', text: 'ann@x.example' }],
  ['another command', { command: 'delete', text: 'ann@x.example' }],
])('refuses %s', (_, posted) => {
  expect(erasureSchema.safeParse(posted).success).toBe(false);
});
