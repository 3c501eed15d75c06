import 'server-only';
import { getTranslations } from 'next-intl/server';
import { ADMIN_PAGES } from '@/components/admin/admin-nav';
import type { SearchHit } from '@/components/shell/search-results';
import type { Membership } from '@/lib/sessions/signed-in';

export type Finder = {
  role?: Membership['role'] | undefined;
  isAdmin: boolean;
  /** An admin sees the desk as this person: what is personal, and what changes something, is not there. */
  isViewing: boolean;
};

/** The pages and settings that this person may open, in the order in which they are offered. */
export async function listPages(finder: Finder): Promise<SearchHit[]> {
  const admin = finder.isAdmin ? await listAdminPages() : [];
  return [...(finder.role ? await listPartnerPages(finder) : []), ...admin, ...(await listSettings(finder))];
}

async function listPartnerPages({ role, isViewing }: Finder): Promise<SearchHit[]> {
  const t = await getTranslations();
  const shown = [
    { href: '/leads', title: t('Common.leads') },
    ...(role === 'manager' ? [{ href: '/team', title: t('Common.team') }] : []),
    { href: '/notifications', title: t('Notifications.title') },
  ];
  if (isViewing) return shown;
  return [
    { href: '/leads/new', title: t('Common.newLead') },
    ...shown,
    { href: '/drafts', title: t('Common.drafts') },
    { href: '/leads/import', title: t('Import.title') },
    { href: '/leads/export', title: t('Export.title') },
    { href: '/leads/views', title: t('Views.title') },
  ];
}

async function listAdminPages(): Promise<SearchHit[]> {
  const t = await getTranslations();
  return ADMIN_PAGES.map(({ href, text }) => ({
    href,
    title: t(`AdminNav.${text}`),
    detail: t('Common.admin'),
  }));
}

async function listSettings({ role, isViewing }: Finder): Promise<SearchHit[]> {
  const t = await getTranslations();
  const detail = t('Common.settings');
  return [
    { href: '/settings', title: detail },
    ...(isViewing ? [] : [{ href: '/settings#language', title: t('Shell.language'), detail }]),
    ...(role ? [{ href: '/settings#emails', title: t('Settings.emails'), detail }] : []),
    { href: '/settings#time-zone', title: t('Settings.timeZone'), detail },
    { href: '/settings#sessions', title: t('Settings.sessions'), detail },
    { href: '/settings#shortcut-setting', title: t('Common.keyboardShortcuts'), detail },
    ...(role && !isViewing ? [{ href: '/settings/device', title: t('Common.thisDevice'), detail }] : []),
  ];
}
