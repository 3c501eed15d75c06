import { describe, expect, it } from 'vitest';
import { readPost } from '@/lib/http/read-post';
import { webhooksSchema } from './command';

function recheck(lead: string) {
  const data = new FormData();
  data.set('command', 'recheck');
  data.set('lead', lead);
  return readPost(data, webhooksSchema);
}

describe('the number of a lead to refetch', () => {
  it.each(['66b0c4d2e8f1a35790d4c6b2', ' 66b0c4d2e8f1a35790d4c6b2 ', 'lead_1', 'A-1.b:2~c'])('%j', (lead) => {
    expect(recheck(lead)).toEqual({ ok: true, input: { command: 'recheck', lead: lead.trim() } });
  });

  it.each([
    ...['', 'Ada Lovelace', 'ada@partner.example', '=1+1', '../leads', '..', 'a/b', 'a?b', '%00', 'a\0', 'é'],
    'a'.repeat(101),
  ])('%j is invalid, and is not requested', (lead) => {
    expect(recheck(lead)).toMatchObject({ ok: false, problem: { field: 'lead' } });
  });
});
