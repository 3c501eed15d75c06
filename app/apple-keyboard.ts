import 'server-only';
import { headers } from 'next/headers';

/** Whether ⌘ is what Ctrl is elsewhere, on the keyboard of the browser that asks. */
export async function hasAppleKeyboard(): Promise<boolean> {
  return /\b(?:Mac OS X|iPhone|iPad)\b/.test((await headers()).get('user-agent') ?? '');
}
