/** Runs at most `width` tasks in parallel, in order of arrival. */
export class TaskQueue {
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#drain();
  }

  /** Resolves when all added tasks are done. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #drain(): void {
    while (this.#running.size < this.#width) {
      const work = this.#waiting.shift();
      if (!work) return;
      const done = work().finally(() => {
        this.#running.delete(done);
        this.#drain();
      });
      this.#running.add(done);
    }
  }
}
