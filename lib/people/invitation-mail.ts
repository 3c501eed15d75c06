import 'server-only';
import { createTranslator } from 'next-intl';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import messages from '@/messages/en.json';
import type { Invitation } from './invite';

/** The words of an invitation. The link is the sign-in page and lets nobody in by itself. */
export function invitationMail({
  appUrl,
  brand,
  organization,
}: {
  appUrl: string;
  brand: string;
  /** Absent if they are to be mapped later. */
  organization?: string;
}): Invitation['mail'] {
  const t = createTranslator({ locale: 'en', messages, namespace: 'InvitationMail' });
  const url = `${appUrl}/signin`;
  const what = organization
    ? t('what', { brand, organization: withoutDirectionMarks(organization) })
    : t('whatLater', { brand });
  const how = t('how');
  const subject = t('subject', { brand });
  return {
    subject,
    text: [what, url, how, ''].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 0 auto; padding: 16px">
<p>${escapeHtml(what)}</p>
<p><a href="${escapeHtml(url)}">${escapeHtml(t('button', { brand }))}</a></p>
<p>${escapeHtml(how)}</p>
</body>
</html>
`,
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
