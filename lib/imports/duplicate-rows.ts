import 'server-only';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import type { ROW_MATCHED_BY } from '@/lib/db/schema/imports';
import { findRowsWithKeys } from '@/lib/duplicates/find-keys';
import { type Contact, type MatchedBy, toSearchKeys } from '@/lib/match-keys/keys';
import { regionsOfReader } from '@/lib/match-keys/phone';
import { findSent } from './sent-keys';

/** A valid row, and how its person or company is reached. */
export type SearchedRow = { position: number; digest: string; contact: Contact };

export type RowMatchedBy = (typeof ROW_MATCHED_BY)[number];

/** The surest first. A domain alone is the company again, which its name says better. */
const BY = ['email', 'phone', 'company'] as const satisfies MatchedBy[];

/** By what each of these rows is known to the viewer's organization already, by position. */
export async function findDuplicateRows(
  db: Db,
  viewer: Actor,
  { rows, importId, locale }: { rows: readonly SearchedRow[]; importId: string; locale: string },
): Promise<Map<number, RowMatchedBy>> {
  const regions = regionsOfReader({ acceptLanguage: null, locale });
  const keys = rows.map(({ contact }) => toSearchKeys(contact, { regions }));
  const searched = { email: [], phone: [], domain: [], company: [] } as Record<MatchedBy, string[]>;
  for (const by of BY) searched[by] = [...new Set(keys.flatMap((of) => of[by]))];
  const found = new Set(
    (await findRowsWithKeys(db, viewer, { searched })).map(({ matched, key }) => `${matched} ${key}`),
  );
  const sent = await findSent(db, viewer, { digests: rows.map(({ digest }) => digest), importId });
  return new Map(
    rows.flatMap(({ position, digest }, index): [number, RowMatchedBy][] => {
      if (sent.has(digest)) return [[position, 'sent']];
      const by = BY.find((one) => keys[index]?.[one].some((key) => found.has(`${one} ${key}`)));
      return by ? [[position, by]] : [];
    }),
  );
}
