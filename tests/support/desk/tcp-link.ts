import type { Socket } from 'node:net';
import type { Line } from './tcp-proxy';

/** What waits to be passed on: bytes, or the end of the stream. */
type Piece = { bytes: Buffer; at: number } | 'end';

/** One direction of a connection: reads, holds while it must, passes on in order. */
class Lane {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #waiting: Piece[] = [];
  readonly #line: Line;
  readonly #passes: () => boolean;
  readonly #passed: (bytes: number) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(task: {
    from: Socket;
    to: Socket;
    line: Line;
    passes: () => boolean;
    passed: (bytes: number) => void;
  }) {
    this.#from = task.from;
    this.#to = task.to;
    this.#line = task.line;
    this.#passes = task.passes;
    this.#passed = task.passed;
    this.#from.on('data', (bytes) => this.#take({ bytes, at: Date.now() + this.#line.delayMs }));
    this.#from.on('end', () => this.#take('end'));
    this.#to.on('drain', () => this.#from.resume());
  }

  isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  heldBytes(): number {
    return this.#waiting.reduce((sum, piece) => sum + (piece === 'end' ? 0 : piece.bytes.length), 0);
  }

  /** Passes on what is due, and schedules the rest. */
  flow(): void {
    clearTimeout(this.#timer);
    while (this.#passes()) {
      const [piece] = this.#waiting;
      if (piece === undefined) return;
      const waitMs = piece === 'end' ? 0 : piece.at - Date.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.flow(), waitMs);
        return;
      }
      this.#waiting.shift();
      this.#pass(piece);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #take(piece: Piece): void {
    this.#waiting.push(piece);
    this.flow();
  }

  #pass(piece: Piece): void {
    if (piece === 'end') this.#to.end();
    else if (!this.#to.destroyed && !this.#to.write(piece.bytes)) this.#from.pause();
    this.#passed(piece === 'end' ? 0 : piece.bytes.length);
  }
}

/** One connection through the proxy. */
export class Link {
  readonly #task: { client: Socket; upstream: Socket; line: Line; gone: () => void };
  readonly #requests: Lane;
  readonly #answers: Lane;
  #answered = 0;
  #stranded = false;
  /** One side has closed. */
  #broken = false;

  constructor(task: { client: Socket; upstream: Socket; line: Line; gone: () => void }) {
    this.#task = task;
    const { client, upstream, line } = task;
    this.#requests = new Lane({
      from: client,
      to: upstream,
      line,
      passes: () => !this.#isSilent(),
      passed: () => this.#endIfBroken(),
    });
    this.#answers = new Lane({
      from: upstream,
      to: client,
      line,
      passes: () => !this.#isSilent() && line.mode !== 'answers-held',
      passed: (bytes) => this.#countAnswer(bytes),
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => this.#break());
      socket.on('close', () => this.#break());
    }
  }

  heldBytes(): number {
    return this.#answers.heldBytes();
  }

  /** Applies the current state of the line. */
  obey(): void {
    this.#requests.flow();
    this.#answers.flow();
    this.#endIfBroken();
  }

  strand(): void {
    this.#stranded = true;
  }

  reset(): void {
    resetNow(this.#task.client);
    resetNow(this.#task.upstream);
    this.#forget();
  }

  #isSilent(): boolean {
    return this.#stranded || this.#task.line.mode === 'frozen';
  }

  #countAnswer(bytes: number): void {
    const { line } = this.#task;
    this.#answered += bytes;
    if (line.cutAfterBytes !== undefined && this.#answered >= line.cutAfterBytes) {
      line.cutAfterBytes = undefined;
      this.reset();
    } else this.#endIfBroken();
  }

  #break(): void {
    this.#broken = true;
    const { client, upstream } = this.#task;
    if (client.destroyed && upstream.destroyed) this.#forget();
    else this.#endIfBroken();
  }

  /** One side closed: the other is closed after the data in flight, and not while nothing gets through. */
  #endIfBroken(): void {
    if (!this.#broken || this.#isSilent() || !this.#requests.isEmpty() || !this.#answers.isEmpty()) return;
    this.#task.client.destroySoon();
    this.#task.upstream.destroySoon();
    this.#forget();
  }

  #forget(): void {
    this.#requests.stop();
    this.#answers.stop();
    this.#task.gone();
  }
}

/** RST without a FIN before it: `resetAndDestroy` sends a FIN first, which may be all that the other side gets. */
export function resetNow(socket: Socket): void {
  Reflect.set(socket, 'resetAndClosing', true);
  socket.destroy();
}
