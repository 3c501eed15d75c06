import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { log, throttleLog } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { readBody } from '@/lib/webhooks/read-body';
import { type Intake, openIntake, type Reception } from '@/lib/webhooks/receive';

/** The status of each result. The response does not tell a forger what was wrong. */
const STATUS = {
  unknown: 404,
  'not-ready': 503,
  forged: 401,
  taken: 200,
  quarantined: 200,
} as const satisfies Record<Reception, number>;

/** Receives one delivery (interface 6). 200 only after everything is committed; 503 requests a redelivery. */
export async function POST(
  request: Request,
  context: { params: Promise<{ receiver: string }> },
): Promise<Response> {
  const { receiver } = await context.params;
  try {
    const body = await readBody(request);
    if (!body) return new Response(null, { status: 413 });
    const receive = await intake();
    const reception = await receive({
      receiverId: receiver,
      body,
      signature: request.headers.get('x-svc-signature-v2'),
      now: new Date(),
    });
    const status = STATUS[reception];
    if (reception !== 'taken' && reception !== 'quarantined') refuse(reception);
    return new Response(null, { status, headers: retryAfter(status) });
  } catch (error) {
    metrics().deliveries.inc({ outcome: 'not_taken' });
    log().error('webhook.not-taken', { reason: reasonOf(error) });
    return new Response(null, { status: 503, headers: retryAfter(503) });
  }
}

/** The only intake of this process: its batches must be shared. */
function intake(): Promise<Intake> {
  return singleton('webhook-intake', async () => {
    const vault = createVault(env().APP_SECRET, 'webhook-secret');
    return openIntake({ db: (await database()).intake, vault, log: log() });
  });
}

const REFUSED = {
  unknown: 'unknown_address',
  'not-ready': 'not_taken',
  forged: 'bad_signature',
} as const satisfies Partial<Record<Reception, string>>;

/** Counts and logs a refusal, by kind and with a rate limit: a flood of them must not flood the log. */
function refuse(reception: keyof typeof REFUSED): void {
  metrics().deliveries.inc({ outcome: REFUSED[reception] });
  const note = singleton(`webhook-refusals-${reception}`, () =>
    throttleLog((count) => log().warn('webhook.refused', { reception, count }), { everyMs: 10_000 }),
  );
  note(new Date());
}

function retryAfter(status: number): HeadersInit {
  return status === 503 ? { 'Retry-After': '5' } : {};
}
