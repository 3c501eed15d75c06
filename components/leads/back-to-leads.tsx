import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icons';
import { LEADS_PATH } from './address';
import { BackLink } from './back-link';

export async function BackToLeads() {
  const common = await getTranslations('Common');
  return (
    <p className="-mt-2 pb-2 print:hidden">
      <BackLink
        href={LEADS_PATH}
        className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
      >
        <Icon name="chevron-left" className="size-3.5" />
        {common('leads')}
      </BackLink>
    </p>
  );
}
