import { describe, expect, it } from 'vitest';
import { mailSchema } from './mail';

const MAIL = {
  kind: 'invitation',
  to: 'jo@partner.example',
  subject: 'Welcome',
  text: 'Hi',
  html: '<p>Hi</p>',
};

describe('a mail', () => {
  it('goes to one plain address', () => {
    expect(mailSchema.safeParse(MAIL).success).toBe(true);
  });

  it.each([
    ['two addresses', 'a@x.example,b@y.example'],
    ['a list', 'a@x.example b@y.example'],
    ['a quoted local part', '"e@evil.example"@us.example'],
    ['a name', 'Jo <jo@partner.example>'],
    ['a line break', 'jo@partner.example\r\nBcc: all@evil.example'],
    ['a line break in front', '\njo@partner.example'],
    ['another at sign', 'jo\uFF20partner.example'],
    ['a look-alike letter', 'j\u043E@partner.example'],
    ['a path of a server', '@evil.example:jo@partner.example'],
    ['10 KB', `${'a'.repeat(10_240)}@partner.example`],
    ['nothing', ''],
  ])('is refused with %s in the address', (_, to) => {
    expect(mailSchema.safeParse({ ...MAIL, to }).success).toBe(false);
  });

  it.each(['Hi\r\nBcc: all@evil.example', 'Hi\nthere', 'Hi\u2028there', 'Hi\u0000', '', ' '])(
    'is refused with the subject %j',
    (subject) => {
      expect(mailSchema.safeParse({ ...MAIL, subject }).success).toBe(false);
    },
  );

  it('is refused with unknown properties', () => {
    expect(mailSchema.safeParse({ ...MAIL, bcc: 'all@evil.example' }).success).toBe(false);
    expect(mailSchema.safeParse({ ...MAIL, kind: 'x\r\nBcc' }).success).toBe(false);
  });
});
