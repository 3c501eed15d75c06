import { expect, it } from 'vitest';
import { startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';

const SECOND_MS = 1_000;

it('a form that could not be read at the start is read within seconds, even without a request for it', async () => {
  let mended: Promise<number> | undefined;
  const desk = await startDesk({
    engine: 'postgres',
    seedLeads: 12,
    prepare: async ({ vendor }) => {
      await vendor.setFaults({ errorRate: 1, errorStatus: 500, onlyRoutes: ['schema'] });
      mended = until(
        'the form was asked for',
        async () =>
          (await vendor.readLog()).some(({ route, status }) => route === 'schema' && status === 500),
        { withinMs: 60 * SECOND_MS },
      ).then(async () => {
        await vendor.setFaults({ errorRate: 0, errorStatus: 0, onlyRoutes: [] });
        return Date.now();
      });
    },
  });
  const { rows } = (await desk.sql?.query<{ at: Date }>('select checked_at as at from schema_state')) ?? {};
  const wait = (rows?.[0]?.at.getTime() ?? Number.NaN) - ((await mended) ?? Number.NaN);
  console.log(`the form was there ${wait} ms after it could be read again`);
  expect(wait).toBeLessThan(8 * SECOND_MS);
  await desk.stop();
});
