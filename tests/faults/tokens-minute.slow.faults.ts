import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Desk } from '../support/desk/desk';
import { expectNobodyWaits, type ShortTokens, startAtShortTokens } from './service/short-tokens';

describe('two processes that share tokens of nearly a minute whose expiry is answered with 403', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startAtShortTokens();
  });
  afterAll(() => desk.stop());

  it.each<ShortTokens>([
    { tokenSeconds: 45, seconds: 100, expiresIn: 'number' },
    { tokenSeconds: 45, seconds: 100, expiresIn: 'absent' },
  ])(
    'keep no lead waiting and never say that the portal is away: %j',
    (tokens) => expectNobodyWaits(desk, tokens),
    180_000,
  );
});
