import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST } from './longest-first';

it.each(LONGEST)('%s is there to be started first', (file) => {
  expect(existsSync(file)).toBe(true);
});
