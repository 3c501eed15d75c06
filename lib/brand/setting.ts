import 'server-only';
import { z } from 'zod';
import { THEMES, type Theme } from '@/lib/core/theme';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import { type Db, notify } from '@/lib/db/handle';

/** The pictures of a brand. */
export const BRAND_IMAGES = ['logo', 'icon'] as const;

export type BrandImageKind = (typeof BRAND_IMAGES)[number];

const imageSchema = z.object({
  /** Its row in `brand_images`. */
  digest: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** The themes on whose surface it would be hard to see: there it stands on a plate of the other theme. */
  plates: z.array(z.enum(THEMES)),
});

export type BrandImage = { digest: string; width: number; height: number; plates: Theme[] };

const settingSchema = z.object({
  name: z.string().optional(),
  /** `#` and six hex digits. */
  accent: z.string().optional(),
  senderName: z.string().optional(),
  helpUrl: z.string().optional(),
  privacyUrl: z.string().optional(),
  logo: imageSchema.optional(),
  icon: imageSchema.optional(),
});

/** What admins chose; the rest are defaults. */
export type BrandSetting = z.output<typeof settingSchema>;

const BRAND = { name: 'brand', schema: settingSchema } as const;

/** NOTIFY tells every process to read the brand again. */
export const BRAND_CHANGED = 'brand';

/** What admins chose; empty if nothing is stored, or nothing readable. */
export async function readBrandSetting(db: Db): Promise<BrandSetting> {
  return (await readSetting(db, BRAND))?.value ?? {};
}

/**
 * Changes the brand from what it is now, alone, and has every process read it again after the commit. Returns both.
 */
export async function changeBrandSetting(
  tx: Db,
  { change, now }: { change: (before: BrandSetting) => BrandSetting; now: Date },
): Promise<{ before: BrandSetting; after: BrandSetting }> {
  await lockUntilCommit(tx, ADVISORY_LOCKS.brand);
  const before = await readBrandSetting(tx);
  const after = change(before);
  await writeSetting(tx, BRAND, { value: after, now });
  await notify(tx, BRAND_CHANGED);
  return { before, after };
}
