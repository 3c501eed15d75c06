import type { Sandbox } from '../../sandbox';
import { DEFAULT_SHAPE, SHAPE_CHOICES } from '../../shape';
import { turn } from '../../vendor/operate';
import type { Pages } from '../routes';
import { CHOICE_NAMES, shapePage } from '../views/shape';
import { textOf } from './form-data';

/** The answers to what the interface leaves open. */
export function addShapePages(app: Pages, sandbox: Sandbox): void {
  app.get('/console/shape', (c) => c.html(shapePage(sandbox, { done: c.req.query('done') })));
  app.post('/console/shape', async (c) => {
    const form = await c.req.formData();
    turn(sandbox, 'shape', form.has('default') ? DEFAULT_SHAPE : readShape(form));
    return c.redirect('/console/shape?done=saved', 303);
  });
}

function readShape(form: FormData): Record<string, unknown> {
  const chosen = CHOICE_NAMES.map((name) => {
    const text = textOf(form, name);
    const values: readonly (string | number)[] = SHAPE_CHOICES[name];
    return [name, values.find((value) => String(value) === text) ?? text];
  });
  return {
    ...Object.fromEntries(chosen),
    pageSize: Number(textOf(form, 'pageSize')),
    listCap: Number(textOf(form, 'listCap')),
  };
}
