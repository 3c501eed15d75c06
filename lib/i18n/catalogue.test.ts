import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import messages from '@/messages/en.json';

type Texts = { [key: string]: string | Texts };

function pathsOf(texts: Texts, above = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${above}${key}`] : pathsOf(text, `${above}${key}.`),
  );
}

// A choice between words with a hyphen, for one, is none to the language of the texts: what was shown instead
// was the text's own name.
it('every text on the screen can be read, whatever it is filled in with', () => {
  const faults: string[] = [];
  const say = createTranslator({
    locale: 'en',
    messages,
    onError: ({ code, message }) => {
      // Nothing is filled in here: that a value is missing is no fault of the text.
      if (code !== 'FORMATTING_ERROR') faults.push(message);
    },
  });
  for (const path of pathsOf(messages)) say(path as Parameters<typeof say>[0]);
  expect(faults).toEqual([]);
});
