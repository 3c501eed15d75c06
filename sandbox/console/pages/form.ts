import type { Sandbox } from '../../sandbox';
import { addField, addOption, changeField, changeOption, requireField } from '../../vendor/form';
import type { Pages } from '../routes';
import { fieldPage } from '../views/field';
import { FLAGS, fieldAddress, formPage } from '../views/form';
import { textOf } from './form-data';

/** The portal's form: fields, flags and picklist values. */
export function addFormPages(app: Pages, sandbox: Sandbox): void {
  app.get('/console/form', (c) => c.html(formPage(sandbox, { done: c.req.query('done') })));
  app.get('/console/form/field', (c) => {
    const field = requireField(sandbox, c.req.query('id') ?? '');
    return c.html(fieldPage(field, { done: c.req.query('done'), q: c.req.query('q') ?? '' }));
  });
  app.post('/console/form/fields', async (c) => {
    addField(sandbox, readNewField(await c.req.formData()));
    return c.redirect('/console/form?done=field', 303);
  });
  app.post('/console/form/field', async (c) => {
    const form = await c.req.formData();
    const id = textOf(form, 'id');
    const flags = Object.fromEntries([...FLAGS, 'retired'].map((flag) => [flag, form.has(flag)]));
    const texts = { label: textOf(form, 'label'), type: textOf(form, 'type'), help: textOf(form, 'help') };
    changeField(sandbox, id, { ...texts, ...flags });
    return c.redirect(`${fieldAddress(id)}&done=saved`, 303);
  });
  app.post('/console/form/flag', async (c) => {
    const form = await c.req.formData();
    const field = requireField(sandbox, textOf(form, 'id'));
    const flag = [...FLAGS, 'retired' as const].find((one) => one === textOf(form, 'flag'));
    if (flag) changeField(sandbox, field.fieldId, { [flag]: !field[flag] });
    return c.redirect('/console/form?done=saved', 303);
  });
  addOptionPages(app, sandbox);
}

function addOptionPages(app: Pages, sandbox: Sandbox): void {
  app.post('/console/form/options', async (c) => {
    const form = await c.req.formData();
    const id = textOf(form, 'id');
    const label = textOf(form, 'optionLabel').trim();
    addOption(sandbox, id, { value: textOf(form, 'value').trim(), ...(label && { label }) });
    return c.redirect(`${fieldAddress(id)}&done=value`, 303);
  });
  app.post('/console/form/option', async (c) => {
    const form = await c.req.formData();
    const id = textOf(form, 'id');
    const change = form.has('active')
      ? { active: textOf(form, 'active') === 'true' }
      : { label: textOf(form, 'label') };
    changeOption(sandbox, { fieldId: id, value: textOf(form, 'value') }, change);
    return c.redirect(`${fieldAddress(id)}&done=saved`, 303);
  });
}

function readNewField(form: FormData): unknown {
  const fieldId = textOf(form, 'fieldId');
  const options = textOf(form, 'options')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  return {
    label: textOf(form, 'label'),
    type: textOf(form, 'type'),
    ...(fieldId && { fieldId }),
    options,
    custom: !form.has('standard'),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, form.has(flag)])),
  };
}
