import { Button } from '@/components/ui/button';
import { correctionAddress } from '@/lib/core/address';
import { fill } from '@/lib/forms/texts';
import { type Cached, clockText } from './cached-view';
import { announce, removeWaiting } from './device';
import { writeDraft } from './draft-store';
import { stateOf, type Waiting } from './outbox';

/** What waits on this device. What the desk refused can be opened in the form; the rest is sent as it is. */
export function WaitingList({ cached, items }: { cached: Cached; items: readonly Waiting[] }) {
  const { texts } = cached;
  const remove = async ({ id }: Waiting) => {
    if (!window.confirm(texts.removeSure)) return;
    await removeWaiting(id);
    announce();
    location.reload();
  };
  return (
    <section aria-labelledby="waiting-heading" className="pt-6">
      <h2 id="waiting-heading" className="pb-2 text-lg font-semibold">
        {texts.waitingTitle}
      </h2>
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.id} className="rounded-control border border-line bg-surface px-4 py-3">
            <bdi className="block font-semibold wrap-anywhere">{item.name}</bdi>
            <p className="text-sm text-muted">
              {fill(texts.typedAt, { time: clockText(item.at, cached, new Date()) })}
            </p>
            <p>{texts.state[stateOf(item)]}</p>
            {[...new Set(item.reasons)].map((reason) => (
              <p key={reason} className="wrap-anywhere">
                {reason}
              </p>
            ))}
            <p className="flex flex-wrap gap-2 pt-2">
              {item.state === 'returned' && (
                <Button size="small" onClick={() => openInForm(item, cached)}>
                  {texts.openInForm}
                </Button>
              )}
              <Button size="small" variant="danger" onClick={() => void remove(item)}>
                {texts.remove}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As this tab's draft of a new lead: the form fills it in, and says so. It stays here until the desk has it. */
function openInForm({ draft }: Waiting, { form }: Cached): void {
  const { replaces } = draft.hidden;
  const key = `${form?.draftKey}${replaces ? `:from=${replaces}` : ''}`;
  if (form) writeDraft(key, draft);
  location.assign(replaces ? correctionAddress(replaces) : '/leads/new');
}
