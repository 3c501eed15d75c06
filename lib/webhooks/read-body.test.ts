import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES, readBody } from './read-body';

const ADDRESS = 'http://localhost/api/webhooks/x';

function streamed(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Request {
  const body = new ReadableStream<Uint8Array>({ pull });
  return new Request(ADDRESS, { method: 'POST', body, duplex: 'half' } as RequestInit);
}

describe('reading the body of a delivery', () => {
  it('returns exactly the bytes that were sent, in however many pieces', async () => {
    const pieces = [[0x7b, 0xc3], [0xa9], [0x00, 0xff, 0x0d, 0x0a]].map((bytes) => Uint8Array.from(bytes));
    const request = streamed((controller) => {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    });
    expect([...((await readBody(request)) ?? [])]).toEqual([0x7b, 0xc3, 0xa9, 0x00, 0xff, 0x0d, 0x0a]);
  });

  it('treats a missing body as empty', async () => {
    expect(await readBody(new Request(ADDRESS, { method: 'POST' }))).toHaveLength(0);
  });

  it('accepts a body as long as the cap, and refuses one byte more', async () => {
    const post = (length: number) => new Request(ADDRESS, { method: 'POST', body: new Uint8Array(length) });
    expect(await readBody(post(MAX_BODY_BYTES))).toHaveLength(MAX_BODY_BYTES);
    expect(await readBody(post(MAX_BODY_BYTES + 1))).toBeUndefined();
  });

  it('refuses a body with a greater declared length, without reading it', async () => {
    let pulled = false;
    const pull = () => {
      pulled = true;
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const headers = { 'content-length': String(MAX_BODY_BYTES + 1) };
    const request = new Request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    expect(await readBody(request)).toBeUndefined();
    expect(pulled).toBe(false);
  });

  it('stops an endless body at the cap', async () => {
    let sent = 0;
    const request = streamed((controller) => {
      controller.enqueue(new Uint8Array(1_024));
      sent += 1_024;
    });
    expect(await readBody(request)).toBeUndefined();
    expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
  });

  it('gives up on a body that never ends', async () => {
    let first = true;
    const request = streamed((controller) => {
      if (first) controller.enqueue(Uint8Array.of(0x7b));
      first = false;
    });
    expect(await readBody(request, { timeoutMs: 10 })).toBeUndefined();
  });
});

it('is refused if it is shorter than its stated length, and never taken for a forged one', async () => {
  const request = new Request('http://desk.example', {
    method: 'POST',
    body: '{"id":"1"',
    headers: { 'content-length': '10' },
  });
  await expect(readBody(request)).rejects.toThrow('cut short');
});
