import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { postedId } from '@/lib/http/read-post';
import type { CommandInput } from '../admin-action';

const receiptsSchema = z.object({ command: z.literal('replace'), seen: postedId });

/** A command on the receipts page: replace the signing key that the page showed. */
export type ReceiptsCommand = z.infer<typeof receiptsSchema>;

/** How the receipts page parses posts. */
export const receiptsInput: CommandInput<ReceiptsCommand> = {
  schema: receiptsSchema,
  explain: async () => (await getTranslations('Action'))('failed'),
};
