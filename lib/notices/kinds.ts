import { ENTRY_KINDS, type NoticeKind } from '@/lib/db/schema/notices';

/** True for what is an entry in the history of a lead. */
export function isEntryKind(kind: NoticeKind): kind is (typeof ENTRY_KINDS)[number] {
  return ENTRY_KINDS.some((one) => one === kind);
}
