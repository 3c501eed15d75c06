import 'server-only';
import { z } from 'zod';
import { isId } from '@/lib/core/ids';
import { postedText } from '@/lib/http/read-post';

const form = postedText(100);
const view = z.string().refine((id) => isId('view', id));
/** Longer than any name that is taken, so that too long a one is answered in words. */
const name = postedText(5_000);
const shared = z.literal('on').optional();

/** What the page of saved views posts. The filters of a view to be saved are posted with it, as in its address. */
export const viewCommand = z.discriminatedUnion('command', [
  z.looseObject({ command: z.literal('save'), form, name, shared, replaces: postedText(500).optional() }),
  z.looseObject({ command: z.literal('change'), form, view, name, shared }),
  z.looseObject({ command: z.literal('delete'), view }),
]);

export type ViewCommand = z.infer<typeof viewCommand>;
