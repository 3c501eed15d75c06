import { describe, expect, it } from 'vitest';
import type { Route } from '@/sandbox/model';
import { judgePace } from './pace';
import { summarise } from './verdict';

const T = Date.UTC(2026, 0, 1);
const call = (after: number, route: Route, status = 200) => ({
  seq: after,
  route,
  status,
  at: new Date(T + after).toISOString(),
  ...(status === 429 && { retryAfter: '1' }),
});
const span = (from: number, to: number) => ({ from: T + from, to: T + to });
type Facts = Parameters<typeof judgePace>[0];
const judge = (calls: Facts['calls'], rest: Partial<Facts> = {}) => judgePace({ calls, ...rest });

describe('I4, never before Retry-After', () => {
  it('holds when calls wait until the Retry-After is over', () => {
    const verdict = judge([call(0, 'create', 429), call(1_001, 'create'), call(1_002, 'patch')]);
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe(
      'I4 never before Retry-After: 3 calls, 1 429s, 1 rests asked for, 1 rests judged, 0 too early, 0 too fast',
    );
  });

  it('lets calls arrive that were in flight at the refusal', () => {
    expect(judge([call(0, 'create', 429), call(300, 'create')]).violations).toEqual([]);
    expect(judge([call(0, 'create', 429), { ...call(600, 'create'), ms: 500 }]).violations).toEqual([]);
  });

  it('lets the other classes continue', () => {
    expect(judge([call(0, 'list', 429), call(600, 'create'), call(700, 'read')]).violations).toEqual([]);
  });

  it('requires no wait that the service did not name', () => {
    const unnamed = { ...call(0, 'create', 429), retryAfter: undefined };
    expect(judge([unnamed, call(600, 'create')]).counts).toMatchObject({ 'rests judged': 0 });
  });

  it.each<Route>(['create', 'patch', 'read', 'list'])('finds a %s that did not wait', (route) => {
    expect(judge([call(0, route, 429), call(600, route)]).violations).toEqual([
      `${route} 600 at 2026-01-01T00:00:00.600Z, during the rest until 2026-01-01T00:00:01.000Z`,
    ]);
  });

  it('finds a change that ignored the Retry-After of a create', () => {
    expect(judge([call(0, 'create', 429), call(600, 'patch')]).violations).toHaveLength(1);
  });

  it('checks nothing while connections are slow or a process is frozen', () => {
    const calls = [call(0, 'create', 429), call(600, 'create')];
    expect(judge(calls, { blurred: [span(-500, 100)] }).counts).toMatchObject({ 'rests judged': 0 });
    expect(judge(calls, { blurred: [span(-500, -100)] }).violations).toHaveLength(1);
  });

  it('treats the reads of an edit as urgent as creates', () => {
    const calls = [call(0, 'read', 429), call(600, 'read')];
    expect(judge(calls, { edits: [span(500, 700)] }).violations).toEqual([]);
  });

  it('finds a flood', () => {
    const flood = Array.from({ length: 402 }, (_, index) => call(index, 'read'));
    expect(judge(flood).counts).toMatchObject({ 'too fast': 2 });
  });
});
