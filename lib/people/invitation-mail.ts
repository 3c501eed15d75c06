import 'server-only';
import { createTranslator } from 'next-intl';
import { htmlLink, htmlMail, htmlParagraphs } from '@/lib/core/html';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import messages from '@/messages/en.json';
import type { Invitation } from './invite';

/** The text of an invitation. The link is the sign-in page and does not sign anyone in. */
export function invitationMail({
  appUrl,
  brand,
  organization,
}: {
  appUrl: string;
  brand: string;
  /** Absent if they are mapped later. */
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
    html: htmlMail({
      subject,
      body: [
        htmlParagraphs(what),
        htmlLink({ href: url, label: t('button', { brand }) }),
        htmlParagraphs(how),
      ].join('\n'),
    }),
  };
}
