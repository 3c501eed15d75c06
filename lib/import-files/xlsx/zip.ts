import 'server-only';
import { type SaxesAttributeNS, SaxesParser, type SaxesTag } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { TableError } from '../table';

/** A workbook has some dozens of parts. */
const MAX_PARTS = 2_000;
/** How deep elements are nested at most: a workbook's are some eight deep. */
const MAX_DEPTH = 64;

/** The parts of a workbook, by their names in lower case: Excel does not distinguish case either. */
export type Parts = { zip: ZipFile; entries: ReadonlyMap<string, Entry> };

/** What a reader of a part does with its XML. Names are without their prefix. */
export type XmlHandlers = {
  open: (name: string, attribute: (name: string) => string | undefined) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

/** @throws {TableError} `broken` if it is no archive, `locked-or-old` if a part is encrypted */
export async function openParts(bytes: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true });
    if (zip.entryCount > MAX_PARTS) throw new TableError('not-a-table');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    return { zip, entries };
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('not-a-table');
  }
}

/**
 * Reads the XML of one part while it is unpacked, and yields after each piece of it. Never unpacks more than `maxBytes`,
 * whatever the archive says about itself. Nothing outside of it is read, and no entity is expanded.
 *
 * @throws {TableError}
 */
export async function* readXml(
  { zip, entries }: Parts,
  { part, maxBytes, handlers }: { part: string; maxBytes: number; handlers: XmlHandlers },
): AsyncGenerator<void> {
  const entry = entries.get(part.toLowerCase());
  if (!entry) return;
  if (entry.isEncrypted()) throw new TableError('not-a-table');
  const parser = parserFor(handlers);
  const decoder = new TextDecoder();
  let unpacked = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      const bytes: Uint8Array = chunk;
      unpacked += bytes.byteLength;
      if (unpacked > maxBytes) throw new TableError('too-large');
      parser.write(decoder.decode(bytes, { stream: true }));
      yield;
    }
    parser.close();
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('not-a-table');
  }
}

/** The same to its end, for a small part. */
export async function readWholeXml(...task: Parameters<typeof readXml>): Promise<void> {
  for await (const _ of readXml(...task));
}

function parserFor({ open, close, text }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  // A workbook has none. One that does wants entities expanded, or a file read.
  parser.on('doctype', () => {
    throw new TableError('not-a-table');
  });
  parser.on('opentag', (tag: SaxesTag) => {
    const own = new Map(
      Object.entries(tag.attributes).map(([name, value]) => [localName(name), textOf(value)]),
    );
    depth += 1;
    if (depth > MAX_DEPTH) throw new TableError('not-a-table');
    open(localName(tag.name), (name) => own.get(name));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('error', (error) => {
    throw error;
  });
  return parser;
}

const textOf = (value: string | SaxesAttributeNS) => (typeof value === 'string' ? value : value.value);

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
