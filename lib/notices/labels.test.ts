import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import messages from '@/messages/en.json';
import { importLabel } from './labels';

const t = createTranslator({ locale: 'en', messages, namespace: 'Notifications' });
const counts = {
  accepted: 3,
  refused: 0,
  unclear: 0,
  'under-way': 0,
  waiting: 0,
  'not-sent': 1,
  'left-out': 0,
  'sent-before': 0,
  total: 4,
};

it.each([
  [0, ''],
  [1, '. 1 unsent row was transferred to a colleague'],
  [2, '. 2 unsent rows were transferred to a colleague'],
])('the end of an import with %i rows that went to a colleague', (transferred, more) => {
  expect(importLabel(t, { id: 'imp_1', counts, endedBy: null, transferred })).toBe(
    `Import finished: 3 of 4 rows delivered, 1 not sent${more}`,
  );
});
