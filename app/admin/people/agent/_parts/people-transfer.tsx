import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';

/** Transfers an agent's open submissions to a chosen colleague. */
export async function PeopleTransfer({
  owner,
  movable,
  stays,
  drafts,
  imports,
  colleagues,
}: {
  owner: string;
  movable: number;
  stays: number;
  /** Of new leads. */
  drafts: number;
  /** With rows that are still to be sent. */
  imports: number;
  colleagues: { id: string; name: string }[];
}) {
  const t = await getTranslations('People.agent');
  return (
    <>
      <div className="max-w-prose space-y-2 pb-3 text-sm text-muted">
        <p>{t('transferIntro')}</p>
        <p>{t('drafts')}</p>
        <ul className="flex flex-wrap gap-x-4 font-semibold text-ink">
          <li>{t('movable', { count: movable })}</li>
          <li>{t('stays', { count: stays })}</li>
          <li>{t('draftCount', { count: drafts })}</li>
          <li>{t('importCount', { count: imports })}</li>
        </ul>
      </div>
      {colleagues.length === 0 && <p className="text-sm">{t('alone')}</p>}
      {colleagues.length > 0 && movable + drafts + imports > 0 && (
        <ActionForm command="transfer" subject={owner} about={{ agent: owner }}>
          <div className="flex flex-wrap items-end gap-2">
            <Labelled id="to" label={t('to')} className="min-w-0 basis-72">
              <ActionSelect id="to" name="to" required>
                <option value="">{t('choose')}</option>
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </ActionSelect>
            </Labelled>
            <SubmitButton>{t('submit')}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </>
  );
}
