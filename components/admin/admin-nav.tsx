import { getTranslations } from 'next-intl/server';
import { NavLink } from '@/components/shell/nav-link';

const PAGES = [
  { href: '/admin', text: 'overview' },
  { href: '/admin/setup', text: 'setup' },
  { href: '/admin/people', text: 'people' },
  { href: '/admin/fields', text: 'fields' },
  { href: '/admin/webhooks', text: 'webhooks' },
  { href: '/admin/submissions', text: 'submissions' },
  { href: '/admin/audit', text: 'audit' },
] as const;

/** The navigation of the admin pages. */
export async function AdminNav() {
  const t = await getTranslations('AdminNav');
  return (
    <nav aria-label={t('label')} className="-mx-2 mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {PAGES.map(({ href, text }) => (
          <li key={href} className="whitespace-nowrap">
            <NavLink href={href} covers={href === '/admin' ? 'page' : 'section'}>
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
