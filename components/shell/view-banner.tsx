import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { isolate } from '@/lib/core/isolate';

export type Viewing = {
  /** Whose desk an admin sees. */
  name: string;
  /** When that ends by itself. */
  until: Date;
  /** Where the form to stop posts to. */
  stopAt: string;
};

/** On every page, and in sight, while an admin sees the desk as a person. Not printed away: paper says it too. */
export async function ViewBanner({ name, until, stopAt }: Viewing) {
  const t = await getTranslations('Shell.viewing');
  const { locale, zone } = await getFormats();
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return (
    <section
      data-at-top
      aria-label={t('label')}
      className="tone-info sticky top-0 z-10 border-b border-tone-line bg-tone-soft text-sm text-ink print:static"
    >
      <div className="mx-auto flex w-full max-w-list items-center gap-3 px-4 py-1.5 sm:px-6 lg:px-8">
        <Icon name="user" className="size-4 shrink-0 text-tone max-sm:hidden" />
        <p className="min-w-0 flex-1 leading-snug text-pretty wrap-anywhere">
          {t.rich('banner', {
            name: isolate(name),
            time: time.format(until),
            strong: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
        <form method="post" action={stopAt} className="print:hidden">
          <Button type="submit" size="small">
            {t('stop')}
          </Button>
        </form>
      </div>
    </section>
  );
}
