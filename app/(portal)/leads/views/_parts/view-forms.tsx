import { getTranslations } from 'next-intl/server';
import { FilterInputs, OrderInputs } from '@/components/leads/query-inputs';
import { ActionChoice, ActionInput } from '@/components/shell/action-fields';
import { ActionConfirm, ActionDetails, ActionForm, SubmitButton } from '@/components/shell/action-form';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Labelled } from '@/components/ui/field';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import { MAX_VIEW_NAME } from '@/lib/core/view-name';
import type { SavedView } from '@/lib/leads/list-view';

const CHOICE = 'flex min-h-11 items-center gap-2.5 sm:min-h-9';
/** In UTF-16 units: a character has up to two. The server counts characters. */
const MAX_LENGTH = 2 * MAX_VIEW_NAME;

/** Saves filters under a name. */
export async function SaveViewForm({ query, mayShare }: { query: LeadsQuery; mayShare: boolean }) {
  const t = await getTranslations('Views');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="save" className="space-y-3">
      <FilterInputs query={{ ...query, size: DEFAULT_LEADS_QUERY.size }} />
      <OrderInputs query={query} />
      <Labelled id="view-name" label={common('name')} className="max-w-md">
        <ActionInput id="view-name" name="name" maxLength={MAX_LENGTH} autoComplete="off" required />
      </Labelled>
      {mayShare && (
        <ActionChoice type="checkbox" name="shared" value="on" isChosen={false} className={CHOICE}>
          {t('share')}
        </ActionChoice>
      )}
      <ActionConfirm />
      <SubmitButton variant="primary">{t('save')}</SubmitButton>
    </ActionForm>
  );
}

/** Renames, shares or deletes a view. */
export async function ChangeViewForms({ view, mayShare }: { view: SavedView; mayShare: boolean }) {
  const t = await getTranslations('Views');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  const { id, name, isShared, isOwn } = view;
  const field = `name-${id}`;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 pt-2">
      <ActionDetails command="change" subject={id} className="min-w-0 grow basis-56">
        <summary
          aria-label={common('named', { action: common('change'), name })}
          className="min-h-11 w-fit text-accent hover:underline sm:min-h-9"
        >
          {common('change')}
        </summary>
        <ActionForm command="change" subject={id} about={{ view: id }} className="pt-1">
          <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <Labelled id={field} label={common('name')} className="min-w-0 grow basis-56">
              <ActionInput
                id={field}
                name="name"
                shown={name}
                dir="auto"
                maxLength={MAX_LENGTH}
                autoComplete="off"
                required
              />
            </Labelled>
            {isOwn && mayShare && (
              <ActionChoice type="checkbox" name="shared" value="on" isChosen={isShared} className={CHOICE}>
                {t('share')}
              </ActionChoice>
            )}
            <SubmitButton aria-label={common('named', { action: common('save'), name })}>
              {common('save')}
            </SubmitButton>
          </div>
        </ActionForm>
      </ActionDetails>
      <ConfirmDialog
        command="delete"
        subject={id}
        about={{ view: id }}
        text={common('delete')}
        name={common('named', { action: common('delete'), name })}
        title={common('deleteSure', { name })}
        cancel={action('cancel')}
      >
        {isShared ? t('deleteShared') : t('deleteOwn')}
      </ConfirmDialog>
    </div>
  );
}
