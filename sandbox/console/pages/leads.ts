import type { Context } from 'hono';
import type { Sandbox } from '../../sandbox';
import { ConsoleError } from '../../vendor/error';
import { requireVendorLead, vendorCreate, vendorDelete, vendorUpdate } from '../../vendor/leads';
import type { Pages } from '../routes';
import { leadPage, newLeadPage } from '../views/lead';
import { type Draft, inputName, readInput } from '../views/lead-inputs';
import { leadsPage } from '../views/leads';
import { textOf, textsOf } from './form-data';

/** Leads as the vendor sees them: find, open, change, delete, create. */
export function addLeadPages(app: Pages, sandbox: Sandbox): void {
  const find = (c: Context) => requireVendorLead(sandbox, c.req.param('id') ?? '');
  app.get('/console', (c) => {
    const page = Math.max(1, Math.floor(Number(c.req.query('page'))) || 1);
    return c.html(leadsPage(sandbox, { q: c.req.query('q') ?? '', page, done: c.req.query('done') }));
  });
  app.get('/console/leads/new', (c) => c.html(newLeadPage(sandbox, {})));
  app.get('/console/leads/:id', (c) => c.html(leadPage(sandbox, find(c), { done: c.req.query('done') })));
  app.post('/console/leads/:id/status', async (c) => {
    const lead = vendorUpdate(sandbox, find(c), { status: textOf(await c.req.formData(), 'status') });
    return c.redirect(`/console/leads/${lead.id}?done=status`, 303);
  });
  app.post('/console/leads/:id/delete', (c) => {
    vendorDelete(sandbox, find(c));
    return c.redirect('/console?done=deleted', 303);
  });
  app.post('/console/leads/:id', async (c) => {
    const lead = find(c);
    const form = await c.req.formData();
    try {
      vendorUpdate(sandbox, lead, readLeadForm(sandbox, form));
      return c.redirect(`/console/leads/${lead.id}?done=saved`, 303);
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      return c.html(
        leadPage(sandbox, lead, { draft: typedIn(sandbox, form), error: error.message }),
        error.status,
      );
    }
  });
  app.post('/console/leads', async (c) => {
    const form = await c.req.formData();
    try {
      const lead = vendorCreate(sandbox, readLeadForm(sandbox, form));
      return c.redirect(`/console/leads/${lead.id}?done=created`, 303);
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      return c.html(
        newLeadPage(sandbox, { draft: typedIn(sandbox, form), error: error.message }),
        error.status,
      );
    }
  });
}

/** Only fields that the form had: one that was added since keeps its value. */
function readLeadForm({ state }: Sandbox, form: FormData): unknown {
  const [partnerOrganizationId = '', agentId = ''] = textOf(form, 'owner').split(' ');
  const answers = state.fields
    .filter((field) => form.has(inputName(field.fieldId)))
    .map((field) => ({ field, value: readInput(field, textsOf(form, inputName(field.fieldId))) }));
  const part = (custom: boolean) =>
    Object.fromEntries(
      answers
        .filter(({ field }) => field.custom === custom)
        .map(({ field, value }) => [field.fieldId, value]),
    );
  return { ...part(false), partnerOrganizationId, agentId, customFields: part(true) };
}

function typedIn({ state }: Sandbox, form: FormData): Draft {
  return new Map(
    state.fields
      .map(({ fieldId }) => [fieldId, textsOf(form, inputName(fieldId))] as const)
      .filter(([, texts]) => texts.length > 0),
  );
}
