import { getDb } from '@/lib/db/handle';
import { listPublicKeys } from '@/lib/receipts/keys';

/**
 * The public keys of receipts, retired ones too, for everyone: anyone may verify a receipt, from any site. The same
 * for every visitor; kept for minutes, so that a new key is known soon.
 */
export async function GET(): Promise<Response> {
  const keys = await listPublicKeys(await getDb());
  return Response.json(
    { keys },
    {
      headers: {
        'Content-Type': 'application/jwk-set+json',
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
      },
    },
  );
}
