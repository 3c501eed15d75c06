/**
 * The result of `work`, or what `onTimeout` returns or throws if it takes longer than `ms`. The work itself
 * continues.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onTimeout);
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
