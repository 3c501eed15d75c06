'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireAdmin } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { hideMarker } from '@/lib/connection/create-client';
import { env } from '@/lib/core/env';
import { MAX_ANSWER_FILE_BYTES } from '@/lib/core/file-limits';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { ServiceError } from '@/lib/service/error';
import { type PreviewView, toPreviewView } from './_parts/preview-view';
import { previewFormChange } from './preview-form-change';
import {
  isAnswerTooLong,
  MAX_ANSWER_UNITS,
  type PostedSchema,
  readPostedSchema,
  type SchemaFault,
} from './read-posted-schema';

/** Without a file, browsers send an empty one, or an empty text. */
const postSchema = z.object({
  from: z.enum(['answer', 'portal']).catch('answer'),
  answer: z.string().catch(''),
  file: z.union([z.instanceof(File), z.literal('')]).optional(),
});

type Posted = PostedSchema | { fault: SchemaFault | 'too-large' | 'no-portal' | 'no-form' };

/** Each line break of the text may count twice; the rest is for the names and other fields of the form. */
const MAX_POSTED_UNITS = 2 * MAX_ANSWER_UNITS + 10_000;

/** Says what a changed form would mean. Stores nothing, and asks the portal only for its form. */
export async function previewAction(_before: PreviewView | undefined, data: FormData): Promise<PreviewView> {
  const by = await requireAdmin('/admin/fields/preview');
  const t = await getTranslations('FormPreview');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.formPreviews, subject: by.personId });
  if (busy !== undefined) return { tone: 'warn', title: busy, parts: [], typed: '' };
  const post = readPost(data, postSchema, MAX_POSTED_UNITS);
  if (!post.ok) {
    const fault = post.problem.fault === 'too-long' ? 'too-large' : 'not-schema';
    return { tone: 'bad', title: t(`fault.${fault}`), parts: [], typed: '' };
  }
  const { from, answer, file } = post.input;
  const posted = from === 'portal' ? await askPortal() : await readAnswer(answer, file);
  const task = { texts: await getTranslations('Form'), locale: await getLocale(), timeZone: 'UTC' };
  const found =
    'schema' in posted
      ? ((await previewFormChange(db, { ...task, schema: posted.schema })) ?? { fault: 'no-form' as const })
      : posted;
  return 'fault' in found
    ? { tone: 'bad', title: t(`fault.${found.fault}`), parts: [], typed: answer }
    : toPreviewView(found, answer);
}

/** A chosen file counts in place of the text. Without the field that this desk fills in, as the portal's own answers. */
async function readAnswer(answer: string, file: File | '' | undefined): Promise<Posted> {
  const chosen = file instanceof File && file.size > 0 ? file : undefined;
  const isTooLarge = chosen ? chosen.size > MAX_ANSWER_FILE_BYTES : isAnswerTooLong(answer);
  if (isTooLarge) return { fault: 'too-large' };
  const posted = readPostedSchema(chosen ? await chosen.text() : answer);
  return 'fault' in posted ? posted : { schema: hideMarker(posted.schema, env().SERVICE_MARKER_FIELD) };
}

async function askPortal(): Promise<Posted> {
  try {
    const service = await getServiceClient();
    return { schema: await service.readSchema() };
  } catch (error) {
    if (error instanceof ServiceError) return { fault: 'no-portal' };
    throw error;
  }
}
