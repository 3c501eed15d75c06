import { html } from 'hono/html';
import type { Field, FieldOption } from '../../model';
import { TYPE_CHOICES } from './form';
import { layout, type Markup } from './layout';
import { checkbox, select, table, textInput } from './parts';

/** One field: its label, type and flags, and the values of a picklist. */
export function fieldPage(field: Field, { done, q }: { done?: string | undefined; q: string }): Markup {
  return layout({
    title: field.label,
    at: '/console/form',
    done,
    body: html`<p class="facts"><code>${field.fieldId}</code> <span>${field.custom ? 'custom' : 'standard'} field</span> <a href="/console/form">All fields</a></p>
<form method="post" action="/console/form/field" class="grid">
<input type="hidden" name="id" value="${field.fieldId}">
${textInput({ name: 'label', label: 'Label', value: field.label, extra: html`type="text" required maxlength="300"` })}
${select({ name: 'type', label: 'Type', value: field.type, choices: TYPE_CHOICES })}
${textInput({ name: 'help', label: 'Help text', value: field.help ?? '' })}
<fieldset class="wide"><legend>Flags</legend><div class="choices">
${checkbox({ name: 'required', label: 'Required', checked: field.required })}
${checkbox({ name: 'creatable', label: 'Creatable', checked: field.creatable })}
${checkbox({ name: 'updateable', label: 'Updateable', checked: field.updateable })}
${checkbox({ name: 'retired', label: 'Retired', checked: field.retired })}
</div></fieldset>
<p class="actions"><button>Save the field</button></p>
</form>
${field.options ? valuesPart(field, field.options, q) : ''}`,
  });
}

function valuesPart(field: Field, options: readonly FieldOption[], q: string): Markup {
  const wanted = q.trim().toLowerCase();
  const found = options.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(wanted));
  return html`<section aria-labelledby="values"><h2 id="values">Values</h2>
<div class="bar">
<form method="get" action="/console/form/field" role="search" class="inline"><input type="hidden" name="id" value="${field.fieldId}">${textInput({ name: 'q', label: 'Search values', value: q, extra: html`type="search"` })}<button>Search</button></form>
<form method="post" action="/console/form/options" class="inline"><input type="hidden" name="id" value="${field.fieldId}">
${textInput({ name: 'value', label: 'New value', extra: html`type="text" required` })}
${textInput({ name: 'optionLabel', label: 'Its label' })}
<button>Add the value</button></form>
</div>
${table({
  caption: `${found.length} of ${options.length} values`,
  heads: ['Value', 'Label', 'State'],
  rows: found.map((option) => optionRow(field, option)),
})}
</section>`;
}

function optionRow(field: Field, { value, label, active }: FieldOption): Markup {
  const named = html`<input type="hidden" name="id" value="${field.fieldId}"><input type="hidden" name="value" value="${value}">`;
  return html`<tr${active ? '' : html` class="retired"`}>
<th scope="row"><code>${value}</code></th>
<td><form method="post" action="/console/form/option" class="inline">${named}<input name="label" value="${label}" aria-label="Label of ${value}" autocomplete="off" required><button class="quiet" aria-label="Rename ${value}">Rename</button></form></td>
<td><form method="post" action="/console/form/option" class="inline">${named}<span>${active ? 'offered' : 'retired'}</span><button class="quiet" name="active" value="${String(!active)}" aria-label="${active ? 'Retire' : 'Offer'} ${value}">${active ? 'Retire' : 'Offer again'}</button></form></td>
</tr>`;
}
