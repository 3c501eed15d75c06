import { mintId } from '@/lib/core/mint-id';
import { readInputValues } from '@/lib/forms/form-data';
import { blankValues, type InputValues } from '@/lib/forms/input-values';
import { validate } from '@/lib/forms/rules';
import { addWaiting, listWaiting, readKept } from './device';
import { drawForm, OFFLINE_POST } from './draw-form';
import { html, script } from './draw-html';
import { drawHeading, drawList, drawPage, drawQuestion, drawWaiting, type OfflinePage } from './draw-page';
import { isTooOld, type Kept } from './kept-view';
import { findEarlier, renamed, toWaiting, type Waiting } from './outbox';
import { endTyping, keepTyping, typingTask } from './typing';

/**
 * The worker's answer to a page that the network does not bring: drawn on the device, from what is sealed there.
 * Undefined if nothing is kept: then the browser says that it is offline.
 */
export async function answerOffline(address: URL, now: Date): Promise<Response | undefined> {
  const kept = await readKept();
  if (!kept) return undefined;
  const fresh = isTooOld(kept, now) ? { ...kept, rows: [], form: undefined } : kept;
  return await toResponse(fresh, await pageFor(fresh, address, now), { address, now });
}

async function pageFor(kept: Kept, { pathname, searchParams }: URL, now: Date): Promise<OfflinePage> {
  const { texts, form } = kept;
  if (pathname === '/leads/new' || pathname === OFFLINE_POST) {
    return form
      ? formPage(kept, form, { now })
      : { ...named(texts.newLead), current: 'newLead', body: sorry(kept) };
  }
  if (pathname === '/settings/device') {
    const items = await listWaiting();
    const just = items.find(({ id }) => id === searchParams.get('kept'));
    const ids = just ? [just.id, just.page ?? just.id] : [];
    return {
      ...named(texts.thisDevice),
      current: 'thisDevice',
      body: drawWaiting(kept, { items, just, now }),
      ...(just && { script: (nonce) => script(endTyping, { task: { ids }, nonce }) }),
    };
  }
  const isElsewhere = pathname !== '/leads' && pathname !== '/';
  return { ...named(texts.leads), current: 'leads', isWide: true, body: drawList(kept, { isElsewhere }) };
}

const named = (title: string) => ({ title });
const sorry = ({ texts }: Kept) => html`${drawHeading(texts.newLead)}<p>${texts.noForm}</p>`;

type FormState = {
  values?: InputValues;
  errors?: Map<string, string>;
  formErrors?: string[];
  id?: string;
  /** What the page already submitted, with other answers. */
  earlier?: Waiting;
};

function formPage(
  kept: Kept,
  form: NonNullable<Kept['form']>,
  { now, ...state }: FormState & { now: Date },
): OfflinePage {
  const { texts, owner, timeZone } = kept;
  const { values = form.values, errors = new Map(), formErrors = [], id = mintId('sub'), earlier } = state;
  const hidden = { submissionId: id, version: form.model.version, timeZone, renderedFor: owner };
  const asNew = earlier && mintId('sub');
  const body = html`${drawHeading(texts.newLead)}
${earlier ? drawQuestion(kept, { earlier, now }) : html`<p class="pb-4 text-muted">${texts.formIntro}</p>`}
${drawForm(form, { values, errors, formErrors, hidden, asNew })}`;
  const task = typingTask(form, { start: form.values, isPosted: state.values !== undefined });
  return {
    ...{ title: texts.newLead, current: 'newLead', body },
    script: (nonce) => script(keepTyping, { task, nonce }),
  };
}

/**
 * Keeps a lead that the worker's form posted, or shows what is wrong with it: by the desk's own rules, as far as they
 * were known when the form was kept. The desk decides once it gets it.
 */
export async function takeOfflinePost(request: Request, now: Date): Promise<Response> {
  const address = new URL(request.url);
  const data = await request.formData();
  const kept = await readKept();
  const form = kept?.form;
  // Another site can have a form post here, but knows for whom ours is rendered as little as it knows a session.
  if (!kept || !form || data.get('renderedFor') !== kept.owner) return Response.redirect('/leads/new', 303);
  const { values, unknown } = readInputValues(form.model, data);
  const outcome = validate(form.model, values, kept);
  const post = toWaiting({ data, model: form.model, values: { ...blankValues(form.model), ...values }, now });
  if (unknown.length > 0 || !outcome.ok || !post) {
    const found = outcome.ok ? [] : outcome.errors;
    const page = formPage(kept, form, {
      values,
      errors: new Map(found.filter(({ key }) => key !== '').map(({ key, message }) => [key, message])),
      formErrors: unknown.length > 0 ? [form.model.unrecognised] : [],
      ...{ id: post?.id, now },
    });
    return await toResponse(kept, page, { address, now });
  }
  const asNew = data.get('asNew');
  const item = typeof asNew === 'string' ? renamed(post, asNew) : post;
  const earlier = findEarlier(await listWaiting(), item);
  if (earlier && 'same' in earlier) return toKept(earlier.same.id);
  // Back, or a copy of the tab: nothing is put over what waits, and the person says whether this is another lead.
  if (earlier && item === post) {
    const page = formPage(kept, form, { values, id: post.id, earlier: earlier.other, now });
    return await toResponse(kept, page, { address, now });
  }
  const id = await addWaiting(item);
  return id === undefined ? Response.redirect('/leads/new', 303) : toKept(id);
}

const toKept = (id: string) => Response.redirect(`/settings/device?kept=${encodeURIComponent(id)}`, 303);

async function toResponse(
  kept: Kept,
  page: OfflinePage,
  { address, now }: { address: URL; now: Date },
): Promise<Response> {
  const nonce = btoa(crypto.randomUUID());
  const waiting = (await listWaiting()).length;
  const again = address.pathname === OFFLINE_POST ? '/leads/new' : address.pathname + address.search;
  return new Response(drawPage(page, { kept, waiting, now, nonce, address: again }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
