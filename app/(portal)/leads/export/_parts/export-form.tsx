import { getTranslations } from 'next-intl/server';
import { leadsHref } from '@/components/leads/address';
import { FilterInputs, OrderInputs } from '@/components/leads/query-inputs';
import { Button } from '@/components/ui/button';
import { CARD } from '@/components/ui/card';
import { TICK } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import type { LeadsQuery } from '@/lib/core/leads-query';

const CHOICES = { columns: ['shown', 'all'], format: ['xlsx', 'csv'] } as const;

/** How the leads of the filtered list are taken along. Posts to a download, so it works without scripts. */
export async function ExportForm({ query, summary }: { query: LeadsQuery; summary: string }) {
  const t = await getTranslations('Export');
  return (
    <form
      action="/leads/export/file"
      method="post"
      className={`${CARD} max-w-form space-y-5 px-4 py-5 sm:px-6`}
    >
      <FilterInputs query={query} />
      <OrderInputs query={query} />
      <p className="max-w-prose">{summary}</p>
      {(['columns', 'format'] as const).map((name) => (
        <fieldset key={name}>
          <legend className="mb-1 font-semibold">{t(name)}</legend>
          {CHOICES[name].map((value, index) => (
            <Choice key={value} name={name} value={value} isFirst={index === 0} hint={t(`hint.${value}`)}>
              {t(`choice.${value}`)}
            </Choice>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t('download')}
        </Button>
        <LinkButton href={leadsHref(query)}>{t('toList')}</LinkButton>
      </div>
    </form>
  );
}

type ChoiceProps = { name: string; value: string; isFirst: boolean; hint: string; children: string };

function Choice({ name, value, isFirst, hint, children }: ChoiceProps) {
  const id = `${name}-${value}-hint`;
  return (
    <div className="py-1">
      <label className="flex min-h-8 items-center gap-3">
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={isFirst}
          aria-describedby={id}
          className={TICK}
        />
        {children}
      </label>
      <p id={id} className="pl-8 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
