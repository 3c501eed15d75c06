import texts from '@/messages/en.broken.json';

/** Asks a person to quote the code that leads to what failed in the log; '' where nothing was logged. */
export function quoteCode(code: string | undefined): string {
  return code ? texts.code.replace('{code}', code) : '';
}

/** The same after a sentence. */
export function withCode(sentence: string, code: string | undefined): string {
  return [sentence, quoteCode(code)].filter(Boolean).join(' ');
}
