import { html } from 'hono/html';
import { FIELD_TYPES, type Field } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { checkbox, select, table, textInput } from './parts';

export const FLAGS = ['required', 'creatable', 'updateable'] as const;

export const fieldAddress = (fieldId: string) =>
  `/console/form/field?${new URLSearchParams({ id: fieldId })}`;

export const TYPE_CHOICES = FIELD_TYPES.map((type) => ({ value: type, label: type.replaceAll('-', ' ') }));

/** The portal's form: every field, its flags as switches, and a form for one more. */
export function formPage({ state }: Sandbox, { done }: { done?: string | undefined }): Markup {
  return layout({
    title: 'Form',
    at: '/console/form',
    done,
    body: html`<p>What partners fill in. A change is in the schema at once.</p>
${table({
  caption: 'Fields in the order of the form',
  heads: ['Label', 'Field id', 'Type', 'Kind', 'Required', 'Creatable', 'Updateable', 'Retired'],
  rows: state.fields.map(fieldRow),
})}
<section aria-labelledby="add"><h2 id="add">Add a field</h2>
<form method="post" action="/console/form/fields" class="grid">
${textInput({ name: 'label', label: 'Label', extra: html`type="text" required maxlength="300"` })}
${select({ name: 'type', label: 'Type', choices: TYPE_CHOICES })}
${textInput({ name: 'fieldId', label: 'Field id', hint: 'Any text. Empty: one is made.' })}
${textInput({ name: 'options', label: 'Values of a picklist', hint: 'Separated by commas.' })}
<fieldset class="wide"><legend>Flags</legend><div class="choices">
${checkbox({ name: 'required', label: 'Required', checked: false })}
${checkbox({ name: 'creatable', label: 'Creatable', checked: true })}
${checkbox({ name: 'updateable', label: 'Updateable', checked: true })}
${checkbox({ name: 'standard', label: 'Standard, not custom', checked: false })}
</div></fieldset>
<p class="actions"><button>Add the field</button></p>
</form></section>`,
  });
}

function fieldRow(field: Field): Markup {
  return html`<tr${field.retired ? html` class="retired"` : ''}>
<th scope="row"><a href="${fieldAddress(field.fieldId)}">${field.label}</a></th>
<td><code>${field.fieldId}</code></td>
<td>${field.type.replaceAll('-', ' ')}${field.options ? `, ${field.options.length}` : ''}</td>
<td>${field.custom ? 'custom' : 'standard'}</td>
${FLAGS.map((flag) => html`<td>${flagSwitch(field, flag)}</td>`)}
<td>${flagSwitch(field, 'retired')}</td>
</tr>`;
}

function flagSwitch(field: Field, flag: (typeof FLAGS)[number] | 'retired'): Markup {
  return html`<form method="post" action="/console/form/flag"><input type="hidden" name="id" value="${field.fieldId}"><button class="switch" name="flag" value="${flag}" aria-pressed="${String(field[flag])}" aria-label="${field.label}: ${flag}">${field[flag] ? 'yes' : 'no'}</button></form>`;
}
