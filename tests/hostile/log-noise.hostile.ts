import { beforeAll, expect, it } from 'vitest';
import { readActions } from './harness/routes';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';

/** R10b: a stranger controls neither the text nor the volume of the log. */

const WORDS = 'victim.person@secret.example token=abc';

let world: World;
let action: string;
beforeAll(async () => {
  world = await openWorld();
  action = readActions().find(({ name }) => name.endsWith(' askForLinkAction'))?.id ?? '';
});

function post(headers: Record<string, string>, body = '[]') {
  return send({
    origin: world.origin,
    path: '/signin',
    method: 'POST',
    body,
    headers: { origin: world.origin, 'sec-fetch-site': 'same-origin', ...headers },
  });
}

const PLAIN = { 'content-type': 'text/plain;charset=UTF-8' };
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;

const NOISE: [string, number[], () => ReturnType<typeof post>][] = [
  ['a name that no action has', [400], () => post({ ...PLAIN, 'next-action': WORDS })],
  [
    'a kind of body that no action takes',
    [415],
    () => post({ 'content-type': WORDS, 'next-action': action }),
  ],
  [
    'an origin that is none',
    [403],
    () =>
      post({ ...PLAIN, 'next-action': action, origin: `{"level":60,"msg":"${WORDS} ${'A'.repeat(9_000)}` }),
  ],
  [
    'an origin of somebody else’s',
    [403],
    () => post({ ...PLAIN, 'next-action': action, origin: `http://${WORDS.split(' ')[0]}` }),
  ],
  ['a body that cannot be read', [400, 500], () => post({ ...PLAIN, 'next-action': action }, WORDS)],
  [
    'a form that cannot be read',
    [400, 500],
    () => post({ ...FORM, 'next-action': action }, part('0', WORDS)),
  ],
  [
    'a form of an action that nobody has',
    [200, 400, 404, 409, 500],
    () => post(FORM, part(`$ACTION_ID_${WORDS}`, '')),
  ],
  [
    'bound arguments that cannot be read',
    [200, 400, 404, 409, 500],
    () => post(FORM, part('$ACTION_REF_1', '') + part('$ACTION_1:0', WORDS)),
  ],
  ['an action that was never made', [404, 409], () => post({ ...PLAIN, 'next-action': 'f'.repeat(42) })],
];

it.each(NOISE)('%s, fifty times, logs a few lines without any of its text', async (_what, statuses, make) => {
  const before = world.desk.logs().length;
  for (let n = 0; n < 50; n += 1) expect(statuses).toContain((await make()).status);
  const lines = world.desk.logs().slice(before);
  expect(lines.filter(({ text }) => /victim|secret\.example|token=abc|AAAA/.test(text))).toEqual([]);
  expect(lines.filter(({ msg }) => msg === undefined)).toEqual([]);
  expect(lines.length).toBeLessThan(30);
});
