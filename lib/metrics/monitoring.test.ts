import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDatabaseMetrics, metrics } from '@/lib/core/metrics';

const LISTED = [metrics(), makeDatabaseMetrics()].flatMap(({ registry }) =>
  registry.getMetricsAsArray().map(({ name }) => name),
);

const textOf = (name: string) => readFileSync(`docs/monitoring/${name}`, 'utf8');
const namesIn = (text: string) => [
  ...new Set(
    [...text.matchAll(/\bdesk_\w+/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
    ),
  ),
];

it('the alerts name only metrics that exist', () => {
  const names = namesIn(textOf('alerts.yml'));
  expect(names.length).toBeGreaterThanOrEqual(7);
  expect(LISTED).toEqual(expect.arrayContaining(names));
});

it('the dashboard shows every metric, and no other', () => {
  const { panels } = JSON.parse(textOf('dashboard.json'));
  expect(panels).toHaveLength(8);
  expect(namesIn(JSON.stringify(panels)).sort()).toEqual([...LISTED].sort());
});
