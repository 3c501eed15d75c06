import { toStatusWord } from '@/lib/core/status-labels';
import { count } from './journal';
import type { CommandOf } from './plan';
import type { Run } from './run';

/** The vendor's actions in the portal, one after the other, so that their order is known. */
export function vendorMoves() {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(move: () => Promise<Result>): Promise<Result> => {
    const moved = turn.then(move);
    turn = moved.catch(() => {});
    return moved;
  };
  return {
    create: (run: Run, { number }: CommandOf<'vendor-create'>) => inTurn(() => create(run, number)),
    edit: (run: Run, command: CommandOf<'vendor-edit'>) => inTurn(() => edit(run, command)),
    remove: (run: Run, { pick }: CommandOf<'vendor-delete'>) => inTurn(() => remove(run, pick)),
  };
}

async function create({ desk, markers, journal }: Run, number: number): Promise<void> {
  const from = Date.now();
  const lastName = markers.vendorLead(number);
  const lead = await desk.vendor.createLead({
    lastName,
    email: `${lastName}@example.com`,
    platform: 'web-store',
    customFields: { companyName: 'Alder Logistics' },
  });
  journal.changes.push({ leadId: lead.id, status: shownAs(lead.status), from, to: Date.now() });
  count(journal, 'vendor-create');
}

/** Several changes of one lead without a pause: with times in whole seconds they are indistinguishable. */
async function edit(
  { desk, journal }: Run,
  { pick, times, status }: CommandOf<'vendor-edit'>,
): Promise<void> {
  const leads = await desk.vendor.listLeads();
  const lead = leads[pick % Math.max(1, leads.length)];
  if (!lead) return;
  for (let time = 1; time <= times; time += 1) {
    const from = Date.now();
    const next = `step ${status}.${time}`;
    await desk.vendor.changeLead(lead.id, { status: next, customFields: { nextStep: next } });
    journal.changes.push({ leadId: lead.id, status: shownAs(next), from, to: Date.now() });
  }
  count(journal, times > 1 ? 'vendor-edit: several at once' : 'vendor-edit');
}

/**
 * Deletes a lead that no unclear submission may have created: one deleted before it is found cannot be
 * distinguished from one that never arrived.
 */
async function remove({ desk, journal, markers }: Run, pick: number): Promise<void> {
  const known = new Set(journal.sightings.flatMap(({ leadId }) => leadId ?? []));
  const leads = (await desk.vendor.listLeads()).filter(
    ({ id, lastName }) => known.has(id) || !markers.isAgentLead(lastName),
  );
  const lead = leads[pick % Math.max(1, leads.length)];
  if (!lead) return;
  journal.deletions.push({ leadId: lead.id, from: Date.now() });
  await desk.vendor.deleteLead(lead.id);
  count(journal, 'vendor-delete');
}

/** Has a validly signed delivery without meaning sent. */
export async function sendPoison({ desk, journal }: Run, { number }: CommandOf<'poison'>): Promise<void> {
  const body = `{"id":"poison-${number}\\u0000","topic":`;
  await desk.vendor.sendRaw('lead/update', body);
  count(journal, 'poison');
}

/** A status as a page shows it. */
export const shownAs = (status: string) => toStatusWord(status, new Map()).label;
