import 'server-only';
import { z } from 'zod';
import { type Brand, toBrand } from '@/lib/brand/brand';
import { IMAGE_FAULTS } from '@/lib/brand/image-limits';
import { BRAND_IMAGES, readBrandSetting } from '@/lib/brand/setting';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { readSender } from '@/lib/core/sender';
import type { Db } from '@/lib/db/handle';
import { mailsNameLeads } from '@/lib/notices/mail-settings';
import { textsInEffect } from './save-brand';

/** What the brand page shows. */
export type BrandPageData = {
  brand: Brand;
  texts: ReturnType<typeof textsInEffect>;
  /** The name that an empty field stands for. */
  defaultName: string;
  /** The address mails come from; absent if the desk sends none. */
  senderAddress?: string;
  /** Whether mails name leads. */
  namesLeads: boolean;
};

/** Reads the brand as it is stored now; for admins only. */
export async function getBrandPage(db: Db): Promise<BrandPageData> {
  const [setting, settings] = [await readBrandSetting(db), env()];
  return {
    brand: toBrand(setting, settings),
    texts: textsInEffect(setting, settings),
    defaultName: settings.BRAND_NAME,
    senderAddress: settings.SMTP_URL && readSender(settings.MAIL_FROM ?? '')?.address,
    namesLeads: await mailsNameLeads(db),
  };
}

/** Why an upload was refused: for the picture itself, or before it was read. */
export const UPLOAD_FAULTS = [...IMAGE_FAULTS, 'no-file', 'too-often'] as const;

export type UploadFault = (typeof UPLOAD_FAULTS)[number];

const querySchema = z.object({
  image: z.enum(BRAND_IMAGES).optional().catch(undefined),
  outcome: z
    .enum(['set', ...UPLOAD_FAULTS])
    .optional()
    .catch(undefined),
});

/** The outcome of an upload without scripts, in the page's address. */
export function parseBrandQuery(params: SearchParams): z.output<typeof querySchema> {
  return querySchema.parse(firstOf(params));
}
