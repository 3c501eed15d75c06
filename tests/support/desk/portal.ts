import { join } from 'node:path';
import { freePort } from '@/scripts/lib/ports';
import { startSandboxProcess } from '@/scripts/lib/stack-processes';
import { vendorAt } from '@/tests/support/vendor';
import type { Endings } from './assemble';
import type { Desk } from './desk';
import { startTcpProxy } from './tcp-proxy';

type Portal = Pick<Desk, 'vendor' | 'sandboxUrl' | 'sandboxFile' | 'serviceProxy'>;

/** A separate sandbox, with a faulty connection to it. */
export async function openPortal(task: {
  folder: string;
  logs: string;
  seedLeads: number | undefined;
  endings: Endings;
}): Promise<Portal> {
  const port = await freePort();
  const sandboxFile = join(task.folder, 'sandbox.json');
  const logFile = join(task.logs, 'sandbox.log');
  const child = await startSandboxProcess({ port, dataFile: sandboxFile, logFile });
  task.endings.push(async () => {
    child.send('SIGKILL');
    await child.ended;
  });
  const sandboxUrl = `http://127.0.0.1:${port}`;
  const vendor = vendorAt(sandboxUrl);
  if (task.seedLeads !== undefined) await vendor.reset({ seedLeads: task.seedLeads });
  const serviceProxy = await startTcpProxy({ to: { host: '127.0.0.1', port } });
  task.endings.push(() => serviceProxy.close());
  return { vendor, sandboxUrl, sandboxFile, serviceProxy };
}
