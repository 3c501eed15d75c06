'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { MultiCombobox } from '@/components/forms/fields/combobox';
import { followForm } from '@/components/forms/follow-form';
import { LeadForm } from '@/components/forms/lead-form';
import { PastePanel } from '@/components/forms/paste-panel';
import { PinChoices } from '@/components/forms/pin-choices';
import { HeadRow, LeadTable } from '@/components/leads/lead-table';
import Caching from '@/components/offline/cached';
import { type Cached, clockText, isTooOld } from '@/components/offline/cached-view';
import { cacheForm } from '@/components/offline/caching';
import { listWaiting, readCached } from '@/components/offline/device';
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
export function OfflineDesk({ brand, nothingCached }: { brand: string; nothingCached: string }) {
  const [found, setFound] = useState<{ cached: Cached | undefined; items: Waiting[] }>();
  useEffect(() => {
    Promise.all([readCached(), listWaiting()]).then(
      ([cached, items]) => setFound({ cached, items }),
      () => setFound({ cached: undefined, items: [] }),
    );
  }, []);
  const cached = found?.cached;
  useEffect(openOnceReachable, []);
  useEffect(() => {
    if (!cached) return;
    const root = document.documentElement;
    root.lang = cached.lang;
    if (cached.theme) root.dataset.theme = cached.theme;
    document.title = `${cached.texts[placeAsked()]} – ${brand}`;
  }, [cached, brand]);
  if (!found) return null;
  if (!cached) return <main className="p-4">{nothingCached}</main>;
  const isOld = isTooOld(cached, new Date());
  return (
    <Frame brand={brand} cached={cached}>
      <Page
        items={found.items}
        cached={isOld ? { ...cached, list: { ...cached.list, rows: [] }, form: undefined } : cached}
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
function Frame({ brand, cached, children }: { brand: string; cached: Cached; children: ReactNode }) {
  const { texts, owner } = cached;
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
          <nav aria-label={texts.mainNav} className="scroll-tabs -mx-2 -mb-px max-sm:w-full sm:mx-0">
            <ul className="flex gap-1">
              {places.map(([place, href]) => (
                <li key={place}>
                  <NavLink href={href}>{texts[place]}</NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Caching owner={owner} />
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

function Page({ cached, items }: { cached: Cached; items: readonly Waiting[] }) {
  const { form, texts } = cached;
  const place = placeAsked();
  if (place === 'leads') return <List cached={cached} />;
  if (place === 'newLead' && form) return <NewLead cached={cached} form={form} />;
  return (
    <div className="max-w-form">
      <AsOf cached={cached} />
      <PageHeading title={texts[place]} />
      {place === 'newLead' ? <p>{texts.noForm}</p> : <OnThisDevice cached={cached} items={items} />}
    </div>
  );
}

/** Says first that the page is one without a network. */
function AsOf({ cached }: { cached: Cached }) {
  const { texts, readAt } = cached;
  return (
    <div
      role="status"
      className="tone-warn mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5"
    >
      <p className="font-semibold text-tone">
        {fill(texts.asOf, { time: clockText(readAt, cached, new Date()) })}
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

function List({ cached }: { cached: Cached }) {
  const { texts, list } = cached;
  const isElsewhere = ![PLACES.leads, '/'].includes(window.location.pathname);
  // How long ago a change was depends on when the page is read: here is when it was.
  const rows = list.rows.map((row) => ({
    ...row,
    changed: { iso: row.changed.iso, text: row.changed.text },
  }));
  const columns = list.columns.map(({ column, label }) => ({ column, content: <bdi>{label}</bdi> }));
  return (
    <>
      <AsOf cached={cached} />
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

/** The desk's own form. What it sends is cached here. */
function NewLead({ cached, form }: { cached: Cached; form: NonNullable<Cached['form']> }) {
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
      timeZone={cached.timeZone}
      renderedFor={cached.owner}
      cancelHref={PLACES.leads}
      action={async (_, data) => {
        const state = await cacheForm({ data, model, draftKey });
        if (!state) throw new Error('Nothing is cached on this device.');
        return state;
      }}
    >
      <PageHeading title={cached.texts.newLead} />
      <AsOf cached={cached} />
      <p className="pb-4 text-muted">{cached.texts.formIntro}</p>
    </LeadForm>
  );
}

function OnThisDevice({ cached, items }: { cached: Cached; items: readonly Waiting[] }) {
  const { texts } = cached;
  const justCachedId = new URLSearchParams(window.location.search).get('cached');
  const just = items.find(({ id }) => id === justCachedId);
  return (
    <>
      {just && (
        <p
          role="status"
          className="tone-info rounded-control border border-tone-line bg-tone-soft px-3 py-3 wrap-anywhere"
        >
          {fill(texts.justCached, { name: just.name })}
        </p>
      )}
      {items.length > 0 ? (
        <WaitingList cached={cached} items={items} />
      ) : (
        <p className="text-muted">{texts.nothingWaits}</p>
      )}
    </>
  );
}
