import 'server-only';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readTable } from './read-file';
import { type ReadAs, TableError, type TableFault, type TableRow, TEXT_ENCODINGS } from './table';

/** What the thread sends: all rows, some at a time, and how the file was read; or why it cannot be. */
export type ThreadMessage =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end'; readAs: ReadAs }
  | { kind: 'fault'; fault: TableFault; place: TableError['place'] };

const taskSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  choice: z.object({ sheet: z.string().optional(), encoding: z.enum(TEXT_ENCODINGS).optional() }),
});

/** Sent at once: taking a message over keeps the other thread from everything else. */
const ROWS_AT_ONCE = 200;

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

/** Reads one file in a thread of its own (`readApart`). */
async function read({ bytes, choice }: z.output<typeof taskSchema>): Promise<void> {
  const table = await readTable(bytes, choice);
  let rows: TableRow[] = [];
  for await (const row of table.rows) {
    rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    send({ kind: 'rows', rows });
    rows = [];
  }
  send({ kind: 'rows', rows });
  send({ kind: 'end', readAs: table.readAs });
}

try {
  await read(taskSchema.parse(workerData));
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  send({ kind: 'fault', fault: error.fault, place: error.place });
}
