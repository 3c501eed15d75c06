import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CachedLoader } from '@/components/offline/cached-loader';
import { getFormats } from '@/components/ui/formats';
import type { Brand } from '@/lib/brand/brand';
import { Bell, type BellView } from './bell';
import { BrandMark } from './brand-mark';
import { ConnectionNotice } from './connection-notice';
import { NavLink } from './nav-link';
import { PageSkeleton } from './page-skeleton';
import { PersonMenu, type PersonMenuProps } from './person-menu';
import { SearchButton } from './search-button';
import { type ShortcutChoice, ShortcutHelp } from './shortcut-help';
import { DrillBanner, TestBanner } from './test-banner';
import { TimeZone } from './time-zone';
import { ViewBanner, type Viewing } from './view-banner';

type Props = {
  brand: Brand;
  /** Whether leads here are test leads. */
  isTest: boolean;
  /** Whether this is a copy that sends nothing. */
  isDrill: boolean;
  /** Where the console of the demo's portal is; absent outside the demo. */
  consoleUrl?: string;
  /** Set while an admin sees the desk as this person. */
  viewing?: Viewing;
  /** The links relevant to this person. */
  links: NavPage[];
  /** Absent if nobody is signed in. */
  person?: PersonMenuProps;
  /** How many leads wait for a correction by this person. */
  corrections: number;
  /** How many drafts this person has. */
  drafts: number;
  /** How many notices this person has not read; absent if they have no leads. */
  unread?: number;
  /** Absent like `unread`. */
  bell?: { rendered: BellView; address: string };
  /** Absent if nobody is signed in. */
  shortcuts?: ShortcutChoice;
  /** On Apple's keyboards ⌘ is what Ctrl is on others. */
  isApple: boolean;
  /** The person the frame is rendered for, if they have a membership. */
  renderedFor?: string;
  /** The time zone this page was rendered in. */
  timeZone: string;
  /** Whether leads are kept on this device; `ended`: no longer. Undefined on another person's desk. */
  cachesLeads: { state: 'yes' | 'ended' | 'no'; owner: string | undefined } | undefined;
  children: ReactNode;
};

const HREFS = {
  leads: '/leads',
  newLead: '/leads/new',
  drafts: '/drafts',
  team: '/team',
  admin: '/admin',
} as const;

export type NavPage = keyof typeof HREFS;

/** The frame of every page: brand, navigation, the person menu, and the skip link. */
export async function PageFrame(props: Props) {
  const {
    brand,
    isTest,
    isDrill,
    consoleUrl,
    links,
    person,
    corrections,
    drafts,
    unread,
    bell,
    shortcuts,
    renderedFor,
  } = props;
  const { timeZone, cachesLeads, viewing, isApple, children } = props;
  const t = await getTranslations('Shell');
  const common = await getTranslations('Common');
  const searchKey = t('search.key', { system: isApple ? 'apple' : 'other' });
  return (
    <div className="flex min-h-screen flex-col bg-page text-ink">
      {/* First, so that it intercepts requests before any page is requested. */}
      <ConnectionNotice
        texts={{
          offline: t('connection.offline'),
          unreachable: t('connection.unreachable', { brand: brand.name }),
          kept: t('connection.kept'),
          tryAgain: common('tryAgain'),
          trying: t('connection.trying'),
        }}
      />
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
      >
        {t('skip')}
      </a>
      {viewing && <ViewBanner {...viewing} />}
      <header
        data-rendered-for={renderedFor ?? ''}
        data-corrections={corrections}
        data-drafts={drafts}
        data-unread={unread ?? 0}
        className="border-b border-line bg-surface"
      >
        {isDrill ? <DrillBanner /> : isTest && <TestBanner consoleUrl={consoleUrl} />}
        <div className="mx-auto flex w-full max-w-list flex-wrap items-center gap-x-6 px-4 sm:px-6 lg:px-8">
          <p className="min-w-0 flex-1 py-3 text-lg font-semibold sm:max-w-72 sm:flex-initial">
            <BrandMark brand={brand} />
          </p>
          {links.length > 0 && (
            <nav
              aria-label={t('mainNav')}
              className="scroll-tabs order-last -mx-2 -mb-px w-full sm:order-none sm:mx-0 sm:w-auto print:hidden"
            >
              <ul className="flex gap-1">
                {links.map((link) => (
                  <li key={link}>
                    <NavLink
                      href={HREFS[link]}
                      covers={link === 'newLead' ? 'page' : 'section'}
                      except={HREFS.newLead}
                      includes={link === 'leads' ? '/submissions/' : undefined}
                    >
                      {common(link)}
                      {link === 'leads' && corrections > 0 && <Corrections count={corrections} />}
                      {link === 'drafts' && <DraftCount count={drafts} />}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {cachesLeads && (
            <CachedLoader
              isAllowed={cachesLeads.state !== 'no'}
              owner={cachesLeads.state === 'ended' ? '' : cachesLeads.owner}
            />
          )}
          {person && (
            <div className="ml-auto flex items-center gap-1 print:hidden">
              {links.length > 0 && (
                <SearchButton
                  texts={{
                    search: common('search'),
                    key: searchKey,
                    label: t('shortcuts.everything'),
                    placeholder: t('search.placeholder', { admin: links.includes('admin') ? 'yes' : 'no' }),
                    close: t('shortcuts.close'),
                    failed: t('search.failed'),
                  }}
                  isApple={isApple}
                  fallback={links.includes('leads') ? HREFS.leads : '/admin/leads'}
                />
              )}
              {bell && <Bell {...bell} />}
              <PersonMenu {...person} />
            </div>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="relative flex w-full grow flex-col outline-none">
        <div className="mx-auto w-full max-w-list grow px-4 py-5 sm:px-6 sm:py-8 lg:px-8">{children}</div>
        <PageSkeleton text={t('loading')} />
      </main>
      <footer className="border-t border-line print:hidden">
        <ul className="mx-auto flex max-w-list flex-wrap gap-x-5 px-4 py-4 text-sm text-muted sm:px-6 lg:px-8">
          {[
            { href: brand.helpUrl, text: t('help') },
            { href: brand.privacyUrl, text: t('privacy') },
            { href: '/accessibility', text: t('accessibility') },
          ].map(
            ({ href, text }) =>
              href && (
                <li key={text}>
                  <a href={href} className="inline-block py-1 hover:text-ink hover:underline">
                    {text}
                  </a>
                </li>
              ),
          )}
        </ul>
      </footer>
      {shortcuts && (
        <ShortcutHelp {...shortcuts} hasLeads={links.includes('newLead')} searchKey={searchKey} />
      )}
      {person && <TimeZone shown={timeZone} />}
    </div>
  );
}

async function Corrections({ count }: { count: number }) {
  const t = await getTranslations('Shell');
  const { number } = await getFormats();
  return (
    <span className="tone-warn ml-1.5 rounded-small bg-tone-soft px-1.5 text-xs leading-5 text-tone">
      <span aria-hidden="true">{number(count)}</span>
      <span className="sr-only">{t('corrections', { count })}</span>
    </span>
  );
}

async function DraftCount({ count }: { count: number }) {
  const { number } = await getFormats();
  return (
    <span className="ml-1.5 rounded-small bg-hover px-1.5 text-xs leading-5 text-muted">{number(count)}</span>
  );
}
