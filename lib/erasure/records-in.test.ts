import { describe, expect, it } from 'vitest';
import { hasName } from './about-person';
import { recordsIn } from './records-in';

const names = [{ first: 'Greta', last: 'Deliver' }];
const isNamed = (text: string) => recordsIn(text).some((values) => hasName(values, { names }));
const LONG = 'x'.repeat(300);

describe('an unreadable delivery', () => {
  it.each([
    '{"firstName":"Greta","lastName":"Deliver"}',
    '{"middle":"","firstName":"Greta","lastName":"Deliver"}',
    '{"n":"say \\"hi","firstName":"Greta","lastName":"Deliver"}',
    `{"n":"${LONG}","firstName":"Greta","lastName":"Deliver"}`,
    '{"firstName":"Greta","address":{"city":"B"},"lastName":"Deliver"}',
    '{"firstName":"Greta","address":{"city":"B"},"lastName":"Deliver","cut":',
    '{"data":"{\\"firstName\\":\\"Greta\\",\\"lastName\\":\\"Deliver\\"}"}',
    'x{"data":"{\\"firstName\\":\\"Greta\\",\\"lastName\\":\\"Deliver\\"}"}',
    '["Greta","Deliver","Trade fair"]',
    'id=7&firstName=Greta&lastName=Deliver',
    'vorname=Greta&nachname=Deliver',
    '<lead><firstName>Greta</firstName><lastName>Deliver</lastName></lead>',
  ])('names the person: %s', (text) => expect(isNamed(text)).toBe(true));

  it.each([
    '{"firstName":"Karla","lastName":"Deliver","referrer":"Greta"}',
    '[["Greta","Smith"],["Tom","Deliver"]]',
    '[["Greta","Smith"],["Tom","Deliver"]',
    '{"leads":[{"firstName":"Greta","lastName":"Smith"},{"firstName":"Tom","lastName":"Deliver"}]}',
    'firstName=Greta&lastName=Smith',
    '',
  ])('names somebody else: %s', (text) => expect(isNamed(text)).toBe(false));
});
