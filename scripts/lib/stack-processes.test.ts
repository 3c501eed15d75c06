import { expect, it, onTestFinished } from 'vitest';
import { parseEnv, SETTINGS } from '@/lib/core/env';
import { demoSettings } from './stack-processes';

const DESK = { appUrl: 'http://localhost:1', appSecret: 's'.repeat(32), serviceUrl: 'http://localhost:2' };

it('the demo inherits no setting of a real desk, nor a file that holds one', () => {
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
  });
  for (const name of SETTINGS) {
    process.env[name] = 'of the real desk';
    process.env[`${name}_FILE`] = '/of/the/real/desk';
  }
  const settings = { ...demoSettings(DESK), LOG_LEVEL: '' };
  expect(Object.values(settings).filter((value) => /of.the.real.desk/.test(value ?? ''))).toEqual([]);
  // A `.env` file fills only variables that are not set.
  expect(SETTINGS.flatMap((name) => [name, `${name}_FILE`]).filter((name) => !(name in settings))).toEqual(
    [],
  );
  expect(parseEnv(settings)).not.toHaveProperty('DATABASE_URL');
});
