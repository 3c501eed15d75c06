import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mailbox } from './mailbox';

const MAX_BYTES = 1_048_576;
const SILENCE_MS = 30_000;

/** A running mail server. */
export type SmtpPort = { port: number; close(): Promise<void> };

/**
 * Accepts mail to any address, without authentication, on loopback, and delivers none: it ends in `mailbox`.
 * @throws the system's own error if the port is taken
 */
export async function startSmtp(
  mailbox: Mailbox,
  { port, now }: { port: number; now: () => Date },
): Promise<SmtpPort> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 50,
    socketTimeout: SILENCE_MS,
    closeTimeout: 100,
    logger: false,
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream) {
      // The rest is read and dropped: the sender gets the refusal at the end.
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
    }
    if (bytes > MAX_BYTES) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 });
    const to = envelope.rcptTo.map(({ address }) => address);
    await mailbox.add(Buffer.concat(chunks), { to, at: now() });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that disconnects within a mail sends it again.
  server.on('error', () => {});
  const taken = (server.server.address() as AddressInfo).port;
  mailbox.smtpUrl = `smtp://127.0.0.1:${taken}`;
  return { port: taken, close: () => new Promise((resolve) => server.close(resolve)) };
}
