import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icons';
import type { FormAction } from '@/lib/core/action-result';
import { ActionArea } from './action-area';
import { ActionForm, SubmitButton } from './action-form';
import { ShortcutKeys } from './shortcut-keys';
import { SHORTCUTS } from './shortcuts';

export type ShortcutChoice = {
  isOn: boolean;
  /** Switches them on or off; a server action. */
  choose: FormAction;
};

const OF_LEADS = ['n', 'j', 'k'];
const KEYS = [
  { key: '/', text: 'search' },
  { key: 'n', text: 'newLead' },
  { key: 'j', text: 'nextRow' },
  { key: 'k', text: 'previousRow' },
  { key: '?', text: 'help' },
] as const;

/** The keys that do something, and the switch for them (WCAG 2.1.4): shown by `?` and by the account menu. */
export async function ShortcutHelp({
  isOn,
  choose,
  hasLeads,
  searchKey,
}: ShortcutChoice & {
  hasLeads: boolean;
  /** Of the search of everything: it has a modifier, so it stays when the others are off. */
  searchKey: string;
}) {
  const t = await getTranslations('Shell.shortcuts');
  const common = await getTranslations('Common');
  const keys = KEYS.filter(({ key }) => hasLeads || !OF_LEADS.includes(key));
  return (
    <section
      id={SHORTCUTS}
      popover="auto"
      tabIndex={-1}
      aria-labelledby={`${SHORTCUTS}-title`}
      className="m-auto w-80 max-w-[calc(100%-(--spacing(8)))] rounded-card bg-surface p-4 text-ink shadow-raised backdrop:bg-backdrop forced-colors:border"
    >
      <div className="flex items-center justify-between">
        <h2 id={`${SHORTCUTS}-title`} className="text-lg font-semibold">
          {common('keyboardShortcuts')}
        </h2>
        <button
          type="button"
          popoverTarget={SHORTCUTS}
          popoverTargetAction="hide"
          aria-label={t('close')}
          className="-mr-1.5 grid size-8 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="x" />
        </button>
      </div>
      <dl className="divide-y divide-line py-2">
        {[{ key: searchKey, text: 'everything' } as const, ...keys].map(({ key, text }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt className="order-last">
              <kbd className="inline-block min-w-6 rounded-small border border-line-button bg-sunken px-1.5 text-center font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd className={isOn || key === searchKey ? '' : 'text-muted'}>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p className="pb-3 text-sm text-muted">{isOn ? t('isOn') : t('isOff', { key: searchKey })}</p>
      <ActionArea action={choose}>
        <ActionForm command="shortcuts" about={{ shortcuts: isOn ? 'off' : 'on' }}>
          <SubmitButton size="small">{isOn ? t('switchOff') : t('switchOn')}</SubmitButton>
        </ActionForm>
      </ActionArea>
      {isOn && <ShortcutKeys />}
    </section>
  );
}
