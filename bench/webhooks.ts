import type { Engine } from '@/tests/support/desk/stacks';
import { INTAKE_SHARE } from './budgets';
import { median, printTable } from './report';
import { benchBurst } from './webhooks-burst';
import type { Load } from './webhooks-load';
import { SECRET, startBare, startDesk, startSender, withHomes } from './webhooks-processes';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 3_000;
const CONNECTIONS = 64;
const LEAD_IDS = Array.from({ length: 1_000 }, (_, index) => `lead-${index}`);
const ENGINES = { postgres: 'PostgreSQL', pglite: 'PGlite' } as const satisfies Record<Engine, string>;

/**
 * `npm run bench -- webhooks`: deliveries committed per second, beside an empty handler of the same build and a
 * plain server that does the same; then a burst, with all its effects.
 */
export async function benchWebhooks(): Promise<boolean> {
  let within = true;
  for (const engine of ['postgres', 'pglite'] as const) {
    console.log(`\n${ENGINES[engine]}`);
    within = (await benchRates(engine)) && within;
    within = (await benchBurst(engine)) && within;
  }
  return within;
}

/**
 * The empty handler is Next's own for a method that a route does not export: it answers 405 and does nothing
 * else. So it runs in the same process, at the same address, for the same bytes.
 */
async function benchRates(engine: Engine): Promise<boolean> {
  return withHomes(engine, async (newHome) => {
    const desk = await startDesk(await newHome());
    const bare = await startBare(engine, await newHome());
    const sender = startSender();
    const loads = {
      empty: { address: desk.address, method: 'PUT', status: 405 },
      desk: { address: desk.address, method: 'POST', status: 200 },
      bare: { address: bare.address, method: 'POST', status: 200 },
    } as const;
    const rates = { empty: [] as number[], desk: [] as number[], bare: [] as number[] };
    const wrong: string[] = [];
    try {
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const who of ['empty', 'desk', 'bare'] as const) {
          const result = await sender.send({ ...STEADY, ...loads[who], name: `${round}` });
          // The first round warms up the JIT compiler.
          if (round > 0) rates[who].push(result.rate);
          wrong.push(...Object.keys(result.wrong).map((status) => `${who}: ${status}`));
        }
      }
    } finally {
      await Promise.all([sender.stop(), desk.stop(), bare.stop()]);
    }
    return tell(rates, wrong);
  });
}

const STEADY = {
  secret: SECRET,
  leadIds: LEAD_IDS,
  connections: CONNECTIONS,
  ms: ROUND_MS,
  count: Number.MAX_SAFE_INTEGER,
} satisfies Partial<Load>;

function tell(rates: Record<'empty' | 'desk' | 'bare', number[]>, wrong: readonly string[]): boolean {
  const { empty, desk, bare } = {
    empty: median(rates.empty),
    desk: median(rates.desk),
    bare: median(rates.bare),
  };
  const row = (name: string, rate: number) => [
    name,
    rate.toFixed(0),
    (rate / empty).toFixed(2),
    (rate / bare).toFixed(2),
  ];
  console.log(
    `  medians of ${ROUNDS} rounds of ${ROUND_MS / 1_000} s each in turn, ${CONNECTIONS} connections`,
  );
  printTable([
    ['', 'per second', 'of (a)', 'of (b)'],
    row('the desk: deliveries committed', desk),
    row('(a) an empty handler of the same build', empty),
    row('(b) a bare server, same HMAC, same statements', bare),
  ]);
  if (wrong.length > 0) console.log(`  WRONG ANSWERS: ${[...new Set(wrong)].join(', ')}`);
  const isFast = desk / empty >= INTAKE_SHARE;
  console.log(`  goal: ${INTAKE_SHARE} of (a): ${isFast ? 'ok' : 'BELOW'}`);
  return isFast && wrong.length === 0;
}
