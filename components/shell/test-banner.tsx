import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icons';

const BANNER =
  'tone-warn flex flex-wrap items-center justify-center gap-x-1.5 border-b border-tone-line bg-tone-soft px-4 py-1 text-sm text-ink print:hidden';

/** Says that this is a copy that sends nothing. */
export async function DrillBanner() {
  const t = await getTranslations('Shell');
  return (
    <div className={BANNER}>
      <Icon name="triangle-alert" className="size-3.5 text-tone" />
      <strong className="font-semibold text-tone">{t('drill')}</strong>
      <span>{t('drillDetail')}</span>
    </div>
  );
}

/** Says that leads here are test leads. In the demo it leads to what a visitor plays with. */
export async function TestBanner({ consoleUrl }: { consoleUrl?: string }) {
  const t = await getTranslations('Shell');
  return (
    <div className={BANNER}>
      <Icon name="triangle-alert" className="size-3.5 text-tone" />
      <strong className={`font-semibold text-tone ${consoleUrl ? 'max-sm:sr-only' : ''}`}>
        {t('testEnvironment')}
      </strong>
      {consoleUrl ? (
        <DemoLinks consoleUrl={consoleUrl} />
      ) : (
        <span className="max-sm:sr-only">{t('testEnvironmentDetail')}</span>
      )}
    </div>
  );
}

/** The other side of the demo: the vendor's console, the emails, and another of its people. */
async function DemoLinks({ consoleUrl }: { consoleUrl: string }) {
  const t = await getTranslations('Shell.demo');
  return (
    <nav aria-label={t('label')} className="flex flex-wrap items-center gap-x-3 sm:ml-3">
      <span aria-hidden="true">{t('label')}</span>
      {[
        { href: consoleUrl, text: t('console') },
        { href: `${consoleUrl}/mailbox`, text: t('mailbox') },
        { href: '/signin?again=switch', text: t('switchPerson') },
      ].map(({ href, text }) => (
        <a key={href} href={href} className="py-0.5 leading-5 underline underline-offset-2">
          {text}
        </a>
      ))}
    </nav>
  );
}
