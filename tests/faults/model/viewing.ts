import { DEMO } from '@/sandbox/demo';
import { readable } from '../../support/desk/html';
import { fillEdit } from './edit-form';
import { count } from './journal';
import type { CommandOf, PersonName } from './plan';
import { readEditResponse, readLeadPage } from './read-page';
import { type Run, visitor } from './run';

/** Opens the page of a submission that was called saved, as the person who submitted it. */
export async function viewSubmission(run: Run, command: CommandOf<'view-submission'>): Promise<void> {
  const { saved } = run.journal;
  const picked = saved[command.pick % Math.max(1, saved.length)];
  if (!picked) return count(run.journal, 'view-submission: none yet');
  const { submissionId, marker, person } = picked;
  const from = Date.now();
  const page = await visitor(run, { person, web: command.web })
    .submission(submissionId)
    .catch(() => undefined);
  const shown = page?.status === 404 ? ('missing' as const) : page?.state;
  if (!shown) return count(run.journal, `view-submission: answered ${page?.status ?? 'nothing'}`);
  count(run.journal, `view-submission: shown as ${shown}`);
  const seen = { submissionId, marker, from, to: Date.now(), shown };
  run.journal.sightings.push({ ...seen, ...(page?.leadId && { leadId: page.leadId }) });
}

/** Opens the page of a lead that the person may see. */
export async function viewLead(run: Run, { person, web, pick }: CommandOf<'view-lead'>): Promise<void> {
  const leadId = await pickLead(run, { person, pick });
  if (!leadId) return count(run.journal, 'view-lead: none yet');
  const from = Date.now();
  const page = await visitor(run, { person, web })
    .page(`/leads/${leadId}`)
    .catch(() => undefined);
  const read = page?.status === 200 ? readLeadPage(page.html) : undefined;
  const shown = page?.status === 404 ? ({ shown: 'missing' } as const) : read;
  if (!shown) return count(run.journal, `view-lead: answered ${page?.status ?? 'nothing'}`);
  count(run.journal, `view-lead: shown as ${shown.shown}`);
  run.journal.viewings.push({ leadId, from, to: Date.now(), ...shown });
}

/** Changes the deal value of a lead that the person may see, through its edit form. */
export async function editLead(run: Run, command: CommandOf<'agent-edit'>): Promise<void> {
  const { person, web, pick, value } = command;
  const leadId = await pickLead(run, { person, pick });
  if (!leadId) return count(run.journal, 'agent-edit: none yet');
  const { browser } = visitor(run, { person, web });
  const form = await fillEdit(browser, { leadId, value }).catch(() => undefined);
  if (!form) return count(run.journal, 'agent-edit: no form to be had');
  const from = Date.now();
  const page = await browser.post(form.path, form.data).catch(() => undefined);
  const answer = page
    ? readEditResponse({ leadId, status: page.status, path: page.path, text: readable(page.text) })
    : 'unclear';
  count(run.journal, `agent-edit: ${answer}`);
  run.journal.edits.push({ leadId, value, answer, from, to: Date.now() });
}

/** One of the leads in the portal that this person may see here: a manager all of the organization's. */
async function pickLead({ desk }: Run, { person, pick }: { person: PersonName; pick: number }) {
  const organization = DEMO.organizations.find(({ agents }) => agents.some(({ name }) => name === person));
  const agent = organization?.agents.find(({ name }) => name === person);
  const isManager = person === 'Ines Carvalho';
  const leads = (await desk.vendor.listLeads()).filter(
    (lead) => lead.partnerOrganizationId === organization?.id && (isManager || lead.agentId === agent?.id),
  );
  return leads[pick % Math.max(1, leads.length)]?.id;
}
