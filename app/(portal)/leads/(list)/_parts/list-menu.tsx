import { getTranslations } from 'next-intl/server';
import { exportHref, leadsHref } from '@/components/leads/address';
import { ActionArea } from '@/components/shell/action-area';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { getFormats } from '@/components/ui/formats';
import { Menu, MenuLink } from '@/components/ui/menu';
import { MENU_LINE } from '@/components/ui/popover';
import type { FormAction } from '@/lib/core/action-result';
import { type LeadsQuery, PAGE_SIZES } from '@/lib/core/leads-query';
import { DENSITIES } from '@/lib/core/preferences';
import type { LeadsPage } from '@/lib/leads/list-view';

const CHOICE = 'flex min-h-11 items-center gap-2.5 sm:min-h-9';

/** What one does to the list now and then: export, page size, columns and density. */
export async function ListMenu({ page, choose }: { page: LeadsPage; choose: FormAction }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { query, isReadOnly, total } = page;
  return (
    <Menu id="list-menu" label={common('moreActions')}>
      <div className="grid gap-3 sm:w-80">
        {!isReadOnly && (
          <div className="-mx-2 -mt-2">
            <span className="sm:hidden">
              <MenuLink href="/leads/import" icon="upload">
                {common('import')}
              </MenuLink>
            </span>
            {total.count > 0 && query.show !== 'needs-correction' && (
              <MenuLink href={exportHref(query)} icon="download">
                {t('export')}
              </MenuLink>
            )}
          </div>
        )}
        <PageSizes query={query} />
        {!isReadOnly && <Display page={page} choose={choose} />}
      </div>
    </Menu>
  );
}

async function PageSizes({ query }: { query: LeadsQuery }) {
  const t = await getTranslations('Leads');
  const { number } = await getFormats();
  return (
    <nav aria-label={t('size')} className="flex items-center justify-between gap-3">
      <span aria-hidden="true" className="text-sm text-muted">
        {t('size')}
      </span>
      <ul className="-mr-2 flex">
        {PAGE_SIZES.map((size) => (
          <li key={size}>
            <a
              href={leadsHref(query, { size })}
              data-soft="list"
              aria-current={size === query.size ? 'true' : undefined}
              className={`${MENU_LINE} aria-[current=true]:text-accent`}
            >
              {number(size)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Which columns the list has, and how dense it is: stored with the person. */
async function Display({ page: { columns, density }, choose }: { page: LeadsPage; choose: FormAction }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  return (
    <ActionArea action={choose}>
      <ActionForm command="display">
        {/* Cards show what fits. */}
        <fieldset className="border-t border-line pt-3 narrow:hidden">
          <legend className="float-left w-full text-sm text-muted">{t('display.columns')}</legend>
          <div className="grid w-full grid-cols-2 gap-x-4">
            {columns.map(({ column, label, isShown }) => (
              <ActionChoice
                key={column}
                type="checkbox"
                name={`column.${column}`}
                value="on"
                isChosen={isShown}
                className={CHOICE}
              >
                <bdi>{label === undefined ? t(`columns.${column}`) : label}</bdi>
              </ActionChoice>
            ))}
          </div>
        </fieldset>
        <fieldset className="border-t border-line pt-3 wide:mt-2">
          <legend className="float-left w-full text-sm text-muted">{t('display.density')}</legend>
          <div className="grid w-full grid-cols-2 gap-x-4">
            {DENSITIES.map((value) => (
              <ActionChoice
                key={value}
                type="radio"
                name="density"
                value={value}
                isChosen={density === value}
                className={CHOICE}
              >
                {t(`display.${value}`)}
              </ActionChoice>
            ))}
          </div>
        </fieldset>
        <SubmitButton variant="primary" className="mt-3 w-full">
          {common('save')}
        </SubmitButton>
      </ActionForm>
    </ActionArea>
  );
}
