import { describe, expect, it } from 'vitest';
import { hasNamesNear } from './names-near';

const names = [{ first: 'Greta', last: 'Deliver' }];
const isNamed = (text: string) => hasNamesNear(text, { names });
const LONG = 'x'.repeat(1_000);

describe('a text in whatever format', () => {
  it.each([
    '{"firstName":"Greta","lastName":"Deliver"}',
    '{"firstName":"Greta","address":{"city":"B"},"lastName":"DELIVER',
    'stName":"Greta","lastName":"Deliver"',
    '{"fields":[{"id":"firstName","value":"Greta"},{"id":"lastName","value":"Deliver"}]}',
    '{\\"lastName\\":\\"Deliver\\",\\"firstName\\":\\"Greta\\"}',
    "{'firstName': 'Greta', 'lastName': 'Deliver'}",
    'id=7&firstName=Greta&lastName=Deliver',
    '<firstName><![CDATA[Greta]]></firstName><lastName>Deliver</lastName>',
    'first_name: Greta\nlast_name: Deliver',
    '1;Greta;Deliver;Berlin',
    `{"firstName":"Greta","note":"${LONG}","again":{"given":"Greta","family":"Deliver"}}`,
  ])('names the person: %s', (text) => expect(isNamed(text)).toBe(true));

  it.each([
    '{"firstName":"Gretal","lastName":"Deliver"}',
    '{"firstName":"Greta","lastName":"Delivery"}',
    `{"firstName":"Greta","note":"${LONG}","lastName":"Deliver"}`,
    '',
  ])('names somebody else: %s', (text) => expect(isNamed(text)).toBe(false));
});

it('all words of a last name count, and the first of several first names', () => {
  const maria = [{ first: 'Maria del Carmen', last: 'López García' }];
  expect(hasNamesNear('{"a":"María","b":"Lopez Garcia"}', { names: maria })).toBe(true);
  expect(hasNamesNear('{"a":"Carmen","b":"García"}', { names: maria })).toBe(false);
  expect(hasNamesNear('{"a":"María","b":"García"}', { names: maria })).toBe(false);
});

it('a large text is compared once, however often it has the names', () => {
  const often = `${'greta '.repeat(50_000)}${LONG}${'deliver '.repeat(50_000)}`;
  expect(isNamed(often)).toBe(false);
});

it('a person without a full name is named by nothing', () => {
  expect(hasNamesNear('Greta Deliver', { names: [] })).toBe(false);
  expect(hasNamesNear('.. Deliver', { names: [{ first: '.', last: 'Deliver' }] })).toBe(false);
});
