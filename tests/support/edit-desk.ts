import { desc, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { type EditResult, editLead } from '@/lib/edits/edit';
import { getEditForm } from '@/lib/edits/edit-form';
import { readSchema } from '@/lib/lead-schema/schema';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { freshDatabase } from './database';
import { english } from './english';
import { HOME, openTestPortal } from './portal';
import { addViewer, silentLog } from './rows';

/** Each text equals its key, so that a test can name the one it expects. */
const texts = {
  gone: 'gone',
  missing: 'missing',
  unreachable: 'unreachable',
  unconfirmed: 'unconfirmed',
  unrecorded: 'unrecorded',
  refused: 'refused',
  outdated: 'outdated',
};
/** What an edit needs of the page. */
export const editWords = { t: english, texts, locale: 'en', timeZone: 'UTC' };

export type EditDesk = Awaited<ReturnType<typeof openEditDesk>>;

/**
 * A database, a sandbox portal and an agent who edits leads. Open it in `beforeAll`, `reset()` it before each test and
 * `close()` it in `afterAll`. A service is the portal's client, or one that fails as its name says.
 */
export async function openEditDesk() {
  const [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  const { db } = database;
  const [agentId] = HOME.agentIds;
  const viewer = await addViewer(db, { organizationId: HOME.organizationId, agentId });
  let patchesBefore = 0;

  return {
    db,
    portal,
    viewer,
    words: editWords,
    reset: async () => {
      await portal.vendor('POST', '/reset');
      patchesBefore = (await portal.calls('patch')).length;
    },
    close: () => Promise.all([database.close(), portal.close()]),
    /** The changes that the portal received in this test, oldest first. */
    patches: async () => (await portal.calls('patch')).slice(patchesBefore).map(({ body }) => body),

    /** A lead in the mirror, with its edit form open. */
    async openForm() {
      const fields = { lastName: 'Berg', firstName: 'Nils', email: 'b@x.example', value: 100 };
      const customFields = { companyName: 'Alder', notes: 'call first' };
      const lead = { ...fields, platform: 'other', customFields };
      const { id } = await portal.vendor<{ id: string }>('POST', '/leads', lead);
      const read = async () => {
        const found = await portal.newClient().readLead(id);
        if (!found) throw new Error('the lead is not there');
        const readStart = await startRead(db, new Date());
        return applyLead(db, { lead: found, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
      };
      await read();
      const { schema } = await readSchema(db, { service: portal.newClient(), now: new Date() });
      const form = await getEditForm(db, viewer, { id, schema, ...editWords });
      if (!form) throw new Error('there is no form');
      const data = new FormData();
      const hold = (hidden: Record<string, string>) => {
        for (const [name, text] of Object.entries(hidden)) data.set(name, text);
      };
      hold(form.hidden);
      for (const [key, input] of Object.entries(form.values))
        for (const text of [input].flat()) data.append(key, text);
      const keyOf = (fieldId: string) => form.model.fields.find((field) => field.id === fieldId)?.key ?? '';
      return {
        id,
        schema,
        data,
        keyOf,
        read,
        set: (fieldId: string, text: string) => data.set(keyOf(fieldId), text),
        save: ({
          service = portal.newClient(),
          by = viewer,
        }: {
          service?: ServiceClient;
          by?: Viewer;
        } = {}) =>
          editLead(db, by, { id, data, service, ...editWords, clock: () => new Date(), log: silentLog }),
        /** The form returned after a failed save, with its state. */
        resume: (result: EditResult) => {
          if (result.ok || !('state' in result) || !('hidden' in result.state))
            throw new Error('the form did not come back');
          hold(result.state.hidden ?? {});
        },
        vendor: (changes: object) => portal.vendor('PATCH', `/leads/${id}`, changes),
        lastEntry: async () =>
          (await db.select().from(timeline).where(eq(timeline.leadId, id)).orderBy(desc(timeline.id)))[0],
        mirrored: async () => (await db.select().from(leads).where(eq(leads.id, id)))[0],
      };
    },

    /** Answers every change with 422 and these words. */
    refusing: (serviceMessage: string) =>
      failingWith(
        portal.newClient(),
        () => new ServiceError('refused', 'patch: answered 422', { status: 422, serviceMessage }),
      ),

    /** Takes the first change, and answers the next ones with 422. */
    refusingSecond(): ServiceClient {
      const client = portal.newClient();
      let isFirst = true;
      const updateLead: ServiceClient['updateLead'] = async (...sent) => {
        if (!isFirst) throw new ServiceError('refused', 'patch: answered 422', { status: 422 });
        isFirst = false;
        return await client.updateLead(...sent);
      };
      return { ...client, updateLead };
    },

    /** Answers every change with 500 and stores nothing. */
    failing: () =>
      failingWith(
        portal.newClient(),
        () => new ServiceError('unavailable', 'patch: answered 500', { status: 500, reached: 'maybe' }),
      ),

    /** Stores every change, and loses its answers. */
    withLostResponses(): ServiceClient {
      const client = portal.newClient();
      const updateLead: ServiceClient['updateLead'] = async (...sent) => {
        await client.updateLead(...sent);
        throw new ServiceError('unavailable', 'patch: no answer', { reached: 'maybe' });
      };
      return { ...client, updateLead };
    },
  };
}

function failingWith(client: ServiceClient, error: () => ServiceError): ServiceClient {
  const updateLead = async () => {
    throw error();
  };
  return { ...client, updateLead };
}
