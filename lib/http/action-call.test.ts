import { expect, it } from 'vitest';
import { refusesAction } from './action-call';

const ID = '40a1b2c3d4e5f60718293a4b5c6d7e8f9001122334';
const call = (id: string, type?: string) =>
  new Headers({ 'next-action': id, ...(type && { 'content-type': type }) });

it.each(['text/plain;charset=UTF-8', 'text/plain', 'multipart/form-data; boundary=x'])(
  'an action call as %s is accepted',
  (type) => expect(refusesAction(call(ID, type))).toBeUndefined(),
);

it('other requests are ignored', () => {
  expect(refusesAction(new Headers({ 'content-type': 'application/json' }))).toBeUndefined();
});

it.each(['', 'x', ID.toUpperCase(), `${ID}0`, ID.slice(1), `${ID}, ${ID}`, 'ann@x.example token=abc'])(
  'an invalid action name is refused: %j',
  (id) => expect(refusesAction(call(id, 'text/plain'))).toBe(400),
);

it.each([undefined, 'application/json', 'application/x-www-form-urlencoded', 'text/plainer', 'x text/plain'])(
  'a call with another content type is refused: %j',
  (type) => expect(refusesAction(call(ID, type))).toBe(415),
);
