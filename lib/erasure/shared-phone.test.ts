import { describe, expect, it } from 'vitest';
import { hasPhone } from './about-person';
import { blankAll, toPersonal } from './blank';
import { withoutPhonesIn } from './shared-phone';

const withPhone = (phone: string) => toPersonal({ emails: ['ann@x.example'], names: [], phones: [phone] });
const LONDON = withPhone('+44 20 7946 0958');

describe('a phone that the person gave', () => {
  it.each([
    '+44 20 7946 0958 x12',
    '020 7946 0958 x 12',
    '020-7946-0958ext12',
    '+44 20 7946 0958, ext. 12',
    '+44 20 7946 0958 Durchwahl 12',
    '+44 20 7946 0958 (work)',
    'Tel.: 020 7946 0958',
    'tel:+442079460958',
    '07911 123456 (mobile) or 020 7946 0958 (work)',
    '07911 123456 & 020 7946 0958',
    '442079460958',
    '442079460958 #12',
    'after 18:00: 020 7946 0958',
    'Mo-Fr 08:00-17:00 020 7946 0958',
  ])('is found in other texts, whatever it was written with: %s', (phone) => {
    const personal = withPhone(phone);
    expect(blankAll('Ask 020 7946 0958 first', personal)).toBe('Ask ••• first');
    expect(blankAll('Ask +44 20 7946 0958 first', personal)).toBe('Ask ••• first');
  });

  it.each([
    ...[
      '020 7946 0958 (from 12.03.2024)',
      '020 7946 0958 12.03.2024 (mobile)',
      '020 7946 0958, born 12/3/2024',
    ],
    ...['020 7946 0958 since 2024-03-12', '12.03.2024'],
  ])('is not the day beside it, which others have, too: %s', (phone) => {
    const text = 'Met on 12.03.2024, 12/3/2024 and 2024-03-12';
    expect(blankAll(text, withPhone(phone))).toBe(text);
  });

  it.each(['none', 'see above', 'ann2020@x.example 20794609', '2026', 'ext 12'])('is none in: %s', (text) => {
    expect(withPhone(text).phones).toEqual([]);
  });
});

describe('a value of somebody else that is the person’s phone', () => {
  it.each([
    ...['+44 20 7946 0958', '020 7946 0958', '(020) 7946-0958', '00 44 20 7946 0958', '7946 0958'],
    ...['020 7946 0958 ext 12', '020 7946 0958 x12', '442079460958', 442079460958, 2079460958],
  ])('is emptied, without a mark that would be sent: %s', (value) => {
    expect(withoutPhonesIn([value, 'rest'], LONDON)).toEqual(['', 'rest']);
  });

  it.each([
    ['020 7946 0958, extremely important: ask Carl', '•••, extremely important: ask Carl'],
    ['020 7946 0958 external', '••• external'],
    ['Carl 020 7946 0958', 'Carl •••'],
  ])('loses nothing else of a text: %s', (value, rest) => {
    expect(hasPhone([value], LONDON)).toBe(false);
    expect(withoutPhonesIn([value], LONDON)).toEqual([rest]);
  });

  it('stays if it was blanked before: there is no phone in it', () => {
    expect(withoutPhonesIn(['•••', ' ••• ', 'Carl •••'], LONDON)).toBeUndefined();
  });

  it.each([
    ...['020 7946 09581', '120 7946 0958', 'ref 1202079460958', '+49 20 7946 0958', '020 7946 0959'],
    ...['20794609581', 20794609581, 79460958, '12'],
  ])('stays if it is another number, or has it within a longer one: %s', (value) => {
    expect(withoutPhonesIn([value], LONDON)).toBeUndefined();
  });
});
