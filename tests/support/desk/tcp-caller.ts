import { connect, type Server } from 'node:net';

/** Listens on any free port of loopback. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** A caller on one connection that records what it receives. */
export async function dial(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const waiting: (() => void)[] = [];
  let heard = '';
  let failure = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
    for (const wake of waiting.splice(0)) wake();
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message;
    });
    socket.once('close', () => resolve(failure || 'ended'));
  });
  await Promise.race([new Promise<void>((resolve) => socket.once('connect', resolve)), ended]);
  return {
    say: (text: string) => void socket.write(text),
    hangUp: () => void socket.end(),
    heard: () => heard,
    /** How the connection ended: `ended`, or the code of the failure. */
    ended,
    /** Resolves when exactly this was received; the test's own time limit ends the wait. */
    async until(text: string): Promise<void> {
      while (heard !== text) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
