import type { Sandbox } from '../../sandbox';
import { createKey, revokeNamedKey } from '../../vendor/operate';
import type { Pages } from '../routes';
import { keyPage, type NewSecret } from '../views/key';
import { textOf } from './form-data';

/** API keys. A new secret is kept here until the one page that shows it. */
export function addKeyPages(app: Pages, sandbox: Sandbox): void {
  const unseen = new Map<string, NewSecret>();
  app.get('/console/key', (c) => {
    const ticket = c.req.query('made') ?? '';
    const secret = unseen.get(ticket);
    unseen.delete(ticket);
    c.header('cache-control', 'no-store');
    return c.html(keyPage(sandbox, { secret, done: c.req.query('done') }));
  });
  app.post('/console/key', async (c) => {
    const secret = createKey(
      sandbox,
      textOf(await c.req.formData(), 'name')
        .trim()
        .slice(0, 100) || 'Key',
    );
    const ticket = sandbox.hex(8);
    unseen.set(ticket, secret);
    return c.redirect(`/console/key?made=${ticket}`, 303);
  });
  app.post('/console/key/revoke', async (c) => {
    revokeNamedKey(sandbox, textOf(await c.req.formData(), 'clientId'));
    return c.redirect('/console/key?done=revoked', 303);
  });
}
