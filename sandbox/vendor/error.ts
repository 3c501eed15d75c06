import type { Problem } from '../validate';

/** A console request that failed. The message is authored text, shown unchanged. */
export class ConsoleError extends Error {
  readonly status: 400 | 404 | 409;
  readonly problems: readonly Problem[];

  constructor(status: 400 | 404 | 409, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}
