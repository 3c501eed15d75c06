import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import messages from '@/messages/en.json';
import { toError } from './error-labels';

const t = createTranslator({ locale: 'en', messages, namespace: 'Submissions' });

it.each([
  ['unavailable: lead create: answered 503', /responded with an error \(503\)/],
  [
    'rejected-by-gateway: lead create: answered 404',
    /a proxy in front of it, responded with an error \(404\)/,
  ],
  ['unavailable: lead create: no answer (ECONNRESET)', /isn’t responding/],
])('an error response is not reported as no response: %s', (lastError, text) => {
  expect(toError(lastError, t).text).toMatch(text);
});
