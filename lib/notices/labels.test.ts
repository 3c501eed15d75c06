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

it('the end of an import', () => {
  expect(importLabel(t, { id: 'imp_1', counts, endedBy: null })).toBe(
    'Import finished: 3 of 4 rows delivered, 1 not sent',
  );
});
