import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { checkInvariants } from '../support/desk/invariants';
import { hasPooler, type Pooler, startPooler } from '../support/desk/pooler';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';

const isMissing = !hasPooler();

describe.skipIf(isMissing)(`row 51: PgBouncer${isMissing ? ' is not installed' : ''}`, () => {
  let pooler: Pooler;
  let desk: Desk | undefined;
  beforeAll(async () => {
    pooler = await startPooler();
  });
  afterAll(async () => {
    await desk?.stop();
    await pooler.stop();
  });

  it('that ignores what it cannot keep is refused without the address of the server', async () => {
    const starting = startDesk({
      engine: 'postgres',
      poolerPort: pooler.port,
      env: { DATABASE_DIRECT_URL: '' },
    });
    await expect(starting).rejects.toThrow('A connection pooler such as PgBouncer responds in its place');
  });

  it('with it carries the work, tells open pages, and loses nothing when it is restarted', async () => {
    desk = await startDesk({ engine: 'postgres', poolerPort: pooler.port, workers: 1 });
    const [web] = desk.webs as [DeskProcess];
    const maya = await signIn(web, 'Maya Lindqvist');
    const stream = await maya.stream();
    const { submissionId, state } = await maya.submit('Pooled-1');
    expect(state).toBe('accepted');
    await until('the page was told', () =>
      stream.events.some(({ data }) => JSON.stringify(data).includes(submissionId)),
    );
    stream.close();

    const submitting = Promise.allSettled([maya.submit('Pooled-2'), maya.submit('Pooled-3')]);
    await pooler.restart();
    await submitting;
    expect((await maya.submit('Pooled-4')).state).toBe('accepted');
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});
