import { describe, expect, it } from 'vitest';
import { type RefusalScope, ServiceError } from '@/lib/service/error';
import { failureOf, toServiceDown } from './health';

const answered = (kind: 'auth' | 'refused' | 'unavailable', status: number, scope?: RefusalScope) =>
  new ServiceError(kind, `answered ${status}`, { step: 'call', status, reached: 'no', scope });

describe('what people read about the portal', () => {
  it('is not spoilt by one record that this key may not see', () => {
    expect(failureOf(answered('auth', 403), { forbidden: 1 })).toBe('unclear');
    expect(failureOf(answered('auth', 403), { forbidden: 2 })).toBe('auth');
    expect(failureOf(answered('auth', 401), { forbidden: 0 })).toBe('auth');
  });

  it('is that it works while one lead is turned away again and again', () => {
    expect(failureOf(answered('auth', 403, 'call'), { forbidden: 7 })).toBeUndefined();
    expect(failureOf(answered('unavailable', 404, 'call'), { forbidden: 0 })).toBeUndefined();
  });

  it('says at once that the key is refused where the form is refused, too', () => {
    expect(failureOf(answered('auth', 403, 'service'), { forbidden: 1 })).toBe('auth');
  });

  it('is that it works where it answers, whatever it answers', () => {
    expect(failureOf(undefined, { forbidden: 0 })).toBeUndefined();
    expect(failureOf(answered('refused', 422), { forbidden: 0 })).toBeUndefined();
    expect(failureOf(answered('unavailable', 503), { forbidden: 0 })).toBe('unavailable');
  });

  it('says why, so that a refused key is not told as silence', () => {
    const failingSince = new Date('2026-03-02T09:00:00Z');
    const since = failingSince.toISOString();
    const health = { lastOkAt: null, failingSince };
    expect(toServiceDown({ ...health, failure: 'auth' })).toEqual({ since, cause: 'auth' });
    expect(toServiceDown({ ...health, failure: 'unavailable' })).toEqual({ since, cause: 'unavailable' });
    expect(toServiceDown({ lastOkAt: failingSince, failingSince: null, failure: null })).toBeUndefined();
  });
});
