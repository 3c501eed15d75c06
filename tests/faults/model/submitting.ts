import type { Submitted } from '../../support/desk/agent';
import { leadNamed, openLeadForm } from '../../support/desk/lead-form';
import { count } from './journal';
import type { CommandOf, PersonName } from './plan';
import { type Run, visitor } from './run';

/**
 * Submits a lead, on one web process or on both in parallel; without a response the person presses the button
 * once more, on the other one. All posts use one form, as after a double click or going back.
 */
export async function submit(run: Run, command: CommandOf<'submit'>): Promise<void> {
  const { person, web, number, copies } = command;
  const marker = run.markers.agentLead(number);
  const form = await openForm(run, { person, web, marker });
  if (!form) return count(run.journal, 'submit: no form to be had');
  const press = async (which: number) => {
    const from = Date.now();
    const submitted = await visitor(run, { person, web: which }).submit({}, form);
    note(run, { submitted, marker, person, from });
    return submitted.state;
  };
  const seen = await Promise.all([press(web), ...(copies === 2 ? [press(1 - web)] : [])]);
  if (seen.every((state) => state === undefined)) await press(1 - web);
}

type Opening = { person: PersonName; web: number; marker: string };

/** The form to be posted, from any web process that returns one. */
async function openForm(run: Run, { person, web, marker }: Opening): Promise<Submitted | undefined> {
  for (const which of [web, 1 - web]) {
    const form = await openLeadForm(visitor(run, { person, web: which }).browser).catch(() => undefined);
    if (!form) continue;
    const { submissionId, data } = form;
    return { submissionId, data: data(leadNamed(marker)), status: 0, heading: '', state: undefined };
  }
  return undefined;
}

type Press = { submitted: Submitted; marker: string; person: PersonName; from: number };

function note({ journal }: Run, { submitted, marker, person, from }: Press): void {
  const { submissionId, state, status, heading } = submitted;
  if (!state) {
    count(journal, status === 0 ? 'submit: no answer' : `submit: answered ${status}`);
    if (status === 200) journal.surprises.push(`the form for ${marker} came back: ${heading}`);
    return;
  }
  count(journal, `submit: shown as ${state}`);
  journal.saved.push({ submissionId, marker, person });
  journal.sightings.push({ submissionId, marker, from, to: Date.now(), shown: state });
}
