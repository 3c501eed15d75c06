import 'server-only';
import type { z } from 'zod';
import { readUpTo } from './read-upload';

/** A posted JSON value; `unreadable`: it is none, or not what the schema says. */
export type PostedJson<Input> = { ok: true; input: Input } | { ok: false; fault: 'too-big' | 'unreadable' };

/**
 * Reads what a script of ours posts, up to its size limit; longer bodies are not read to their end. For posts that
 * no form sends: forms are read by `readPost`.
 */
export async function readJson<Input>(
  request: Request,
  { schema, maxBytes }: { schema: z.ZodType<Input>; maxBytes: number },
): Promise<PostedJson<Input>> {
  // A page of another site may send plain text without asking first.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return { ok: false, fault: 'unreadable' };
  const isStatedTooBig = Number(request.headers.get('content-length') ?? 0) > maxBytes;
  const bytes = isStatedTooBig ? undefined : await readUpTo(request.body, maxBytes);
  if (!bytes) return { ok: false, fault: 'too-big' };
  const parsed = schema.safeParse(parse(await bytes.text()));
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, fault: 'unreadable' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
