import 'server-only';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server on this machine, and the mails it accepted. */
export type TestMailServer = {
  url: string;
  port: number;
  taken: { from: string; to: string[]; raw: string }[];
  close(): Promise<void>;
};

/**
 * Starts a mail server on loopback: unencrypted and open to all unless `options` say otherwise. Reuse the `port`
 * to simulate a server that recovers.
 */
export async function startTestMailServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<TestMailServer> {
  const taken: TestMailServer['taken'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  // Clients may hang up.
  server.on('error', () => {});
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
