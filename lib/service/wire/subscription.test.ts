import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { readNewSubscription, readSubscriptions } from './subscription';

const one = { id: 's1', topic: 'lead/create', url: 'https://desk.example/api/webhooks/x' };

describe('subscriptions', () => {
  it.each([
    [{ status: 200, data: [one] }],
    [[one]],
    [{ subscriptions: [one] }],
    [{ data: { subscriptions: [one] } }],
  ])('are listed in %j', (body) => {
    expect(readSubscriptions({ body })).toEqual({ subscriptions: [one], unreadable: 0 });
  });

  it('never carry a secret in a list', () => {
    expect(JSON.stringify(readSubscriptions({ body: [{ ...one, signingSecret: 'hush' }] }))).not.toContain(
      'hush',
    );
  });

  it('that cannot be read are counted', () => {
    expect(readSubscriptions({ body: [one, {}, { id: 's2' }] })).toMatchObject({ unreadable: 2 });
    expect(readSubscriptions({ body: [] })).toMatchObject({ subscriptions: [] });
  });

  it('of which none can be read are no empty list', () => {
    for (const body of [[{ id: 's1', topic: 'lead/create' }], { data: [{ id: 's1', callbackUrl: one.url }] }])
      expect(() => readSubscriptions({ body })).toThrow(ServiceError);
  });

  it.each([[{ status: 201, data: { ...one, signingSecret: 'hush' } }], [{ ...one, signingSecret: 'hush' }]])(
    'carry their secret when new',
    (body) => {
      expect(readNewSubscription(body)).toEqual({ ...one, signingSecret: 'hush' });
    },
  );

  it('without a secret are rejected, because their deliveries could not be verified', () => {
    for (const body of [{ data: one }, { data: { ...one, signingSecret: '' } }, null, []]) {
      expect(() => readNewSubscription(body)).toThrow(ServiceError);
    }
  });

  it('of any shape throw only ServiceError', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        for (const read of [(one: unknown) => readSubscriptions({ body: one }), readNewSubscription]) {
          try {
            read(body);
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error;
          }
        }
      }),
    );
  });
});
