import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import type { FormAction } from '@/lib/core/action-result';
import { DENSITIES } from '@/lib/core/preferences';
import type { LeadsPage } from '@/lib/leads/list-view';

const MENU = 'list-display';
const CHOICE = 'flex min-h-11 items-center gap-2.5 sm:min-h-9';

/** Which columns the list has, and how dense it is. A native popover: it opens without a script. */
export async function ListDisplay({
  page: { columns, density },
  choose,
}: {
  page: LeadsPage;
  choose: FormAction;
}) {
  const t = await getTranslations('Leads');
  return (
    <>
      <Button popoverTarget={MENU} variant="ghost" size="small" className="[anchor-name:--display]">
        <Icon name="sliders-horizontal" className="size-3.5" />
        <span className="max-sm:sr-only">{t('display.button')}</span>
      </Button>
      <div
        id={MENU}
        popover="auto"
        className="inset-x-0 top-auto bottom-0 m-0 max-h-4/5 w-auto max-w-none overflow-y-auto rounded-card bg-surface p-4 text-ink shadow-raised backdrop:bg-backdrop sm:inset-auto sm:top-24 sm:right-4 sm:w-96 sm:[position-anchor:--display] sm:backdrop:bg-transparent forced-colors:border sm:supports-[top:anchor(bottom)]:top-[anchor(bottom)] sm:supports-[top:anchor(bottom)]:right-[anchor(right)]"
      >
        <ActionArea action={choose}>
          <ActionForm command="display">
            <fieldset>
              <legend className="text-sm text-muted">{t('display.columns')}</legend>
              <div className="grid grid-cols-2 gap-x-4">
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
            <fieldset className="mt-2 border-t border-line pt-3">
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
              {t('display.save')}
            </SubmitButton>
          </ActionForm>
        </ActionArea>
      </div>
    </>
  );
}
