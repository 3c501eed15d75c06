import type { Faults } from '../controls';
import type { Lead } from '../model';

/** What a proxy in front of a service says with status 200. */
export const LYING_PAGE = '<html><body><h1>We will be right back</h1></body></html>';

/** The leads that the list admits to. */
export function listedLeads(leads: readonly Lead[], lie: Faults['listLie']): readonly Lead[] {
  if (lie === 'empty') return [];
  if (lie === 'half') return leads.filter((_, index) => index % 2 === 0);
  return leads;
}
