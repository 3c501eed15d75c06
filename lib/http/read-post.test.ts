import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postedTexts } from '@/lib/core/posted-texts';
import { readPost } from './read-post';

const schema = z.object({ name: z.string().min(1, 'empty'), note: z.string().default('') });

function post(entries: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe('a posted form', () => {
  it('is read without the fields of React and strangers', () => {
    const data = post([
      ['$ACTION_KEY', 'k\0'],
      ['name', 'Ann'],
      ['__proto__', 'x'],
    ]);
    expect(readPost(data, schema)).toEqual({ ok: true, input: { name: 'Ann', note: '' } });
    expect(postedTexts(data)).not.toHaveProperty('$ACTION_KEY');
  });

  it.each<[string, [string, string | Blob][], object]>([
    [
      'names a field twice',
      [
        ['name', 'A'],
        ['name', 'B'],
      ],
      { field: 'name', fault: 'repeated' },
    ],
    ['holds a zero byte', [['name', 'a\0']], { field: 'name', fault: 'unkeepable' }],
    ['lacks what is required', [['name', '']], { field: 'name', fault: 'empty' }],
    ['is too long', [['name', 'x'.repeat(100_000)]], { fault: 'too-long' }],
    ['has too many fields', Array.from({ length: 1_501 }, (_, n) => [`n${n}`, '']), { fault: 'too-long' }],
  ])('that %s is refused', (_, entries, problem) => {
    expect(readPost(post(entries), schema)).toEqual({ ok: false, problem });
  });

  it('with a file in place of a text is refused', () => {
    expect(readPost(post([['name', new Blob(['x'])]]), schema)).toMatchObject({
      ok: false,
      problem: { field: 'name' },
    });
  });

  it.each([undefined, null, 'text', {}])('is not %j', (data) => {
    expect(readPost(data, schema)).toEqual({ ok: false, problem: { fault: 'unreadable' } });
  });
});
