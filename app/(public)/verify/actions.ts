'use server';

import { headers } from 'next/headers';
import { z } from 'zod';
import { getBrand } from '@/lib/brand/current';
import { env } from '@/lib/core/env';
import { MAX_ANSWERS_BYTES } from '@/lib/core/file-limits';
import { getDb } from '@/lib/db/handle';
import { clientAddress } from '@/lib/http/client-address';
import { readPost } from '@/lib/http/read-post';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { digestReformatted } from '@/lib/receipts/answers-file';
import type { ReceiptClaims } from '@/lib/receipts/claims';
import { listPublicKeys } from '@/lib/receipts/keys';
import { MAX_CODE_LENGTH, verifyReceipt } from '@/lib/receipts/verify';
import { type FileResult, toVerifyView, type VerifyView } from './_parts/verify-view';

/** Without a file, browsers send an empty one, or an empty text. */
const postSchema = z.object({
  code: z.string(),
  answers: z.union([z.instanceof(File), z.literal('')]).optional(),
});

/** Verifies a pasted receipt, and compares an answers file with it. For everyone; reads and writes no lead. */
export async function verifyAction(_before: VerifyView | undefined, data: FormData): Promise<VerifyView> {
  const db = await getDb();
  const settings = env();
  const client = clientAddress(await headers(), settings);
  const busy = await checkRateLimit(
    db,
    client === undefined
      ? { limit: LIMITS.allVerifications, subject: 'all' }
      : { limit: LIMITS.verifications, subject: client },
  );
  const post = readPost(data, postSchema);
  if (busy !== undefined) return { tone: 'warn', title: busy, text: '', facts: [], code: '' };
  const { name: brand } = await getBrand();
  if (!post.ok) return toVerifyView({ kind: 'unreadable' }, { brand, code: '' });
  const { code, answers } = post.input;
  const task = { keys: await listPublicKeys(db), issuer: settings.APP_URL };
  const verified = await verifyReceipt(code, task);
  const file =
    'claims' in verified && answers instanceof File && answers.size > 0
      ? await compare(answers, verified.claims)
      : undefined;
  return toVerifyView(verified, { brand, code: code.slice(0, MAX_CODE_LENGTH), file });
}

async function compare(file: File, { answers_sha256: signed }: ReceiptClaims): Promise<FileResult> {
  if (file.size > MAX_ANSWERS_BYTES) return 'too-big';
  const digest = digestReformatted(await file.text());
  if (digest === undefined) return 'unreadable';
  return digest === signed ? 'same' : 'other';
}
