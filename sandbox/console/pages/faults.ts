import { type Faults, NO_FAULTS } from '../../controls';
import type { Sandbox } from '../../sandbox';
import { reset, turn } from '../../vendor/operate';
import type { Pages } from '../routes';
import { faultsPage, isPreset, NO_HEADER, PRESETS } from '../views/faults';
import { textOf, textsOf } from './form-data';

/** Faults, settings and the reset. */
export function addFaultPages(app: Pages, sandbox: Sandbox): void {
  app.get('/console/faults', (c) => c.html(faultsPage(sandbox, { done: c.req.query('done') })));
  app.post('/console/faults', async (c) => {
    const form = await c.req.formData();
    const preset = textOf(form, 'preset');
    turn(
      sandbox,
      'faults',
      isPreset(preset) ? toFaults(PRESETS[preset].set) : readSwitches(sandbox.state.faults, form),
    );
    return c.redirect('/console/faults?done=saved', 303);
  });
  app.post('/console/settings', async (c) => {
    turn(sandbox, 'settings', readSwitches(sandbox.state.settings, await c.req.formData()));
    return c.redirect('/console/faults?done=saved', 303);
  });
  app.post('/console/reset', (c) => {
    reset(sandbox);
    return c.redirect('/console/faults?done=reset', 303);
  });
}

/** A preset is all that goes wrong then: what was set before ends. */
const toFaults = (set: Partial<Faults>): Faults => Object.assign({}, NO_FAULTS, set);

/** A form's texts converted to the types of the current switches. An empty number counts as 0. */
function readSwitches(now: object, form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      if (Array.isArray(value)) return [name, textsOf(form, name)];
      if (typeof value === 'boolean') return [name, form.has(name)];
      const text = textOf(form, name);
      if (typeof value === 'number') return [name, Number(text)];
      if (!form.has(name)) return [name, value];
      return [name, name === 'retryAfter' && text === NO_HEADER ? null : text];
    }),
  );
}
