import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_MARK, toCsv } from './csv';
import type { Cell, Table } from './table';
import { createWorkbook } from './workbook';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Compressed without giving way to other requests. */
const ROWS_AT_ONCE = 50;

/** How rows become bytes: the headings are written when it is made, what follows the last row by `end`. */
type Writer = { add(rows: readonly Cell[][]): Promise<void> | void; end(): void };

type Input = {
  format: ExportFormat;
  /** The name of the sheet. */
  name?: string;
  /** Hears why a download was aborted. */
  onError: (error: unknown) => void;
};

/**
 * A table as a file that is safe to open in a spreadsheet, never in memory as a whole: a batch is read once the client
 * has taken the previous one. An error aborts the download, so that a part is not mistaken for the whole.
 */
export function streamTable(
  { head, batches }: Table,
  { format, name = '', onError }: Input,
): ReadableStream<Uint8Array> {
  let writer: Writer;
  let isWritten = false;
  return new ReadableStream({
    start(controller) {
      const write = (bytes: Uint8Array) => {
        isWritten = true;
        controller.enqueue(bytes);
      };
      writer = format === 'csv' ? csvWriter(head, write) : xlsxWriter({ head, name, write });
    },
    pull: async (controller) => {
      try {
        isWritten = false;
        // Compression may keep a batch to itself, and a stream that got nothing does not ask again.
        while (!isWritten) {
          const { done, value } = await batches.next();
          if (done) {
            writer.end();
            return controller.close();
          }
          await writer.add(value);
        }
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  });
}

type Write = (bytes: Uint8Array) => void;

function csvWriter(head: readonly string[], write: Write): Writer {
  const encoder = new TextEncoder();
  write(encoder.encode(`${CSV_MARK}${toCsv([head])}`));
  return {
    add: (rows) => write(encoder.encode(toCsv(rows))),
    end: () => {},
  };
}

function xlsxWriter(task: { head: readonly string[]; name: string; write: Write }): Writer {
  const workbook = createWorkbook(task);
  return {
    async add(rows) {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        workbook.add(rows.slice(from, from + ROWS_AT_ONCE));
        await yieldToEventLoop();
      }
    },
    end: () => workbook.end(),
  };
}
