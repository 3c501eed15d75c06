'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { MultiCombobox } from '@/components/forms/fields/combobox';
import { followForm } from '@/components/forms/follow-form';
import { LeadForm } from '@/components/forms/lead-form';
import { PastePanel } from '@/components/forms/paste-panel';
import { PinChoices } from '@/components/forms/pin-choices';
import { HeadRow, LeadTable } from '@/components/leads/lead-table';
import { listWaiting, readKept } from '@/components/offline/device';
import { keepForm } from '@/components/offline/keeping';
import Keeping from '@/components/offline/kept';
import { clockText, isTooOld, type Kept } from '@/components/offline/kept-view';
import type { Waiting } from '@/components/offline/outbox';
import { WaitingList } from '@/components/offline/waiting-list';
import { NavLink } from '@/components/shell/nav-link';
import { PageHeading } from '@/components/shell/page-heading';
import { reachability } from '@/components/shell/reachability';
import { mintId } from '@/lib/core/mint-id';
import { compileRules } from '@/lib/forms/rules';
import { fill } from '@/lib/forms/texts';

// What the form loads when it is used: without a network nothing is loaded later, so it belongs to this page.
void [compileRules, followForm, MultiCombobox, PastePanel, PinChoices];

const PLACES = { leads: '/leads', newLead: '/leads/new', thisDevice: '/settings/device' } as const;

type Place = keyof typeof PLACES;

/** The last list, the form for a new lead, or what waits, by the address that was asked for. */
export function OfflineDesk({ brand, nothingKept }: { brand: string; nothingKept: string }) {
  const [found, setFound] = useState<{ kept: Kept | undefined; items: Waiting[] }>();
  useEffect(() => {
    Promise.all([readKept(), listWaiting()]).then(
      ([kept, items]) => setFound({ kept, items }),
      () => setFound({ kept: undefined, items: [] }),
    );
  }, []);
  const kept = found?.kept;
  useEffect(openOnceReachable, []);
  useEffect(() => {
    if (!kept) return;
    const root = document.documentElement;
    root.lang = kept.lang;
    if (kept.theme) root.dataset.theme = kept.theme;
    document.title = `${kept.texts[placeAsked()]} – ${brand}`;
  }, [kept, brand]);
  if (!found) return null;
  if (!kept) return <main className="p-4">{nothingKept}</main>;
  const isOld = isTooOld(kept, new Date());
  return (
    <Frame brand={brand} kept={kept}>
      <Page
        items={found.items}
        kept={isOld ? { ...kept, list: { ...kept.list, rows: [] }, form: undefined } : kept}
      />
    </Frame>
  );
}

/** Opens what was asked for once the desk answers. A form is not taken away from whoever fills it in. */
function openOnceReachable(): (() => void) | undefined {
  if (placeAsked() === 'newLead') return;
  let isOver = false;
  const check = () => void reachability.check();
  reachability.lost();
  void reachability.regained().then(() => !isOver && window.location.reload());
  window.addEventListener('online', check);
  return () => {
    isOver = true;
    window.removeEventListener('online', check);
  };
}

/** Which page was asked for. What needs the network is the list, which says so. */
function placeAsked(): Place {
  const { pathname } = window.location;
  if (pathname === PLACES.newLead) return 'newLead';
  return pathname === PLACES.thisDevice ? 'thisDevice' : 'leads';
}

