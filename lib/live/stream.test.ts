import { expect, it } from 'vitest';
import { gatherInto, RESYNC } from './stream';

const lead = (id: string) => ({ kind: 'lead' as const, id, organizationId: 'org', agentId: 'agent' });

/** The one event that results from these changes. */
function gathered(ids: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const { add } = gatherInto(resolve);
    for (const id of ids) add(lead(id));
    add({ ...lead('s'), kind: 'submission' });
  });
}

it('changes that arrive together are sent as one event, each id once', async () => {
  expect(await gathered(['a', 'b', 'a'])).toBe(
    'event: change\ndata: {"leadIds":["a","b"],"submissionIds":["s"]}\n\n',
  );
});

it('a burst of many changes is sent as one resync, to limit the size of an event', async () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => `lead-${i}`);
  expect(await gathered(ids)).toBe(RESYNC);
});
