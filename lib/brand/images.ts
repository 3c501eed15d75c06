import 'server-only';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { brandImages } from '@/lib/db/schema/admin';
import type { DrawnImage } from './draw-image';
import { type BrandImageKind, changeBrandSetting } from './setting';

/** Pictures that were replaced: mails and open pages still name them. */
const MAX_REPLACED = 20;

/** Shows the picture from now on; the one before it stays available to what already names it. */
export async function setBrandImage(
  tx: Db,
  task: { kind: BrandImageKind; drawn: Extract<DrawnImage, { ok: true }>; now: Date },
): Promise<void> {
  const { kind, drawn, now } = task;
  const { image, bytes } = drawn;
  const { after } = await changeBrandSetting(tx, { change: (before) => ({ ...before, [kind]: image }), now });
  await tx
    .insert(brandImages)
    .values({ digest: image.digest, bytes, createdAt: now })
    .onConflictDoUpdate({ target: brandImages.digest, set: { createdAt: now } });
  const shown = [after.logo, after.icon].flatMap((one) => (one ? [one.digest] : []));
  const retained = tx
    .select({ digest: brandImages.digest })
    .from(brandImages)
    .where(notInArray(brandImages.digest, shown))
    .orderBy(desc(brandImages.createdAt))
    .limit(MAX_REPLACED);
  await tx
    .delete(brandImages)
    .where(and(notInArray(brandImages.digest, shown), notInArray(brandImages.digest, retained)));
}

/** Shows no such picture any more; returns whether there was one. */
export async function removeBrandImage(
  tx: Db,
  { kind, now }: { kind: BrandImageKind; now: Date },
): Promise<boolean> {
  const { before } = await changeBrandSetting(tx, {
    change: ({ [kind]: _removed, ...rest }) => rest,
    now,
  });
  return before[kind] !== undefined;
}

/** The bytes of a picture, a PNG; undefined if there is none with this digest. */
export async function readBrandImage(db: Db, digest: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ bytes: brandImages.bytes })
    .from(brandImages)
    .where(eq(brandImages.digest, digest));
  return row?.bytes;
}
