import 'server-only';
import { createTranslator } from 'next-intl';
import type { Mail } from '@/lib/mail/mail';
import messages from '@/messages/en.json';
import { LINK_MINUTES } from './links';

/** The mail with the link to sign in. Nothing in it was typed by whoever asked for it. */
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
    html: pageOf({ ...texts, url, button: t('button', { brand }) }),
  };
}

type Texts = Record<'subject' | 'what' | 'button' | 'rule' | 'notYou' | 'url', string>;

function pageOf(texts: Texts): string {
  const { subject, what, button, rule, notYou, url } = texts;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 0 auto; padding: 16px">
<p>${escapeHtml(what)}</p>
<p><a href="${escapeHtml(url)}">${escapeHtml(button)}</a></p>
<p>${escapeHtml(rule)}</p>
<p>${escapeHtml(notYou)}</p>
</body>
</html>
`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
