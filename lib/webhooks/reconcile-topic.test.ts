import { describe, expect, it } from 'vitest';
import { type ActiveReceiver, reconcileTopic } from './reconcile-topic';

const NOW = new Date('2026-03-02T09:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

function address(id: string, row: Partial<ActiveReceiver> = {}): ActiveReceiver {
  const replaces = id === 'new' ? 'old' : null;
  const createdAt = hoursAgo(id === 'new' ? 2 : 100);
  return { id, isWhole: true, replaces, lastDeliveryAt: null, createdAt, ...row };
}

function judge(...standing: ActiveReceiver[]) {
  const { keep, make, retire } = reconcileTopic(standing, NOW);
  return {
    keep: keep.map(({ id }) => id),
    ...(make && { make: make.replaces }),
    ...(retire && { retire: `${retire.row.id} ${retire.outcome}` }),
  };
}

describe('the plan for a topic’s addresses', () => {
  it('one that is whole stays, and if there is none, one is created', () => {
    expect(judge(address('old'))).toEqual({ keep: ['old'] });
    expect(judge()).toEqual({ keep: [], make: null });
    expect(judge(address('old', { isWhole: false }))).toEqual({ keep: [], make: null });
  });

  it('a rotation keeps both until the new one has received a delivery', () => {
    expect(judge(address('old'), address('new'))).toEqual({ keep: ['old', 'new'] });
    const proven = address('new', { lastDeliveryAt: hoursAgo(0) });
    expect(judge(address('old'), proven)).toEqual({ keep: ['new'], retire: 'old finished' });
  });

  it('a rotation that has only its address yet gets its subscription, and the old one stays', () => {
    const born = address('new', { isWhole: false });
    expect(judge(address('old'), born)).toEqual({ keep: ['old'], make: 'old' });
  });

  it('a rotation whose old address broke continues with the new one alone', () => {
    expect(judge(address('old', { isWhole: false }), address('new'))).toEqual({ keep: ['new'] });
  });

  it('a rotation in which nothing is whole creates one address anew', () => {
    const broken = { isWhole: false };
    expect(judge(address('old', broken), address('new', broken))).toEqual({ keep: [], make: null });
  });

  it('a rotation ends after a day without any delivery', () => {
    const new_ = address('new', { createdAt: hoursAgo(24) });
    expect(judge(address('old'), new_)).toEqual({ keep: ['new'], retire: 'old finished' });
  });

  it('a rotation is undone if for a day only the old address received deliveries', () => {
    const old = address('old', { lastDeliveryAt: hoursAgo(1) });
    const deaf = address('new', { createdAt: hoursAgo(24) });
    expect(judge(old, deaf)).toEqual({ keep: ['old'], retire: 'new undone' });
  });

  it('of two that do not belong together, the newer one stays', () => {
    expect(judge(address('old'), address('other', { createdAt: hoursAgo(1) }))).toEqual({ keep: ['other'] });
  });
});