/** As the frame of every page (`components/shell/page-frame.tsx`), with what opens here. */
function Frame({ brand, kept, children }: { brand: string; kept: Kept; children: ReactNode }) {
  const { texts, owner } = kept;
  const places = Object.entries(PLACES) as [Place, string][];
  return (
    <div className="flex min-h-screen flex-col bg-page text-ink">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
      >
        {texts.skip}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-list flex-wrap items-center gap-x-6 px-4 sm:px-6 lg:px-8">
          <p className="min-w-0 py-3 text-lg font-semibold wrap-anywhere sm:max-w-72">
            <bdi>{brand}</bdi>
          </p>
          <nav aria-label={texts.mainNav} className="-mx-2 -mb-px overflow-x-auto max-sm:w-full sm:mx-0">
            <ul className="flex gap-1">
              {places.map(([place, href]) => (
                <li key={place}>
                  <NavLink href={href}>{texts[place]}</NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Keeping owner={owner} />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-list grow px-4 py-5 outline-none sm:px-6 sm:py-8 lg:px-8"
      >
        {children}
      </main>
    </div>
  );
}

function Page({ kept, items }: { kept: Kept; items: readonly Waiting[] }) {
  const { form, texts } = kept;
  const place = placeAsked();
  if (place === 'leads') return <List kept={kept} />;
  if (place === 'newLead' && form) return <NewLead kept={kept} form={form} />;
  return (
    <div className="mx-auto max-w-form">
      <AsOf kept={kept} />
      <PageHeading title={texts[place]} />
      {place === 'newLead' ? <p>{texts.noForm}</p> : <OnThisDevice kept={kept} items={items} />}
    </div>
  );
}

/** Says first that the page is one without a network. */
function AsOf({ kept }: { kept: Kept }) {
  const { texts, readAt } = kept;
  return (
    <div
      role="status"
      className="tone-warn mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5"
    >
      <p className="font-semibold text-tone">
        {fill(texts.asOf, { time: clockText(readAt, kept, new Date()) })}
      </p>
      <a
        href={window.location.pathname + window.location.search}
        className="inline-flex min-h-8 items-center underline"
      >
        {texts.tryAgain}
      </a>
    </div>
  );
}

function List({ kept }: { kept: Kept }) {
  const { texts, list } = kept;
  const isElsewhere = ![PLACES.leads, '/'].includes(window.location.pathname);
  // How long ago a change was depends on when the page is read: here is when it was.
  const rows = list.rows.map((row) => ({
    ...row,
    changed: { iso: row.changed.iso, text: row.changed.text },
  }));
  const columns = list.columns.map(({ column, label }) => ({ column, content: <bdi>{label}</bdi> }));
  return (
    <>
      <AsOf kept={kept} />
      <PageHeading title={texts.leads} />
      {isElsewhere && <p className="pb-4">{texts.offlineElsewhere}</p>}
      <p className="pb-4 text-muted">{rows.length > 0 ? texts.listMayBeOld : texts.noRows}</p>
      {rows.length > 0 && (
        <LeadTable
          rows={rows}
          columns={list.columns.map(({ column }) => column)}
          density={list.density}
          marks={NO_MARKS}
          unmark={() => {}}
          label={list.label}
          head={<HeadRow columns={columns} caption={texts.leads} />}
        />
      )}
    </>
  );
}

const NO_MARKS: ReadonlyMap<string, number> = new Map();

/** The desk's own form. What it sends is kept here. */
function NewLead({ kept, form }: { kept: Kept; form: NonNullable<Kept['form']> }) {
  const { model, values, texts } = form;
  const [hidden] = useState(() => ({ submissionId: mintId('sub'), version: model.version }));
  // A correction that the desk refused is opened under its own key (`WaitingList`).
  const from = new URLSearchParams(window.location.search).get('from');
  const draftKey = form.draftKey + (from ? `:from=${from}` : '');
  return (
    <LeadForm
      model={model}
      values={values}
      hidden={hidden}
      texts={texts}
      draftKey={draftKey}
      timeZone={kept.timeZone}
      renderedFor={kept.owner}
      cancelHref={PLACES.leads}
      action={async (_, data) => {
        const state = await keepForm({ data, model, draftKey });
        if (!state) throw new Error('Nothing is kept on this device.');
        return state;
      }}
    >
      <PageHeading title={kept.texts.newLead} />
      <AsOf kept={kept} />
      <p className="pb-4 text-muted">{kept.texts.formIntro}</p>
    </LeadForm>
  );
}

function OnThisDevice({ kept, items }: { kept: Kept; items: readonly Waiting[] }) {
  const { texts } = kept;
  const keptNow = new URLSearchParams(window.location.search).get('kept');
  const just = items.find(({ id }) => id === keptNow);
  return (
    <>
      {just && (
        <p
          role="status"
          className="tone-info rounded-control border border-tone-line bg-tone-soft px-3 py-3 wrap-anywhere"
        >
          {fill(texts.justKept, { name: just.name })}
        </p>
      )}
      {items.length > 0 ? (
        <WaitingList kept={kept} items={items} />
      ) : (
        <p className="text-muted">{texts.nothingWaits}</p>
      )}
    </>
  );
}
