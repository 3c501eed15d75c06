import 'server-only';

const PAGE_ROWS = 25;

/** One page of a list that an admin searches: they look for somebody, nobody reads to the end. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** The part of a query that its page needs. */
export function pageOf(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
}

export function toPage<Row>(rows: Row[], { page, total }: { page: number; total: number }): Page<Row> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / PAGE_ROWS)), total };
}

/** A pattern that finds `text` anywhere, and only it: what `like` gives a meaning means itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
