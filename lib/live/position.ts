import 'server-only';
import { randomBytes } from 'node:crypto';
import { singleton } from '@/lib/core/singleton';

/** Identifies this process: a moment of another one's clock means nothing here. */
const processId = () => singleton('process-id', () => randomBytes(9).toString('base64url'));

/**
 * Where the stream of a page begins: take it before the first read for the page. What is committed later is a
 * message of this process after this moment.
 */
export function getStreamPosition(): string {
  return `${processId()}.${performance.now()}`;
}

/** The moment of a position of this process, in milliseconds of `performance.now()`; undefined for anything else. */
export function readStreamPosition(position: string | null): number | undefined {
  const prefix = `${processId()}.`;
  if (!position?.startsWith(prefix)) return undefined;
  const moment = Number(position.slice(prefix.length));
  return Number.isFinite(moment) ? moment : undefined;
}
