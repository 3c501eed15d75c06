/** The code of the failure's log line, and the text around it. */
type Quote = {
  /** With the place `{code}`. */
  text: string;
  /** Undefined if nothing was logged. */
  code: string | undefined;
};

/** Asks the person to quote the code; '' without one. */
export function quoteCode({ text, code }: Quote): string {
  return code ? text.replace('{code}', code) : '';
}

/** The same after a sentence. */
export function withCode(sentence: string, quote: Quote): string {
  return [sentence, quoteCode(quote)].filter(Boolean).join(' ');
}
