import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { toBrandColor } from '@/lib/brand/palette';
import { BRAND_IMAGES } from '@/lib/brand/setting';
import { MAX_NAME_LENGTH, toBrandName } from '@/lib/brand/texts';
import { toWebLink } from '@/lib/core/web-link';
import { postedText } from '@/lib/http/read-post';
import type { CommandInput } from '../admin-action';

const typed = postedText(1_000).trim();

/** Empty for the default, or what `read` makes of it; refused where it makes nothing. */
const read = (read: (text: string) => string | undefined) =>
  typed.transform((text, context) => {
    const value = text === '' ? '' : read(text);
    if (value !== undefined) return value;
    context.addIssue('wrong');
    return z.NEVER;
  });

/** Exported for its test. */
export const brandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('save'),
    name: read(toBrandName),
    accent: read(toBrandColor),
    senderName: read(toBrandName),
    helpUrl: read((text) => toWebLink(text, { email: true })),
    privacyUrl: read((text) => toWebLink(text, { email: false })),
  }),
  z.object({ command: z.literal('remove'), image: z.enum(BRAND_IMAGES) }),
  z.object({ command: z.literal('mail-names'), isOn: z.literal('yes').optional() }),
]);

/** A command on the brand page. */
export type BrandCommand = z.infer<typeof brandSchema>;

const isText = (field: string | undefined) =>
  field === 'name' || field === 'senderName' || field === 'helpUrl' || field === 'privacyUrl';

/** How the brand page reads posts. */
export const brandInput: CommandInput<BrandCommand> = {
  schema: brandSchema,
  explain: async ({ command, field }) => {
    const t = await getTranslations('Brand');
    if (command !== 'save') return t('incomplete');
    if (field === 'accent') return t('accentUnknown');
    return isText(field) ? t(`problem.${field}`, { max: MAX_NAME_LENGTH }) : t('incomplete');
  },
};
