import { getTranslations } from 'next-intl/server';
import { NameOfPage, NavLink } from '@/components/shell/nav-link';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';

/** The pages of admins. `begins`: a group, set apart from those before it where the pages are below each other. */
export const ADMIN_PAGES = [
  { href: '/admin', text: 'home', begins: false },
  { href: '/admin/reports', text: 'reports', begins: false },
  { href: '/admin/health', text: 'health', begins: false },
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

const MENU = 'admin-pages';

/** The navigation of the admin pages: a menu on a phone, also without scripts, tabs on a wider screen, a list on a wide one. */
export async function AdminNav() {
  const t = await getTranslations('AdminNav');
  return (
    <nav
      aria-label={t('label')}
      className="mb-4 sm:-mx-6 sm:-mt-8 sm:mb-5 sm:border-b sm:border-line sm:bg-surface lg:-mx-8 xl:m-0 xl:border-0 xl:bg-transparent print:hidden"
    >
      <Button popoverTarget={MENU} className="sm:hidden">
        <NameOfPage
          pages={ADMIN_PAGES.map(({ href, text }) => ({ href, text: t('here', { page: t(text) }) }))}
        />
        <Icon name="chevron-down" className="size-3.5" />
      </Button>
      <div id={MENU} popover="auto" className="max-sm:menu-above sm:contents">
        <ul className="sm:flex sm:max-xl:scroll-tabs sm:gap-1 sm:scroll-px-4 sm:px-4 lg:scroll-px-6 lg:gap-0 lg:px-6 xl:sticky xl:top-14 xl:flex-col xl:gap-1 xl:p-0">
          {ADMIN_PAGES.map(({ href, text, begins }) => (
            <li
              key={href}
              className={
                begins
                  ? 'max-sm:mt-1 max-sm:border-t max-sm:border-line max-sm:pt-1 xl:mt-2 xl:border-t xl:border-line xl:pt-3'
                  : ''
              }
            >
              <NavLink href={href} covers={href === '/admin' ? 'page' : 'section'} variant="side">
                {t(text)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
