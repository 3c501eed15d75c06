import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';

type Props = {
  /** The address of the list, without filters. */
  href: string;
  /** The label of the form. */
  label: string;
  days: { from: string; to: string };
  /** Whether the filters exclude anything now. */
  isFiltered: boolean;
  /** The labels of the days; absent for “From” and “To”. */
  texts?: { from: string; to: string };
  /** On a phone all filters but this one are in a sheet, which a button opens, also without scripts. */
  sheet?: { search: ReactNode; button: string };
  /** Further filters, before the days. */
  children: ReactNode;
  className: string;
};

const SHEET = 'list-filters';
/** At the bottom of a phone's screen; part of the form on a wider one. */
const SHEET_CLASS =
  'inset-x-0 top-auto bottom-0 m-0 w-auto max-w-none rounded-t-card border-line bg-surface p-4 text-ink shadow-raised max-sm:backdrop:bg-backdrop sm:static sm:contents';

/** The filters of a list: a plain GET form. */
export async function FilterForm(props: Props) {
  const { href, label, days, isFiltered, texts, children, className, sheet } = props;
  const t = await getTranslations('Common');
  const rest = (
    <>
      {children}
      <Labelled id="filter-from" label={texts?.from ?? t('from')}>
        <TextInput id="filter-from" type="date" name="from" defaultValue={days.from} />
      </Labelled>
      <Labelled id="filter-to" label={texts?.to ?? t('to')}>
        <TextInput id="filter-to" type="date" name="to" defaultValue={days.to} />
      </Labelled>
    </>
  );
  const apply = (
    <Button type="submit" size="small" className="min-h-11 sm:min-h-9">
      {t('apply')}
    </Button>
  );
  const clear = isFiltered && (
    <a href={href} className="inline-flex min-h-11 items-center text-sm text-accent underline sm:min-h-9">
      {t('clearFilters')}
    </a>
  );
  return (
    <form
      action={href}
      method="get"
      aria-label={label}
      className={`grid grid-cols-2 items-end gap-x-3 gap-y-2 pb-3 sm:grid-cols-3 ${className}`}
    >
      {sheet && (
        <div className="col-span-2 flex items-end gap-2 sm:contents">
          <div className="min-w-0 grow">{sheet.search}</div>
          <Button popoverTarget={SHEET} className="sm:hidden">
            <Icon name="list-filter" />
            {sheet.button}
          </Button>
        </div>
      )}
      {sheet ? (
        <div id={SHEET} popover="auto" className={SHEET_CLASS}>
          <div className="grid grid-cols-2 gap-3 sm:contents">
            {rest}
            <div className="col-span-2 grid sm:hidden">{apply}</div>
          </div>
        </div>
      ) : (
        rest
      )}
      <div
        className={`col-span-2 flex items-center gap-3 sm:col-span-1 ${sheet ? 'empty:hidden max-sm:*:[button]:hidden' : ''}`}
      >
        {apply}
        {clear}
      </div>
    </form>
  );
}

/** An option of a filter. */
export type Choice = { value: string; label: string };

/** A filter by one of several values, or by none. */
export function FilterSelect({
  name,
  label,
  any,
  value,
  choices,
  className,
}: {
  name: string;
  label: string;
  /** The text of the option that filters nothing. */
  any: string;
  value: string;
  choices: readonly Choice[];
  className?: string;
}) {
  const id = `filter-${name}`;
  return (
    <Labelled id={id} label={label} className={className}>
      <Select id={id} name={name} defaultValue={value}>
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}
