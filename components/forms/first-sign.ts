/** What a person causes first, with a pointer, a finger, the keyboard or a program that fills in forms. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input'] as const;

/**
 * Calls `begin` once a person is at the page, at once if they have used it before. For what nobody needs earlier, so
 * that it does not delay the page itself. Never called after the signal.
 */
export function atFirstSign(begin: () => void, signal: AbortSignal): void {
  if (navigator.userActivation?.hasBeenActive) {
    begin();
    return;
  }
  const each = (method: 'addEventListener' | 'removeEventListener') => {
    for (const sign of SIGNS) document[method](sign, onSign, true);
  };
  const end = () => each('removeEventListener');
  const onSign = () => {
    end();
    begin();
  };
  each('addEventListener');
  signal.addEventListener('abort', end);
}
