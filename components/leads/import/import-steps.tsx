import { getTranslations } from 'next-intl/server';

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
      <ol className="flex list-inside list-decimal flex-wrap gap-x-6 gap-y-1">
        {STEPS.map((step) => {
          const text = t(`steps.${step}`);
          const isLink = step !== current && open.includes(step);
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={classOf(step === current)}
            >
              {isLink ? (
                <a href={`/leads/import/${id}/${step}`} className="text-accent underline">
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

const classOf = (isCurrent: boolean) => `min-h-8 leading-8 ${isCurrent ? 'font-semibold' : 'text-muted'}`;
