import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dial, portOf } from './tcp-caller';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

let echo: Server;
let echoed: Socket[];
let proxy: TcpProxy;
beforeEach(async () => {
  echoed = [];
  echo = createServer((socket) => {
    echoed.push(socket);
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  const port = await portOf(echo);
  proxy = await startTcpProxy({ to: { host: '127.0.0.1', port } });
});
afterEach(async () => {
  await proxy.close();
  for (const socket of echoed) socket.destroy();
  await new Promise((resolve) => echo.close(resolve));
});

describe('a healthy line', () => {
  it('passes bytes both ways and the close of either side', async () => {
    const caller = await dial(proxy.port);
    caller.say('hello');
    await caller.until('hello');
    caller.hangUp();
    await expect(caller.ended).resolves.toBe('ended');
    await expect.poll(() => proxy.openCount()).toBe(0);
  });

  it('connects to the next target if one does not answer', async () => {
    const dead = createServer();
    const port = await portOf(dead);
    await new Promise((resolve) => dead.close(resolve));
    const balancer = await startTcpProxy({
      to: [
        { host: '127.0.0.1', port },
        { host: '127.0.0.1', port: proxy.port },
      ],
    });
    for (const word of ['one', 'two']) {
      const caller = await dial(balancer.port);
      caller.say(word);
      await caller.until(word);
    }
    await balancer.close();
  });
});

describe('a faulty line', () => {
  it('is slower by the delay each way, in order', async () => {
    const caller = await dial(proxy.port);
    proxy.delay(60);
    const began = performance.now();
    caller.say('a');
    caller.say('b');
    await caller.until('ab');
    expect(performance.now() - began).toBeGreaterThanOrEqual(115);
  });

  it('resets open connections and accepts new ones', async () => {
    const caller = await dial(proxy.port);
    caller.say('x');
    await caller.until('x');
    proxy.cut();
    await expect(caller.ended).resolves.toBe('ECONNRESET');
    const next = await dial(proxy.port);
    next.say('y');
    await next.until('y');
  });

  it('refuses until it is healed', async () => {
    const caller = await dial(proxy.port);
    proxy.refuse();
    await expect(caller.ended).resolves.toBe('ECONNRESET');
    await expect((await dial(proxy.port)).ended).resolves.toBe('ECONNRESET');
    proxy.heal();
    const next = await dial(proxy.port);
    next.say('y');
    await next.until('y');
  });

  it('is a black hole while frozen, and delivers what waited when it heals', async () => {
    const caller = await dial(proxy.port);
    caller.say('x');
    await caller.until('x');
    proxy.freeze();
    const late = await dial(proxy.port);
    caller.say('y');
    late.say('z');
    echoed[0]?.destroy();
    expect(await Promise.race([caller.ended, late.ended, pause(100, 'silent')])).toBe('silent');
    expect(caller.heard()).toBe('x');
    proxy.heal();
    await late.until('z');
    await expect(caller.ended).resolves.toBe('ended');
  });

  it('leaves stranded connections dead permanently, while new ones work', async () => {
    const caller = await dial(proxy.port);
    caller.say('x');
    await caller.until('x');
    proxy.strand();
    caller.say('y');
    const next = await dial(proxy.port);
    next.say('z');
    await next.until('z');
    proxy.heal();
    expect(await Promise.race([caller.ended, pause(100, 'silent')])).toBe('silent');
    expect(caller.heard()).toBe('x');
  });

  it('holds answers back, even of a target that has closed in the meantime', async () => {
    const caller = await dial(proxy.port);
    proxy.holdResponses();
    caller.say('answer');
    await expect.poll(() => proxy.heldBytes()).toBe(6);
    expect(caller.heard()).toBe('');
    echoed[0]?.destroy();
    proxy.heal();
    await expect(caller.ended).resolves.toBe('ended');
    expect(caller.heard()).toBe('answer');
  });

  it('is cut off in the middle of an answer, once', async () => {
    const caller = await dial(proxy.port);
    proxy.cutAfter(3);
    caller.say('ab');
    await caller.until('ab');
    caller.say('cd');
    await caller.ended;
    const next = await dial(proxy.port);
    next.say('abcdef');
    await next.until('abcdef');
  });
});
