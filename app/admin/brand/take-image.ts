import 'server-only';
import { z } from 'zod';
import { writeAudit } from '@/lib/audit/write-audit';
import { forgetBrand } from '@/lib/brand/current';
import { drawImage } from '@/lib/brand/draw-image';
import { MAX_IMAGE_BYTES } from '@/lib/brand/image-limits';
import { setBrandImage } from '@/lib/brand/images';
import { BRAND_IMAGES, type BrandImageKind } from '@/lib/brand/setting';
import type { Db } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { takeUpload, type Upload } from '@/lib/http/read-upload';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import type { SignedIn } from '@/lib/sessions/signed-in';
import type { UploadFault } from './query';

const uploadSchema = z.object({ image: z.enum(BRAND_IMAGES), file: z.instanceof(File) });

/** What became of an upload; `image` as far as it was read. */
export type UploadOutcome = { outcome: 'set' | UploadFault; image?: BrandImageKind };

type ImageInput = { db: Db; by: SignedIn; now: Date };

/** Reads an uploaded picture, draws it anew and shows it from now on, with an audit entry. */
export async function takeImage(request: Request, task: ImageInput): Promise<UploadOutcome> {
  const turn = await consumeLimit(task.db, { limit: LIMITS.adminActions, subject: task.by.personId });
  if (!turn.allowed) return { outcome: 'too-often' };
  return await takeUpload(request, MAX_IMAGE_BYTES, (upload) => setImage(upload, task));
}

async function setImage(upload: Upload, { db, by, now }: ImageInput): Promise<UploadOutcome> {
  if (!upload.ok) return { outcome: upload.fault === 'too-big' ? 'size' : 'no-file' };
  const post = readPost(upload.form, uploadSchema);
  if (!post.ok) return { outcome: 'no-file' };
  const { image, file } = post.input;
  if (file.size === 0) return { outcome: 'no-file', image };
  if (file.size > MAX_IMAGE_BYTES) return { outcome: 'size', image };
  const drawn = await drawImage(new Uint8Array(await file.arrayBuffer()), image);
  if (!drawn.ok) return { outcome: drawn.fault, image };
  await db.transaction(async (tx) => {
    await setBrandImage(tx, { kind: image, drawn, now });
    await writeAudit(tx, { by, event: 'brand.image-set', subject: image, at: now });
  });
  forgetBrand();
  return { outcome: 'set', image };
}
