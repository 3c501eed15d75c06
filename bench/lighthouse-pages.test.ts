import { expect, it } from 'vitest';
import { readRoutes } from '@/tests/support/app-routes';
import { MEASURED_PAGES, UNMEASURED_ROUTES } from './lighthouse-pages';

it('Lighthouse measures every page of the desk', () => {
  const listed = [...MEASURED_PAGES.map(({ route }) => route), ...Object.keys(UNMEASURED_ROUTES)];
  expect([...new Set(listed)].sort()).toEqual(readRoutes().pages.sort());
});

it('Lighthouse measures each page once for each person', () => {
  const names = MEASURED_PAGES.map(({ route, person }) => `${route} ${person}`);
  expect(new Set(names).size).toBe(names.length);
});
