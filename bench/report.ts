/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const half = values.length / 2;
  return (nth(values, Math.ceil(half)) + nth(values, Math.floor(half) + 1)) / 2;
}

/** The value that nine of ten values do not exceed. */
export function p90(values: readonly number[]): number {
  return nth(values, Math.ceil(values.length * 0.9));
}

/** The nth smallest value, counted from 1. */
function nth(values: readonly number[], n: number): number {
  const value = values.toSorted((one, other) => one - other)[n - 1];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

/** The result of a measurement: `within` says whether it is within its limit. */
export type Figure = {
  name: string;
  measured: number;
  limit: number;
  unit: 'ms' | 'kB' | 'MB' | 'commits' | 'times';
};

/** Prints figures as a table and says whether all of them are within their limits. */
export function report(figures: readonly Figure[]): boolean {
  const rows = figures.map(({ name, measured, limit, unit }) => [
    name,
    `${digits(measured, unit)} ${unit}`,
    `${digits(limit, unit)} ${unit}`,
    limit === 0 ? '' : (measured / limit).toFixed(2),
    measured <= limit ? 'ok' : 'OVER',
  ]);
  printTable([['what', 'measured', 'at most', 'ratio', ''], ...rows]);
  return figures.every(({ measured, limit }) => measured <= limit);
}

/** Prints rows with their columns lined up: words to the left, numbers to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`.trimEnd());
  }
}

function digits(value: number, unit: Figure['unit']): string {
  return value.toFixed({ ms: 0, kB: 1, MB: 0, commits: 0, times: 2 }[unit]);
}
