import 'server-only';
// Not `next-intl`: what that brings along for React cannot be loaded by a script that runs on the server's side.
import { createTranslator } from 'use-intl/core';
import messages from '@/messages/en.json';
import type { Reader } from './words';

/** Words for a terminal, which has no language and no time zone of its own: English and UTC. */
export function inEnglish(): Reader {
  return {
    say: createTranslator({ locale: 'en', messages, namespace: 'Setup' }),
    moment: (iso) => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
  };
}
