import { describe, expect, it } from 'vitest';
import { brandSchema } from './command';

const GOOD = { command: 'save', name: '', accent: '', senderName: '', helpUrl: '', privacyUrl: '' };
const read = (values: object) => brandSchema.safeParse({ ...GOOD, ...values });

describe('a posted brand', () => {
  it('may be empty, which means the defaults', () => {
    expect(read({})).toMatchObject({ success: true, data: GOOD });
  });

  it('is read as people type', () => {
    const typed = {
      name: ' Acme ',
      accent: '3056D3',
      helpUrl: 'help@acme.example',
      privacyUrl: 'acme.example/p',
    };
    expect(read(typed).data).toMatchObject({
      name: 'Acme',
      accent: '#3056d3',
      helpUrl: 'mailto:help@acme.example',
      privacyUrl: 'https://acme.example/p',
    });
  });

  it.each([
    ['name', 'x'.repeat(61)],
    ['senderName', 'x'.repeat(1_001)],
    ['accent', 'blue-ish'],
    ['helpUrl', 'javascript:alert(1)'],
    ['privacyUrl', 'help@acme.example'],
  ])('is refused for its %s', (field, value) => {
    expect(read({ [field]: value }).error?.issues).toMatchObject([{ path: [field] }]);
  });

  it('removes pictures that exist only', () => {
    expect(brandSchema.safeParse({ command: 'remove', image: 'icon' }).success).toBe(true);
    expect(brandSchema.safeParse({ command: 'remove', image: 'mascot' }).success).toBe(false);
  });
});
