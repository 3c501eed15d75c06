import { describe, expect, it } from 'vitest';
import messages from '@/messages/en.json';
import { readEditResponse, readLeadPage } from './read-page';

const page = (badge: string) =>
  `<p><span class="b"><svg></svg><span dir="auto" class="c">${badge}</span></span><span class="d">since <time></time></span></p>
   <script>self.__next_f.push([1,"{\\"freshness\\":{\\"readAt\\":\\"2026-01-01T00:00:22.000Z\\",\\"locale\\":\\"en\\",\\"confirmed\\":{\\"text\\":\\"Confirmed 2 sec ago\\",\\"seconds\\":2.25}}}"])</script>`;

describe('a lead’s page', () => {
  it('shows the status, and when the portal last confirmed it', () => {
    expect(readLeadPage(page('Pending'))).toEqual({
      shown: 'status',
      status: 'Pending',
      confirmedAt: Date.UTC(2026, 0, 1, 0, 0, 19, 750),
    });
  });

  it('shows a status that this desk has no name for', () => {
    const unmapped = page('step 7').replace(
      '<span class="d">',
      '<span class="m">(<!-- -->unmapped<!-- -->)</span>$&',
    );
    expect(readLeadPage(unmapped)).toMatchObject({ status: 'step 7' });
  });

  it('says that the lead was deleted', () => {
    expect(readLeadPage(`<h2>${messages.Lead.deletedTitle}</h2>${page('Won')}`)).toEqual({
      shown: 'deleted',
    });
  });

  it('is undefined if something went wrong', () => {
    expect(readLeadPage('<h1>Something went wrong</h1>')).toBeUndefined();
  });
});

describe('the page after an edit', () => {
  const answer = (path: string, text = '', status = 200) =>
    readEditResponse({ leadId: 'l1', status, path, text });

  it('counts as saved when it returns to the lead, whatever is shown there', () => {
    expect(answer('/leads/l1')).toBe('saved');
    expect(answer('/leads/l1', '', 503)).toBe('saved');
  });

  it('says that it is not saved', () => {
    expect(answer('/leads/l1/edit', messages.Edit.unreachable)).toBe('not-saved');
    expect(answer('/leads/l1/edit', messages.Edit.gone)).toBe('not-saved');
  });

  it('says that it is unclear', () => {
    expect(answer('/leads/l1/edit', messages.Edit.unconfirmed)).toBe('unclear');
    expect(answer('/leads/l1/edit', '', 503)).toBe('unclear');
    expect(answer('/signin', '', 503)).toBe('unclear');
  });

  it('asks another question first', () => {
    expect(answer('/leads/l1/edit', 'Somebody else changed this')).toBe('other');
  });
});
