import { html } from 'hono/html';
import type { Sandbox } from '../../sandbox';
import { SHAPE_CHOICES } from '../../shape';
import { layout, type Markup } from './layout';
import { numberInput, select } from './parts';

export const CHOICE_NAMES = Object.keys(SHAPE_CHOICES) as (keyof typeof SHAPE_CHOICES)[];
type Name = (typeof CHOICE_NAMES)[number];

const GROUPS: { title: string; names: Partial<Record<Name, string>> }[] = [
  {
    title: 'Leads',
    names: {
      listEnvelope: 'Where the list stands',
      paging: 'Paging',
      pagingPlace: 'Where paging words stand',
      listRows: 'What a row of the list tells',
      leadEnvelope: 'Where one lead stands',
      createStatus: 'Status of a create',
      patchResponse: 'Answer to a patch',
      createResponse: 'Answer to a create',
      patchCustom: 'Custom fields of a patch',
      emptyAnswer: 'A field without an answer',
      booleans: 'Writing of yes and no',
      dates: 'Writing of dates',
      numbers: 'Writing of numbers',
      choices: 'Writing of choices and statuses',
      texts: 'Writing of texts',
      writtenIn: 'What is written so',
      deletedRead: 'The read of a deleted lead',
      timestamps: 'Precision of times',
      updatedAt: 'When a lead was last changed',
    },
  },
  {
    title: 'Schema',
    names: {
      picklistKey: 'Name of a picklist’s values',
      picklistForm: 'Form of a value',
      picklistPlace: 'Where a picklist’s values stand',
      labels: 'Labels',
      typeForm: 'Form of a type',
      inactiveMark: 'Mark of a retired value',
      typeNaming: 'Writing of types',
      flags: 'Flags',
      systemFields: 'Fields set by the service',
      ownerFields: 'Organization and agent as fields',
      markers: 'Mark of a custom field',
    },
  },
  {
    title: 'Errors and limits',
    names: {
      errorBody: 'Error body',
      validationStatus: 'Status of a refused lead',
      retryAfter: 'Retry-After',
    },
  },
  {
    title: 'Tokens and webhooks',
    names: {
      expiresIn: 'Lifetime in the token answer',
      tokenExtras: 'Extras in the token answer',
      tokenForm: 'Form of a token',
      endedToken: 'Answer to a token that has ended',
      subscriptionList: 'Where subscriptions stand',
      unsubscribeResponse: 'Answer to a removed subscription',
      eventBody: 'Body of a delivery',
    },
  },
];

/** The answers to what the interface leaves open. */
export function shapePage({ state: { shape } }: Sandbox, { done }: { done?: string | undefined }): Markup {
  const choice = (name: Name, label: string) =>
    select({
      name,
      label,
      value: shape[name],
      choices: SHAPE_CHOICES[name].map((value) => ({ value: String(value), label: String(value) })),
    });
  return layout({
    title: 'Shape',
    at: '/console/shape',
    done,
    body: html`<p>What the interface does not say, this service answers in many ways. Choose which.</p>
<form method="post" action="/console/shape" class="stack">
${GROUPS.map(
  ({ title, names }) => html`<fieldset class="grid"><legend>${title}</legend>
${CHOICE_NAMES.map((name) => (names[name] ? choice(name, names[name]) : ''))}
${title === 'Leads' ? numberInput({ name: 'pageSize', label: 'Leads per page', value: shape.pageSize, extra: html`min="1" max="1000"` }) : ''}
${title === 'Leads' ? numberInput({ name: 'listCap', label: 'The list ends after', value: shape.listCap, hint: '0: after the last lead' }) : ''}
</fieldset>`,
)}
<p class="actions"><button>Set the shape</button> <button class="quiet" name="default" value="yes">Back to the defaults</button></p>
</form>`,
  });
}
