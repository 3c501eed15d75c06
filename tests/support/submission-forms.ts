import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import type { Answers } from '@/lib/forms/field';
import { buildFormModel } from '@/lib/forms/form-model';
import { toInputValues } from '@/lib/forms/prefill';
import { readSchema } from '@/lib/lead-schema/schema';
import { submitLead } from '../../lib/submissions/submit';
import { english } from './english';
import type { TestPortal } from './portal';
import { ANSWERS } from './submissions';

const timeZone = 'Europe/Berlin';

/** A form as a browser would post it, rendered from the current schema. */
export async function newLeadPost(
  { database, portal }: { database: Database; portal: TestPortal },
  answers: Answers = ANSWERS,
  submissionId = newId('submission'),
) {
  const { schema } = await readSchema(database.db, { service: portal.service, now: new Date() });
  const model = buildFormModel({ schema, purpose: 'create', texts: english, locale: 'en' });
  const data = new FormData();
  data.set('submissionId', submissionId);
  data.set('version', schema.version);
  for (const [key, input] of Object.entries(toInputValues(model, answers, { timeZone }))) {
    for (const text of [input].flat()) data.append(key, text);
  }
  const keyOf = (id: string) => model.fields.find((field) => field.id === id)?.key ?? '';
  return { submissionId, data, keyOf };
}

/** Posts a form an hour later: the stored schema is too old to validate against. */
export function submitForm(
  { database, portal }: { database: Database; portal: TestPortal },
  {
    data,
    by,
    service = portal.service,
    rateLimitMessage,
  }: { data: FormData; by: Viewer; service?: TestPortal['service']; rateLimitMessage?: string },
) {
  const now = new Date(Date.now() + 3_600_000);
  const words = { t: english, locale: 'en', timeZone };
  return submitLead(database.db, by, { data, service, ...words, now, rateLimitMessage });
}
