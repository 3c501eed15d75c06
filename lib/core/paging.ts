import 'server-only';

const PAGE_ROWS = 25;

/** One page of a list that an admin searches rather than reads to the end. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Limit and offset of a page. */
export function pageOf(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
}

export function toPage<Row>(rows: Row[], { page, total }: { page: number; total: number }): Page<Row> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / PAGE_ROWS)), total };
}

/** A pattern that matches `text` anywhere and literally, with wildcards of `like` escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
