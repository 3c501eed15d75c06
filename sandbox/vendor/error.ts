import type { Problem } from '../validate';

/** What the console was asked to do and cannot. Authored text, shown as it is. */
export class ConsoleError extends Error {
  readonly status: 400 | 404 | 409;
  readonly problems: readonly Problem[];

  constructor(status: 400 | 404 | 409, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}
