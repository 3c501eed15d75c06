import 'server-only';
// Not `next-intl`: its React parts cannot be loaded by a server-side script.
import { createTranslator } from 'use-intl/core';
import messages from '@/messages/en.json';
import type { Reader } from './words';

/** Texts for a terminal, which has no language and no time zone of its own: English and UTC. */
export function inEnglish(): Reader {
  return {
    say: createTranslator({ locale: 'en', messages, namespace: 'Setup' }),
    moment: (iso) => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
  };
}
