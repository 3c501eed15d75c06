import { getTranslations } from 'next-intl/server';
import { ActionChoice, ActionInput, ActionSelect, ActionTextArea } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Banner } from '@/components/ui/banner';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { Labelled } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import type { FieldView } from './field-view';

type Props = { field: FieldView };
type Limits = { label: number; help: number; group: number };

/** One field: as in the portal, as shown here, and its place. */
export async function FieldCard({ field, limits }: Props & { limits: Limits }) {
  const t = await getTranslations('Fields');
  return (
    <article aria-labelledby="field-heading">
      <h2 id="field-heading" dir="auto" className="pb-2 text-lg font-semibold wrap-anywhere">
        {field.label}
      </h2>
      {field.notes.map((note) => (
        <div key={note} className="pb-3">
          <Banner tone="warn" title={note} />
        </div>
      ))}
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="space-y-6">
          <DisplayForm field={field} limits={limits} />
          <PlaceForm field={field} />
          {field.hasOwn && <ResetForm field={field} />}
        </div>
        <section aria-labelledby="facts-heading">
          <h3 id="facts-heading" className="pb-1 font-semibold">
            {t('facts')}
          </h3>
          <DescriptionList>
            {field.facts.map(({ term, lines }) => (
              <Description key={term} term={term}>
                <ul className="wrap-anywhere">
                  {lines.map((line) => (
                    <li key={line} dir="auto">
                      {line}
                    </li>
                  ))}
                </ul>
              </Description>
            ))}
          </DescriptionList>
        </section>
      </div>
    </article>
  );
}

async function DisplayForm({ field, limits }: Props & { limits: Limits }) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  const { id, display, portal, groups, shown } = field;
  return (
    <section aria-labelledby="display-heading">
      <h3 id="display-heading" className="font-semibold">
        {t('display')}
      </h3>
      <p className="pb-2 text-sm text-muted">{t('displayIntro')}</p>
      <ActionForm command="display" subject={id} about={{ field: id, shown }}>
        {/* Re-mounted with the saved value: React keeps the input of an existing control. */}
        <div key={shown} className="space-y-3">
          <Labelled id="own-label" label={t('name')}>
            <ActionInput
              id="own-label"
              name="label"
              dir="auto"
              shown={display.label}
              placeholder={portal.label}
              maxLength={limits.label}
              autoComplete="off"
            />
          </Labelled>
          <Labelled id="own-help" label={t('help')}>
            <ActionTextArea
              id="own-help"
              name="help"
              dir="auto"
              rows={2}
              shown={display.help}
              placeholder={portal.help}
              maxLength={limits.help}
            />
          </Labelled>
          <Labelled id="own-group" label={t('group')}>
            <ActionInput
              id="own-group"
              name="group"
              dir="auto"
              list="known-groups"
              shown={display.group}
              maxLength={limits.group}
              autoComplete="off"
              aria-describedby="group-hint"
            />
            <datalist id="known-groups">
              {groups.map((group) => (
                <option key={group} value={group} />
              ))}
            </datalist>
            <p id="group-hint" className="pt-1 text-sm text-muted">
              {t('groupHint')}
            </p>
          </Labelled>
          <RoleChoice field={field} />
          <HideChoice field={field} />
          <SubmitButton variant="primary">{common('save')}</SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}

async function RoleChoice({ field: { display, roles } }: Props) {
  const t = await getTranslations('Fields');
  return (
    <Labelled id="own-role" label={t('usedAs')}>
      <ActionSelect id="own-role" name="role" shown={display.role} aria-describedby="role-hint">
        {roles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </ActionSelect>
      <p id="role-hint" className="pt-1 text-sm text-muted">
        {t('usedAsHint')}
      </p>
    </Labelled>
  );
}

async function HideChoice({ field: { isRequired, display } }: Props) {
  const t = await getTranslations('Fields');
  if (isRequired && !display.hidden) return <p className="text-sm text-muted">{t('hideRequired')}</p>;
  return (
    <div>
      <ActionChoice
        type="checkbox"
        name="hidden"
        value="yes"
        isChosen={display.hidden}
        aria-describedby="hide-hint"
        className="flex min-h-11 items-start gap-2.5 py-1.5 [&>input]:mt-0.5"
      >
        <span>{t('hide')}</span>
      </ActionChoice>
      <p id="hide-hint" className="text-sm text-muted">
        {t('hideHint')}
      </p>
    </div>
  );
}

async function PlaceForm({ field: { id, place, count, isFirst, isLast } }: Props) {
  const t = await getTranslations('Fields');
  return (
    <section aria-labelledby="place-heading" className="border-t border-line pt-4">
      <h3 id="place-heading" className="font-semibold">
        {t('placeTitle')}
      </h3>
      <p className="pb-2 text-sm text-muted">{t('placeIntro', { place, count })}</p>
      <ActionForm command="move" subject={id} about={{ field: id }}>
        <div className="flex flex-wrap items-end gap-2">
          <Labelled id="place-number" label={t('column.place')} className="w-24">
            <ActionInput
              id="place-number"
              name="number"
              inputMode="numeric"
              shown={String(place)}
              maxLength={6}
              autoComplete="off"
            />
          </Labelled>
          {/* First, so that Enter in the input triggers it. */}
          <SubmitButton name="place" value="number">
            {t('setPlace')}
          </SubmitButton>
          <SubmitButton name="place" value="up" disabled={isFirst} className="disabled:opacity-40">
            {t('up')}
          </SubmitButton>
          <SubmitButton name="place" value="down" disabled={isLast} className="disabled:opacity-40">
            {t('down')}
          </SubmitButton>
          <SubmitButton name="place" value="portal" variant="ghost">
            {t('portalPlace')}
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}

async function ResetForm({ field: { id, label } }: Props) {
  const t = await getTranslations('Fields');
  const action = await getTranslations('Action');
  return (
    <section aria-labelledby="reset-heading" className="border-t border-line pt-4">
      <h3 id="reset-heading" className="font-semibold">
        {t('resetTitle')}
      </h3>
      <p className="pb-2 text-sm text-muted">{t('resetIntro')}</p>
      <ConfirmDialog
        command="reset"
        subject={id}
        about={{ field: id }}
        text={t('reset')}
        title={t('resetQuestion', { label: isolate(label) })}
        cancel={action('cancel')}
      >
        {t('resetIntro')}
      </ConfirmDialog>
    </section>
  );
}
