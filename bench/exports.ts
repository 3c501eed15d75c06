import { fork } from 'node:child_process';
import type { Viewer } from '@/lib/auth/viewer';
import { EXPORT_FORMATS } from '@/lib/export-files/stream-table';
import { EXPORT_LIMITS } from './budgets';
import type { ExportCost, ExportOrder } from './export-process';
import { type Figure, printTable, report } from './report';

const MB = 1024 * 1024;

/**
 * Part of `npm run bench -- reports`: an export of all leads with all answers, in both formats, both at once and each by a
 * separate process that does nothing else.
 */
export async function measureExports(desks: readonly { url: string; manager: Viewer }[]): Promise<boolean> {
  const rows = [['export', 'rows', 'MB of file', 'seconds', 'MB above idle', 'in the first tenth']];
  const figures: Figure[] = [];
  for (const { url, manager } of desks) {
    // All at once: each has its own process, and time is not what is compared.
    const order = { url, viewer: manager };
    const costs = await Promise.all(EXPORT_FORMATS.map((format) => runExport({ ...order, format })));
    for (const [index, cost] of costs.entries()) {
      const format = EXPORT_FORMATS[index] ?? '';
      const [most, early] = [cost.peak - cost.idle, cost.earlyPeak - cost.idle].map((bytes) => bytes / MB);
      rows.push([
        ...[format, `${cost.rows}`, (cost.bytes / MB).toFixed(1), (cost.ms / 1_000).toFixed(1)],
        ...[`${most?.toFixed(0)}`, `${early?.toFixed(0)}`],
      ]);
      figures.push(...judge(format, cost));
    }
  }
  printTable(rows);
  return report(figures);
}

function judge(format: string, { rows, idle, peak, earlyPeak }: ExportCost): Figure[] {
  const name = `${format} of ${rows} rows`;
  return [
    {
      name: `${name}: memory above idle`,
      measured: (peak - idle) / MB,
      limit: EXPORT_LIMITS.aboveIdleMb,
      unit: 'MB',
    },
    {
      name: `${name}: its memory over that of the first tenth`,
      measured: peak / earlyPeak,
      limit: EXPORT_LIMITS.growth,
      unit: 'times',
    },
  ];
}

function runExport(order: ExportOrder): Promise<ExportCost> {
  const child = fork('bench/export-process.ts', {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    serialization: 'advanced',
  });
  return new Promise((resolve, reject) => {
    let cost: ExportCost | undefined;
    child.once('message', (sent: ExportCost) => {
      cost = sent;
      child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      cost ? resolve(cost) : reject(new Error(`The export ended with ${code}.`)),
    );
    child.send(order);
  });
}
