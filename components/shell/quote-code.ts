import texts from '@/messages/en.broken.json';

/** Asks the person to quote the code of the failure's log line; '' if nothing was logged. */
export function quoteCode(code: string | undefined): string {
  return code ? texts.code.replace('{code}', code) : '';
}

/** The same after a sentence. */
export function withCode(sentence: string, code: string | undefined): string {
  return [sentence, quoteCode(code)].filter(Boolean).join(' ');
}
