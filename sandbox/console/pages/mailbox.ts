import type { Sandbox } from '../../sandbox';
import type { Pages } from '../routes';
import { problemPage } from '../views/layout';
import { LETTER_POLICY, letterHtml, mailboxPage, mailPage } from '../views/mailbox';

/** The desk's mails, so that its links and invitations can be tried. */
export function addMailboxPages(app: Pages, { mailbox }: Sandbox): void {
  app.get('/console/mailbox', (c) => c.html(mailboxPage(mailbox, { done: c.req.query('done') })));
  app.post('/console/mailbox/empty', (c) => {
    mailbox.empty();
    return c.redirect('/console/mailbox?done=emptied', 303);
  });
  app.get('/console/mailbox/:id', (c) => {
    const mail = mailbox.find(Number(c.req.param('id')));
    return mail ? c.html(mailPage(mail)) : c.html(problemPage('There is no such mail any more.'), 404);
  });
  app.get('/console/mailbox/:id/html', (c) => {
    const source = mailbox.find(Number(c.req.param('id')))?.html;
    if (source === undefined) return c.notFound();
    return c.html(letterHtml(source), 200, {
      'content-security-policy': LETTER_POLICY,
      'referrer-policy': 'no-referrer',
    });
  });
}
