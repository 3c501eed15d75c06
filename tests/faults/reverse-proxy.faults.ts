import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { hasProxy, startReverseProxy } from '../support/desk/reverse-proxy';
import { until } from '../support/desk/until';

describe('one web process after the other is restarted', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
    maya = await signIn(desk.webs[0] as DeskProcess, 'Maya Lindqvist');
  });

  // Caddy before 2.11.2 fails a POST whose process has just stopped (docs/operating.md).
  it.for([
    { program: 'nginx', submits: true },
    { program: 'caddy', submits: false },
  ] as const)('behind the documented $program no request fails', async ({ program, submits }, { skip }) => {
    if (!hasProxy(program)) skip(`${program} is not installed`);
    const proxy = await startReverseProxy(program, desk.webs);
    const visitor = maya.at({ url: proxy.url, publicUrl: desk.webs[0]?.publicUrl });
    const load = startVisits(visitor, { submits });
    try {
      for (const web of desk.webs) {
        const seen = load.count();
        await until('some pages were read', () => load.count() > seen + 5);
        await web.stop();
        const alone = load.count();
        await until('the other one answers', () => load.count() > alone + 10);
        await web.start();
      }
    } finally {
      await load.stop();
      await proxy.stop();
    }
    expect(load.failed()).toEqual([]);
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});

/** Reads pages and submits leads until stopped, and collects what was not answered as asked. */
function startVisits(agent: Agent, { submits }: { submits: boolean }) {
  const failed: string[] = [];
  let count = 0;
  let stopped = false;
  const repeat = async (step: (n: number) => Promise<{ status: number; heading: string }>) => {
    for (let n = 1; !stopped; n += 1) {
      const { status, heading } = await step(n).catch(({ message }: Error) => ({
        status: 0,
        heading: message,
      }));
      if (status !== 200) failed.push(`${status} ${heading}`);
      count += 1;
    }
  };
  const visits = [
    repeat(() => agent.page('/leads')),
    repeat(() => agent.page('/drafts')),
    ...(submits ? [repeat((n) => agent.submit(`Behind-${n}`))] : []),
  ];
  return {
    count: () => count,
    failed: () => failed,
    async stop() {
      stopped = true;
      await Promise.all(visits);
    },
  };
}
