import { getTranslations } from 'next-intl/server';
import { NavLink } from '@/components/shell/nav-link';

/** The pages of admins. `begins`: a group, set apart from those before it where the pages are below each other. */
export const ADMIN_PAGES = [
  { href: '/admin', text: 'overview', begins: false },
  { href: '/admin/reports', text: 'reports', begins: false },
  { href: '/admin/setup', text: 'setup', begins: false },
  { href: '/admin/people', text: 'people', begins: true },
  { href: '/admin/leads', text: 'leads', begins: false },
  { href: '/admin/submissions', text: 'submissions', begins: false },
  { href: '/admin/fields', text: 'fields', begins: true },
  { href: '/admin/brand', text: 'brand', begins: false },
  { href: '/admin/webhooks', text: 'webhooks', begins: false },
  { href: '/admin/retention', text: 'retention', begins: true },
  { href: '/admin/erasure', text: 'erasure', begins: false },
  { href: '/admin/receipts', text: 'receipts', begins: false },
  { href: '/admin/audit', text: 'audit', begins: false },
] as const;

/** The navigation of the admin pages. */
export async function AdminNav() {
  const t = await getTranslations('AdminNav');
  return (
    <nav
      aria-label={t('label')}
      className="print:hidden -mx-4 -mt-5 mb-5 overflow-x-auto border-b border-line bg-surface px-2 sm:-mx-6 sm:-mt-8 sm:px-4 lg:-mx-8 lg:px-6 xl:m-0 xl:overflow-visible xl:border-0 xl:bg-transparent xl:p-0"
    >
      <ul className="flex gap-1 lg:gap-0 xl:sticky xl:top-14 xl:flex-col xl:gap-1">
        {ADMIN_PAGES.map(({ href, text, begins }) => (
          <li
            key={href}
            className={`whitespace-nowrap ${begins ? 'xl:mt-2 xl:border-t xl:border-line xl:pt-3' : ''}`}
          >
            <NavLink href={href} covers={href === '/admin' ? 'page' : 'section'} variant="side">
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
