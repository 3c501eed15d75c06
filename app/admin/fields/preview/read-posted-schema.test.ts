import { expect, it } from 'vitest';
import { isAnswerTooLong, MAX_ANSWER_UNITS, readPostedSchema } from './read-posted-schema';

const entry = { fieldId: 'lastName', label: 'Last name', type: 'text' };

it.each([
  ['as the endpoint answers', { unifiedFields: [entry] }],
  ['inside an envelope', { data: { unifiedFields: [entry] } }],
  ['with a repeated and an unreadable field', { unifiedFields: [entry, entry, 7, null] }],
])('an answer is read %s', (_, body) => {
  const posted = readPostedSchema(JSON.stringify(body));
  expect(posted).toMatchObject({ schema: { fields: [{ id: 'lastName' }] } });
});

it.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['<!doctype html><title>Bad gateway</title>', 'not-schema'],
  ['{"unifiedFields": [', 'not-schema'],
  ['null', 'not-schema'],
  ['[]', 'not-schema'],
  ['{"error":"unauthorized"}', 'not-schema'],
  ['{"unifiedFields":{}}', 'not-schema'],
  ['{"unifiedFields":[]}', 'not-schema'],
  ['{"unifiedFields":[{"label":"No ID"}]}', 'not-schema'],
])('what is no form is refused with its reason: %s', (text, fault) => {
  expect(readPostedSchema(text)).toEqual({ fault });
});

it('hostile JSON is read as any other: deep nesting, names of built-in properties', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(readPostedSchema(deep)).toEqual({ fault: 'not-schema' });
  const odd = `{"__proto__":{"unifiedFields":[]},"unifiedFields":[{"fieldId":"__proto__","label":"Odd","options":${deep}}]}`;
  expect(readPostedSchema(odd)).toMatchObject({ schema: { fields: [{ id: '__proto__' }] } });
});

it('an answer may have as many characters as the page allows, and a line break is one of them', () => {
  const typed = '\n'.repeat(500).padEnd(MAX_ANSWER_UNITS);
  // As a browser posts it.
  const posted = typed.replaceAll('\n', '\r\n');
  expect(isAnswerTooLong(posted)).toBe(false);
  expect(isAnswerTooLong(`${posted} `)).toBe(true);
});
