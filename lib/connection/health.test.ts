import { describe, expect, it } from 'vitest';
import { type RefusalScope, ServiceError } from '@/lib/service/error';
import { failureOf, toServiceDown } from './health';

const answered = (kind: 'auth' | 'refused' | 'unavailable', status: number, scope?: RefusalScope) =>
  new ServiceError(kind, `answered ${status}`, { step: 'call', status, reached: 'no', scope });

describe('the reported health of the portal', () => {
  it('is not affected by one record that this key may not read', () => {
    expect(failureOf(answered('auth', 403), { forbidden: 1 })).toBe('unclear');
    expect(failureOf(answered('auth', 403), { forbidden: 2 })).toBe('auth');
    expect(failureOf(answered('auth', 401), { forbidden: 0 })).toBe('auth');
  });

  it('is good while one lead is rejected again and again', () => {
    expect(failureOf(answered('auth', 403, 'call'), { forbidden: 7 })).toBeUndefined();
    expect(failureOf(answered('unavailable', 404, 'call'), { forbidden: 0 })).toBeUndefined();
  });

  it('reports a refused key immediately if the form is refused, too', () => {
    expect(failureOf(answered('auth', 403, 'service'), { forbidden: 1 })).toBe('auth');
  });

  it('is good if the portal answers, whatever the response', () => {
    expect(failureOf(undefined, { forbidden: 0 })).toBeUndefined();
    expect(failureOf(answered('refused', 422), { forbidden: 0 })).toBeUndefined();
    expect(failureOf(answered('unavailable', 503), { forbidden: 0 })).toBe('unavailable');
  });

  it('has a cause, so that a refused key is not reported as an outage', () => {
    const failingSince = new Date('2026-03-02T09:00:00Z');
    const since = failingSince.toISOString();
    const health = { lastOkAt: null, failingSince };
    expect(toServiceDown({ ...health, failure: 'auth' })).toEqual({ since, cause: 'auth' });
    expect(toServiceDown({ ...health, failure: 'unavailable' })).toEqual({ since, cause: 'unavailable' });
    expect(toServiceDown({ lastOkAt: failingSince, failingSince: null, failure: null })).toBeUndefined();
  });
});
