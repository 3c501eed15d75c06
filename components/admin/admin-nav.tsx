import { getTranslations } from 'next-intl/server';
import { NavLink } from '@/components/shell/nav-link';

const PAGES = [
  { href: '/admin', text: 'overview' },
  { href: '/admin/reports', text: 'reports' },
  { href: '/admin/setup', text: 'setup' },
  { href: '/admin/people', text: 'people' },
  { href: '/admin/leads', text: 'leads' },
  { href: '/admin/fields', text: 'fields' },
  { href: '/admin/brand', text: 'brand' },
  { href: '/admin/retention', text: 'retention' },
  { href: '/admin/erasure', text: 'erasure' },
  { href: '/admin/webhooks', text: 'webhooks' },
  { href: '/admin/receipts', text: 'receipts' },
  { href: '/admin/submissions', text: 'submissions' },
  { href: '/admin/audit', text: 'audit' },
] as const;

/** The navigation of the admin pages. */
export async function AdminNav() {
  const t = await getTranslations('AdminNav');
  return (
    <nav
      aria-label={t('label')}
      className="print:hidden -mx-4 -mt-5 mb-5 overflow-x-auto border-b border-line bg-surface px-2 sm:-mx-6 sm:-mt-8 sm:px-4 lg:m-0 lg:overflow-visible lg:border-0 lg:bg-transparent lg:p-0"
    >
      <ul className="flex gap-1 lg:sticky lg:top-8 lg:flex-col">
        {PAGES.map(({ href, text }) => (
          <li key={href} className="whitespace-nowrap">
            <NavLink href={href} covers={href === '/admin' ? 'page' : 'section'} variant="side">
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
