import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import type { Answers, Field } from './field';
import { readInputValues } from './form-data';
import { toInputValues } from './prefill';
import { validate } from './rules';

const timeZone = 'Europe/Berlin';
type Sketch = Partial<Parameters<typeof makeField>[0]>;

/** How a field of this sketch validates an input: the answer, or the message. */
function answer(sketch: Sketch, input: unknown, locale = 'en') {
  const model = buildModel([makeField({ id: 'x', label: 'Answer', ...sketch })], { locale });
  const outcome = validate(model, { f0: input }, { timeZone });
  return outcome.ok
    ? outcome.answers[model.fields[0]?.id ?? '']
    : outcome.errors.map(({ message }) => message).join();
}

describe('text', () => {
  it('is trimmed, and blank is no answer', () => {
    expect(answer({}, '  Ada \r\n')).toBe('Ada');
    expect(answer({}, '   ')).toBeUndefined();
    expect(answer({ required: true }, ' \n ')).toBe('Enter an answer');
  });

  it('is counted in characters, not in UTF-16 units', () => {
    expect(answer({ maxLength: 2 }, '👩👩')).toBe('👩👩');
    expect(answer({ maxLength: 2 }, '👩👩👩')).toBe('Shorten this to 2 characters or fewer');
    expect(answer({ kind: 'long-text', maxLength: 3 }, 'a\r\nb')).toBe('a\nb');
  });

  it('has a limit even where the portal has none', () => {
    expect(answer({}, 'x'.repeat(10_001))).toBe('Shorten this to 10,000 characters or fewer');
    expect(answer({ kind: 'long-text' }, 'x'.repeat(100_001))).toContain('100,000');
  });

  it.each(['a\0b', '\ud800', 'x\udc00'])('refuses %j, which cannot be stored', (input) => {
    expect(answer({}, input)).toBe('Retype this: it contains characters we can’t send');
  });

  it('keeps markup and text direction marks as plain text', () => {
    expect(answer({}, '<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(answer({}, 'a\u202eb')).toBe('a\u202eb');
  });
});

describe('email', () => {
  it.each([
    'a@b.co',
    "o'neill+x@mail.example.com",
    'jürgen@müller.de',
    'a.b@xn--mller-kva.de',
    'x_y@例え.日本',
  ])('accepts %s', (input) => {
    expect(answer({ kind: 'email' }, input)).toBe(input);
  });

  it.each([
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b..de',
    'a..b@c.de',
    '.a@c.de',
    'a.@c.de',
    'a@-b.de',
    'a@b.de,c@d.ef',
    '"a"@b.de',
    'a@b.c',
    'a@b.de\r\nbcc:x@y.zz',
    `${'a'.repeat(65)}@b.de`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.de`,
  ])('rejects %j', (input) => {
    expect(answer({ kind: 'email' }, input)).toMatch(
      /^(Enter an email address, like name@example.com|Shorten)/,
    );
  });
});

/** Marks of direction and joiners, hyphens that do not break, and characters of full width. */
const ODD: Record<'phone' | 'email', [odd: string, plain: string][]> = {
  phone: [
    ...[
      '\u202a',
      '\u202b',
      '\u202c',
      '\u202d',
      '\u202e',
      '\u200e',
      '\u200f',
      '\u2060',
      '\u200b',
      '\ufeff',
    ].map((mark): [string, string] => [`${mark}+49 170${mark} 1234567${mark}`, '+49 170 1234567']),
    ['555\u2011123\u20124567', '555-123-4567'],
    ['＋４９（３０）１２３－４５６', '+49(30)123-456'],
  ],
  email: [
    ['\u202aada\u200b@firm\u2060.example\ufeff', 'ada@firm.example'],
    ['ada@north\u2011wind.example', 'ada@north-wind.example'],
    ['ａｄａ＠ｆｉｒｍ．example', 'ada@firm.example'],
  ],
};

describe.each(['phone', 'email'] as const)('%s', (kind) => {
  it.each(ODD[kind])('with odd characters is taken without them: %j', (odd, plain) => {
    expect(answer({ kind }, odd)).toBe(plain);
  });
});

describe('phone', () => {
  it.each([
    '+44 20 7946 0958',
    '(030) 123-456',
    '030/123456',
    '112',
    '+1.415.555.0100 x12',
    '020 7946 0958 ext. 5',
  ])('accepts %s', (input) => {
    expect(answer({ kind: 'phone' }, input)).toBe(input);
  });

  it.each(['call me', '12', '++', '+', '(((((', 'x12345', '<script>123</script>'])('rejects %j', (input) => {
    expect(answer({ kind: 'phone' }, input)).toContain('Enter a phone number, like');
  });
});

describe('web address', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['example.com/path', 'https://example.com/path'],
    ['müller.de', 'https://müller.de'],
  ])('accepts %s as %s', (input, address) => {
    expect(answer({ kind: 'url' }, input)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://example.com',
    'https://',
    'https:///x',
    'data:text/html,x',
    'example',
    'http://a b',
    'https://u:p@example.com',
    'https://[',
    '//example.com',
  ])('rejects %j', (input) => {
    expect(answer({ kind: 'url' }, input)).toContain('Enter a web address, like');
  });
});

describe('numbers', () => {
  it.each([
    ['number', '1.234,5', 'de', 1234.5],
    ['integer', '1.234', 'de', 1234],
    ['integer', '1,250', 'en', 1250],
    ['percent', '12.500', 'en', 12.5],
    ['number', '-12.5', 'en', -12.5],
    ['number', '250', 'en', 250],
    ['integer', '12.0', 'en', 12],
    ['percent', '12,5 %', 'de', 12.5],
    ['currency', '1 250,50 €', 'fr', 1250.5],
    ['number', '-0', 'en', 0],
    ['number', '9007199254740991', 'en', 9007199254740991],
  ] as const)('%s %s in %s', (kind, input, locale, value) => {
    expect(answer({ kind }, input, locale)).toBe(value);
  });

  it.each([
    [{ kind: 'number' }, '1e309', 'Enter a number, like 1,250.50'],
    [{ kind: 'number' }, '9007199254740993', 'Enter 9,007,199,254,740,991 or less'],
    [{ kind: 'number' }, '0.1234567890123456', 'Use at most 15 digits'],
    [{ kind: 'integer' }, '1.5', 'Enter a whole number, like 1,250'],
    [{ kind: 'number', min: 1 }, '0', 'Enter 1 or more'],
    [{ kind: 'number', max: 10 }, '11', 'Enter 10 or less'],
    [{ kind: 'currency', currency: 'EUR' }, '0.005', 'Use at most 2 decimal places'],
    [{ kind: 'currency', currency: 'JPY' }, '1.5', 'Enter a number without decimals'],
    [{ kind: 'currency', currency: 'points' }, '1.12345', 'Use at most 4 decimal places'],
  ] as const)('%o rejects %s: %s', (sketch, input, message) => {
    expect(answer(sketch, input)).toBe(message);
  });

  it.each([
    [{ kind: 'number' }, '12.500', 'en', 12.5],
    [{ kind: 'number' }, '12,500', 'en', 12_500],
    [{ kind: 'number' }, '12.500', 'de', 12_500],
    [{ kind: 'integer' }, '1.000', 'de', 1_000],
    // What it is in the page's language does not fit: that is said, and not another number taken.
    [{ kind: 'currency', currency: 'EUR' }, '1.005', 'en', 'Use at most 2 decimal places'],
    [{ kind: 'percent' }, '12,500', 'en', 'Enter 100 or less'],
  ] as const)('%o reads %s as in the page’s language, %s', (sketch, input, locale, expected) => {
    expect(answer(sketch, input, locale)).toBe(expected);
  });

  it.each([
    [{ kind: 'currency' }, '-5', 'Enter 0 or more'],
    [{ kind: 'currency', min: -100 }, '-5', -5],
    [{ kind: 'percent' }, '140', 'Enter 100 or less'],
    [{ kind: 'percent' }, '-1', 'Enter 0 or more'],
    [{ kind: 'percent', max: 200 }, '140', 140],
    [{ kind: 'percent', min: 150 }, '160', 160],
    [{ kind: 'number' }, '-5', -5],
    [{ kind: 'integer' }, '-5', -5],
    [{ kind: 'number', max: -10 }, '-20', -20],
    [{ kind: 'number', id: 'value', placement: 'standard' }, '-5', 'Enter 0 or more'],
    [{ kind: 'number', id: 'budget', placement: 'custom' }, '-5', 'Enter 0 or more'],
    [{ kind: 'number' }, '12345678901234567890', 'Enter 9,007,199,254,740,991 or less'],
    [{ kind: 'number' }, '-12345678901234567890', 'Enter -9,007,199,254,740,991 or more'],
    [{ kind: 'number' }, '123456789012345.67', 'Use at most 15 digits'],
    [{ kind: 'number' }, '(500)', 'Enter a number, like 1,250.50'],
  ] as const)('%o makes of %s: %s', (sketch, input, expected) => {
    expect(answer(sketch, input)).toBe(expected);
  });

  it('gives an example in the person’s own format', () => {
    expect(answer({ kind: 'number' }, 'x', 'de')).toContain('1.250,50');
  });
});

describe('dates', () => {
  it('stay text', () => {
    expect(answer({ kind: 'date' }, '2026-03-31')).toBe('2026-03-31');
    expect(answer({ kind: 'date' }, '2026-02-30')).toContain('Enter a real date, like');
  });

  it('with a time get the offset of the person’s time zone, and a skipped time is reported', () => {
    expect(answer({ kind: 'date-time' }, '2026-07-01T09:30')).toBe('2026-07-01T09:30:00+02:00');
    expect(answer({ kind: 'date-time' }, '2026-03-29T02:30')).toContain('the clocks go forward');
    expect(answer({ kind: 'date-time' }, 'tomorrow')).toContain('Enter a real date and time, like');
  });
});

const numbered: Field = {
  ...makeField({ id: 'x', label: 'Answer', kind: 'picklist' }),
  options: [
    { value: 1, label: 'One', active: true },
    { value: true, label: 'Yes', active: true },
    { value: 'a\nb', label: 'Two lines', active: true },
    { value: 'old', label: 'Old', active: false },
  ],
};

describe('choices', () => {
  const validated = (field: Field, input: unknown) =>
    validate(buildModel([field]), { f0: input }, { timeZone });

  it.each([
    ['1', 1],
    ['true', true],
    ['a\r\nb', 'a\nb'],
  ])('%j is sent in the type the portal uses', (input, value) => {
    expect(validated(numbered, input)).toMatchObject({ ok: true, answers: { x: value } });
  });

  it('must be on the list', () => {
    for (const input of ['old', '2', 'One', '__proto__', 'constructor']) {
      expect(validated(numbered, input)).toMatchObject({
        ok: false,
        errors: [{ message: 'Select an option from the list' }],
      });
    }
  });

  it('of a multi-picklist keep the portal’s order, each once; a required one needs at least one', () => {
    const several: Field = { ...numbered, kind: 'multi-picklist', required: true };
    expect(validated(several, ['true', '1', '1'])).toMatchObject({ ok: true, answers: { x: [1, true] } });
    expect(validated(several, [])).toMatchObject({
      ok: false,
      errors: [{ message: 'Select at least one option' }],
    });
    expect(validated(several, ['1', 'gone'])).toMatchObject({ ok: false });
  });

  it('without readable options are a text input', () => {
    expect(answer({ kind: 'picklist' }, 'anything')).toBe('anything');
    expect(answer({ kind: 'multi-picklist' }, 'a, b,, a')).toEqual(['a', 'b']);
  });
});

describe('yes and no', () => {
  it('no is an answer where an answer is required', () => {
    expect(answer({ kind: 'boolean', required: true }, 'false')).toBe(false);
    expect(answer({ kind: 'boolean', required: true }, '')).toBe('Select yes or no');
  });

  it('an optional checkbox is true or no answer', () => {
    expect(answer({ kind: 'boolean' }, 'true')).toBe(true);
    expect(answer({ kind: 'boolean' }, '')).toBeUndefined();
    expect(answer({ kind: 'boolean' }, false)).toBeUndefined();
  });
});

describe('on edit', () => {
  const fields = [
    makeField({ id: 'p', label: 'Platform', kind: 'picklist', options: ['New'] }),
    makeField({ id: 'n', label: 'Amount', kind: 'currency', currency: 'EUR' }),
    makeField({ id: 't', label: 'Tick', kind: 'boolean' }),
    makeField({ id: 'd', label: 'When', kind: 'date-time' }),
    makeField({ id: 'm', label: 'Many', kind: 'multi-picklist', options: ['A', 'B'] }),
  ];
  const current: Answers = {
    p: 'Old',
    n: 1.23456,
    t: true,
    d: '2026-10-25T02:30:17.5+01:00',
    m: ['gone', 'a'],
  };
  const model = buildModel(fields, { purpose: 'edit', current });
  const untouched = toInputValues(model, current, { timeZone });

  it('an untouched answer stays exactly as in the lead, under any rules', () => {
    expect(validate(model, untouched, { timeZone })).toEqual({
      ok: true,
      answers: Object.assign(Object.create(null), current),
    });
  });

  it('an untouched number never leads to a question or a change, in any country', () => {
    const amounts = [
      12.125,
      -12.125,
      0.125,
      12500,
      1.7e308,
      5e-324,
      '12.500',
      '12,500',
      '12345678901234567890',
    ];
    for (const locale of ['en', 'de', 'fr', 'ja']) {
      for (const kind of ['number', 'currency', 'percent', 'integer'] as const) {
        for (const n of amounts) {
          const field = makeField({ id: 'n', label: 'Amount', kind });
          const model = buildModel([field], { purpose: 'edit', current: { n }, locale });
          const data = new FormData();
          for (const [key, input] of Object.entries(toInputValues(model, { n }, { timeZone }))) {
            data.append(key, String(input));
            data.append('as_f0', '12500');
          }
          const { values } = readInputValues(model, data);
          expect(validate(model, values, { timeZone })).toMatchObject({ ok: true, answers: { n } });
        }
      }
    }
  });

  it.each([
    ['boolean', 'sometimes', ''],
    ['date', '1790812800', ''],
    ['date-time', '2027-03-01 09:30:00', '2027-03-01T09:30'],
    ['date-time', 'in spring', ''],
    ['email', ' ada@firm.example\n', 'ada@firm.example'],
    ['text', 'two\r\nlines', 'twolines'],
    ['picklist', ' ', ''],
    ['multi-picklist', [' ', 'A'], ['A']],
  ] as const)('a %s that is %j stays so unless something else is chosen', (kind, held, shown) => {
    const x = typeof held === 'string' ? held : [...held];
    const field = makeField({ id: 'x', label: 'X', kind, required: true, options: ['A', 'B'] });
    const model = buildModel([field], { purpose: 'edit', current: { x } });
    const drawn = toInputValues(model, { x }, { timeZone });
    expect(drawn).toEqual({ f0: shown });
    expect(validate(model, drawn, { timeZone })).toMatchObject({ ok: true, answers: { x } });
    const isUnshown = shown === '' && x !== ' ';
    expect(model.fields[0]?.help).toBe(
      isUnshown ? `Current value: ${x}. It stays unless you choose another.` : undefined,
    );
  });

  it('an unticked checkbox is no', () => {
    expect(validate(model, { ...untouched, f2: '' }, { timeZone })).toMatchObject({
      ok: true,
      answers: { t: false },
    });
  });

  it('a retired choice may stay next to a new one, but not return once removed', () => {
    expect(validate(model, { ...untouched, f4: ['gone', 'b'] }, { timeZone })).toMatchObject({
      ok: true,
      answers: { m: ['b', 'gone'] },
    });
    const elsewhere = { ...model, fields: model.fields.map(({ currentValue, ...field }) => field) };
    expect(validate(elsewhere, { f0: 'Old' }, { timeZone })).toMatchObject({
      ok: false,
      errors: [
        {
          key: 'f0',
          message: 'Select another option: the one you chose is no longer offered',
        },
        { key: 'f4' },
      ].slice(0, 1),
    });
  });
});

describe('the form as a whole', () => {
  const model = buildModel([
    makeField({ id: '__proto__', label: 'Odd', required: true }),
    makeField({ id: 'a.b[0]', label: 'Other', required: true }),
  ]);

  it('answers by fieldId, for any id', () => {
    const outcome = validate(model, { f0: 'x', f1: 'y' }, { timeZone });
    expect(outcome.ok && Object.entries(outcome.answers)).toEqual([
      ['__proto__', 'x'],
      ['a.b[0]', 'y'],
    ]);
  });

  it('lists errors in the order of the form, with key and fieldId', () => {
    expect(validate(model, {}, { timeZone })).toEqual({
      ok: false,
      errors: [
        { key: 'f0', fieldId: '__proto__', message: 'Enter an answer' },
        { key: 'f1', fieldId: 'a.b[0]', message: 'Enter an answer' },
      ],
    });
  });

  it.each(['f2', 'status', '__proto__', 'constructor', ''])(
    'refuses the unknown key %j as an error of the form',
    (key) => {
      const input = Object.fromEntries([
        ['f0', 'x'],
        ['f1', 'y'],
        [key, 'z'],
      ]);
      expect(validate(model, input, { timeZone })).toMatchObject({
        ok: false,
        errors: [{ key: '', fieldId: '', message: model.unrecognised }],
      });
    },
  );
});
