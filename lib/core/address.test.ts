import { describe, expect, it } from 'vitest';
import { agentAddress, decodeSegment, pageAddress, queryAddress } from './address';

describe('an address', () => {
  it('leaves out empty values, and keeps the order', () => {
    expect(queryAddress('/a', { z: 'last', q: '', page: undefined, n: 0 })).toBe('/a?z=last&n=0');
    expect(queryAddress('/a', { q: '' })).toBe('/a');
  });

  it('escapes special characters', () => {
    expect(queryAddress('/a', { q: 'a&b=c #d' })).toBe('/a?q=a%26b%3Dc+%23d');
  });

  it('of a first page has no number', () => {
    expect(pageAddress('/a', { q: 'x' }, 1)).toBe('/a?q=x');
    expect(pageAddress('/a', { q: 'x' }, 2)).toBe('/a?q=x&page=2');
  });

  it('of an agent accepts any ids', () => {
    expect(agentAddress({ organizationId: 'o&1', agentId: 'a' })).toBe(
      '/admin/people/agent?organization=o%261&agent=a',
    );
  });
});

describe('a segment of an address', () => {
  it.each(['lead:9b1f~3', 'a/b', '50%', 'ä ö', '%2f'])('names %j after encoding', (id) => {
    expect(decodeSegment(encodeURIComponent(id))).toBe(id);
  });

  it.each(['%E4%', '%00', 'a%00b'])('that names no text stays as it is: %s', (segment) => {
    expect(decodeSegment(segment)).toBe(segment);
  });
});
