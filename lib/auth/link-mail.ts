import 'server-only';
import { createTranslator } from 'next-intl';
import { htmlLink, htmlMail, htmlParagraphs } from '@/lib/core/html';
import type { Mail } from '@/lib/mail/mail';
import messages from '@/messages/en.json';
import { LINK_MINUTES } from './links';

/** The mail with the sign-in link. It contains no user input. */
export function linkMail({ to, url, brand }: { to: string; url: string; brand: string }): Mail {
  const t = createTranslator({ locale: 'en', messages, namespace: 'SignInMail' });
  const texts = {
    subject: t('subject', { brand }),
    what: t('what', { brand }),
    rule: t('rule', { minutes: LINK_MINUTES }),
    notYou: t('notYou'),
  };
  return {
    kind: 'sign-in-link',
    to,
    subject: texts.subject,
    text: [texts.what, url, texts.rule, texts.notYou, ''].join('\n\n'),
    html: htmlMail({
      subject: texts.subject,
      body: [
        htmlParagraphs(texts.what),
        htmlLink({ href: url, label: t('button', { brand }) }),
        htmlParagraphs(texts.rule, texts.notYou),
      ].join('\n'),
    }),
  };
}
