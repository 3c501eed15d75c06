import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { LabelOf } from '@/lib/leads/changed-fields';
import { findSchema } from './schema';

/** The labels of the schema in force, for entries of the timeline: they are kept as they were at the time. */
export async function getLabels(db: Db): Promise<LabelOf> {
  const known = await findSchema(db);
  const labels = new Map(known?.schema.fields.map((field) => [field.id, field.label]));
  return (fieldId) => labels.get(fieldId) ?? fieldId;
}
