import { getTranslations } from 'next-intl/server';
import type { LeadView } from '@/lib/leads/view';

const PARTS = ['meaning', 'actor', 'advice'] as const;

/**
 * What the status of a lead means, who acts now and what the reader can do, and where they can ask. Nothing if nobody says,
 * or if the lead is gone.
 *
 * @param props.helpUrl the vendor's help page or email address
 */
export async function StatusMeaning({ lead, helpUrl }: { lead: LeadView; helpUrl?: string }) {
  const t = await getTranslations('Lead');
  const texts = lead.statusOverrides.get(lead.status) ?? {};
  const parts = PARTS.filter((part) => texts[part] !== undefined);
  if (lead.deletedAt || (parts.length === 0 && !helpUrl)) return null;
  const name = lead.company || lead.name;
  const subject = name ? t('askSubject', { name, id: lead.id }) : lead.id;
  return (
    <div className="mb-4 rounded-card bg-sunken px-4 py-3 sm:px-5 print:hidden">
      <dl className="grid gap-x-6 gap-y-2 empty:hidden sm:auto-cols-fr sm:grid-flow-col">
        {parts.map((part) => (
          <div key={part} className="min-w-0">
            <dt className="text-sm text-muted">{t(part)}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {texts[part]}
            </dd>
          </div>
        ))}
      </dl>
      {helpUrl && (
        <a
          href={withSubject(helpUrl, subject)}
          className="mt-1 inline-flex min-h-8 items-center text-accent hover:underline"
        >
          {t('ask')}
        </a>
      )}
    </div>
  );
}

/** An email address gets the subject; a page is only opened. */
function withSubject(helpUrl: string, subject: string): string {
  if (!helpUrl.startsWith('mailto:')) return helpUrl;
  return `${helpUrl}${helpUrl.includes('?') ? '&' : '?'}subject=${encodeURIComponent(subject)}`;
}
