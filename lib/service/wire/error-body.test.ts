import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { readErrorBody } from './error-body';

const read = (json: unknown) => {
  const { message, fieldErrors } = readErrorBody({ json, text: JSON.stringify(json) ?? '' });
  return { message, fields: { ...fieldErrors } };
};

describe('the service’s message', () => {
  it.each([
    ['message', { statusCode: 400, message: 'No.' }, 'No.'],
    ['a list as message', { message: ['No.', 'Never.'] }, 'No. Never.'],
    ['a message beside the status in words', { error: 'Bad Request', message: ['No way.'] }, 'No way.'],
    ['the status alone', { error: 'Bad Request' }, 'Bad Request'],
    ['error', { error: 'No.' }, 'No.'],
    ['error with a title', { error: { code: 'bad', message: 'No.' } }, 'No.'],
    ['token error', { error_description: 'Unknown client' }, 'Unknown client'],
    ['problem+json', { type: 'about:blank', title: 'Bad', status: 400, detail: 'No.' }, 'No.'],
    ['title alone', { title: 'Bad' }, 'Bad'],
    ['errors of strings', { errors: ['No.'] }, 'No.'],
    ['a bare list', ['No.'], 'No.'],
    ['a bare string', 'No.', 'No.'],
    ['nothing', {}, undefined],
  ])('%s', (_name, json, message) => {
    expect(read(json).message).toBe(message);
  });

  it('is one line of plain text of at most 500 characters', () => {
    expect(read({ message: ' a\n\tb\u001b[31m\0c ' }).message).toBe('a b [31m c');
    const long = read({ message: '😀'.repeat(600) }).message ?? '';
    expect([...long].length).toBe(500);
    expect(long).toMatch(/^(😀)+…$/u);
  });

  it('is never markup', () => {
    expect(read({ message: '<b>No</b>' }).message).toBeUndefined();
    expect(read({ message: '<b>x</b>', detail: 'must be < 5' }).message).toBe('must be < 5');
  });

  it.each([
    ['<!doctype html><head><title>x</title></head><h1>No &amp; never.</h1>', 'No & never.'],
    ['<?xml version="1.0"?><Error><Message>Email is &lt;wrong&gt;.</Message></Error>', 'Email is wrong .'],
    ['<style>a { }</style><script>if (a < b) x()</script>', undefined],
  ])('is the text of markup: %s', (text, message) => {
    expect(readErrorBody({ text }).message).toBe(message);
  });

  it('may be plain text, or empty', () => {
    expect(readErrorBody({ text: 'Too late.' })).toMatchObject({ message: 'Too late.', shape: 'text' });
    expect(readErrorBody({ text: '' })).toMatchObject({ message: undefined, shape: 'empty' });
  });
});

describe('messages about fields', () => {
  const expected = { firstName: 'Missing', 'a.b': 'Too long' };
  it.each([
    [
      'list of field',
      {
        errors: [
          { field: 'firstName', message: 'Missing' },
          { field: 'a.b', message: 'Too long' },
        ],
      },
    ],
    [
      'list of fieldId',
      {
        errors: [
          { fieldId: 'firstName', detail: 'Missing' },
          { fieldId: 'customFields.a.b', detail: 'Too long' },
        ],
      },
    ],
    [
      'paths',
      {
        errors: [
          { path: ['body', 'firstName'], msg: 'Missing' },
          { path: ['customFields', 'a.b'], msg: 'Too long' },
        ],
      },
    ],
    [
      'pointers',
      {
        errors: [
          { source: { pointer: '/data/firstName' }, detail: 'Missing' },
          { source: { pointer: '#/customFields/a.b' }, detail: 'Too long' },
        ],
      },
    ],
    ['a record', { message: 'Bad', errors: { firstName: ['Missing'], 'customFields["a.b"]': 'Too long' } }],
    [
      'problem+json',
      {
        title: 'Bad',
        'invalid-params': [
          { name: 'firstName', reason: 'Missing' },
          { name: 'a.b', reason: 'Too long' },
        ],
      },
    ],
    [
      'inside error',
      {
        error: {
          message: 'Bad',
          details: [
            { field: 'firstName', message: 'Missing' },
            { field: 'a.b', message: 'Too long' },
          ],
        },
      },
    ],
    ['fieldErrors', { fieldErrors: { firstName: 'Missing', 'a.b': { message: 'Too long' } } }],
  ])('%s', (_name, json) => {
    expect(read(json).fields).toEqual(expected);
  });

  it('keeps the first message about a field', () => {
    expect(
      read({
        errors: [
          { field: 'a', message: '1' },
          { field: 'a', message: '2' },
        ],
      }).fields,
    ).toEqual({ a: '1' });
  });

  it('treats __proto__ as a field like any other', () => {
    const { fieldErrors } = readErrorBody({ json: JSON.parse('{"errors": {"__proto__": "No"}}'), text: '' });
    expect(Object.entries(fieldErrors)).toEqual([['__proto__', 'No']]);
  });
});

it('never throws and only returns plain text', () => {
  const json = fc.oneof(
    fc.anything(),
    fc.dictionary(
      fc.constantFrom('message', 'error', 'errors', 'details', 'fields', 'detail', 'title'),
      fc.anything(),
    ),
    fc.record({
      errors: fc.array(fc.record({ field: fc.anything(), path: fc.anything(), message: fc.anything() })),
    }),
  );
  fc.assert(
    fc.property(json, fc.string({ unit: 'binary' }), (body, text) => {
      const { message, fieldErrors } = readErrorBody({ json: body, text });
      for (const said of [message ?? 'x', ...Object.values(fieldErrors)]) {
        expect(said).not.toMatch(/[\p{Cc}\p{Surrogate}]|<[a-z!/?]/iu);
        expect(said.length).toBeGreaterThan(0);
        expect(said.length).toBeLessThanOrEqual(501);
      }
    }),
    { numRuns: runs(150) },
  );
}, 20_000);
