import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icons';

const STEPS = ['columns', 'check', 'send', 'result'] as const;
export type ImportStep = (typeof STEPS)[number];

/** The steps of an import, each with its own address. Those that cannot be visited yet are texts. */
export async function ImportSteps({
  id,
  current,
  open,
}: {
  id: string;
  current: ImportStep;
  /** The steps that can be visited. */
  open: readonly ImportStep[];
}) {
  const t = await getTranslations('Import');
  return (
    <nav aria-label={t('steps.label')} className="pb-5 print:hidden">
      <ol className="flex flex-wrap gap-x-3 gap-y-1 sm:gap-x-2">
        {STEPS.map((step, index) => {
          const text = t(`steps.${step}`);
          const isLink = step !== current && open.includes(step);
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={classOf(step === current)}
            >
              {index > 0 && <Icon name="chevron-right" className="size-3.5 text-muted max-sm:hidden" />}
              <span
                aria-hidden="true"
                className={`grid size-5 place-content-center rounded-full text-xs ${step === current ? 'bg-accent-solid text-on-accent' : 'bg-hover text-ink'}`}
              >
                {index + 1}
              </span>
              {isLink ? (
                <a href={`/leads/import/${id}/${step}`} className="text-accent hover:underline">
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const classOf = (isCurrent: boolean) =>
  `inline-flex min-h-8 items-center gap-2 ${isCurrent ? 'font-semibold' : 'text-muted'}`;
