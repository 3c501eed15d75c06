import { html } from 'hono/html';
import { type Faults, LIST_LIES, NO_FAULTS, PAGE_LOOPS, TOKEN_REFUSALS } from '../../controls';
import { ROUTES } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { checkbox, numberInput, select, textInput } from './parts';

/** What a demo shows most: one press each. Counted ones are used up by the next lead. */
export const PRESETS = {
  down: {
    name: 'Portal down',
    what: 'Nothing gets through until you press Reset.',
    set: { down: true },
  },
  lost: {
    name: 'Reply lost',
    what: 'The next lead is stored, but no reply comes back.',
    set: { dropAfterStore: 1 },
  },
  rejected: {
    name: 'Rejects the next lead',
    what: 'The portal asks the partner to correct the email address.',
    set: { rejectCreates: 1 },
  },
  none: { name: 'Reset', what: 'Everything works again.', set: {} },
} as const satisfies Record<string, { name: string; what: string; set: Partial<Faults> }>;

type Preset = keyof typeof PRESETS;

export const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name);

/** Faults that can be switched on, the service's settings, and the reset. */
export function faultsPage({ state }: Sandbox, { done }: { done?: string | undefined }): Markup {
  const now = Object.entries(state.faults).filter(
    ([name, value]) => String(value) !== String(Reflect.get(NO_FAULTS, name)),
  );
  const isOn = (set: Partial<Faults>) =>
    now.length > 0 &&
    now.length === Object.keys(set).length &&
    now.every(([name, value]) => Reflect.get(set, name) === value);
  const preset = Object.values(PRESETS).find(({ set }) => isOn(set));
  return layout({
    title: 'Faults',
    at: '/console/faults',
    done,
    body: html`<p>Choose what goes wrong, then submit a lead in the desk. ${nowText({ preset: preset?.name, isQuiet: now.length === 0 })}</p>
<form method="post" action="/console/faults"><ul class="presets">${Object.entries(PRESETS).map(
      ([id, { name, what, set }]) =>
        html`<li><button class="${id === 'none' ? 'quiet' : 'switch'}" name="preset" value="${id}" aria-describedby="preset-${id}"${
          id === 'none' ? '' : html` aria-pressed="${isOn(set) ? 'true' : 'false'}"`
        }>${name}</button> <span class="hint" id="preset-${id}">${what}</span></li>`,
    )}</ul></form>
<details${preset === undefined && now.length > 0 ? html` open` : ''}><summary>Test bench: every fault, the portal’s settings, start over</summary>
<form method="post" action="/console/faults" class="grid thirds">
${callFaults(state.faults)}
${createFaults(state.faults)}
${readFaults(state.faults)}
${tokenFaults(state.faults)}
${deliveryFaults(state.faults)}
<p class="actions"><button>Set these faults</button></p>
</form>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<form method="post" action="/console/settings" class="grid">${settingInputs(state.settings)}
<p class="actions"><button>Save the settings</button></p></form></section>
<section aria-labelledby="reset"><h2 id="reset">Start over</h2>
<form method="post" action="/console/reset">
<p>Leads, form, shape, faults, settings, deliveries and subscriptions go back to their start. The first key stays valid.</p>
<button class="danger">Delete all changes</button></form></section></details>`,
  });
}

function nowText({ preset, isQuiet }: { preset: string | undefined; isQuiet: boolean }): Markup {
  if (isQuiet) return html`Now: everything works.`;
  return preset === undefined ? html`Now: faults of the test bench below.` : html`Now: ${preset}.`;
}

/** The value for "no header at all" in the Retry-After field. */
export const NO_HEADER = 'none';

const SHARE = html`min="0" max="1" step="0.01"`;

function callFaults(faults: Faults): Markup {
  return html`<fieldset class="stack"><legend>Calls</legend>
${numberInput({ name: 'latencyMs', label: 'Delay in milliseconds', value: faults.latencyMs })}
${numberInput({ name: 'errorRate', label: 'Share that fails with a 5xx', value: faults.errorRate, hint: '0 to 1', extra: SHARE })}
${numberInput({ name: 'errorStatus', label: 'Their status', value: faults.errorStatus, hint: '400 to 599. 0: 500 or 503' })}
${numberInput({ name: 'rateLimitedRate', label: 'Share refused as too many (429)', value: faults.rateLimitedRate, hint: '0 to 1', extra: SHARE })}
${textInput({ name: 'retryAfter', label: 'Retry-After of 429s', value: faults.retryAfter ?? NO_HEADER, hint: `Empty: as the shape says. ${NO_HEADER}: no header` })}
${checkbox({ name: 'down', label: 'Down: every call is cut', checked: faults.down })}
<fieldset><legend>Only these calls (none ticked: all)</legend><div class="choices">${ROUTES.map((route) =>
    checkbox({
      name: 'onlyRoutes',
      label: route,
      value: route,
      id: `only-${route}`,
      checked: faults.onlyRoutes.includes(route),
    }),
  )}</div></fieldset></fieldset>`;
}

function createFaults(faults: Faults): Markup {
  return html`<fieldset class="stack"><legend>New leads: how many of the next</legend>
${numberInput({ name: 'rejectCreates', label: 'Rejected', value: faults.rejectCreates })}
${numberInput({ name: 'dropAfterStore', label: 'Stored, but the reply is lost', value: faults.dropAfterStore })}
${numberInput({ name: 'truncateAfterStore', label: 'Stored, but the reply breaks off', value: faults.truncateAfterStore })}
${numberInput({ name: 'dropBeforeStore', label: 'Not stored, and the connection is cut', value: faults.dropBeforeStore })}
${numberInput({ name: 'hangAfterStore', label: 'Stored, but no reply ever comes', value: faults.hangAfterStore })}
${numberInput({ name: 'hangBeforeStore', label: 'Not stored, and no reply ever comes', value: faults.hangBeforeStore })}
${numberInput({ name: 'respondLateMs', label: 'Late reply', value: faults.respondLateMs, hint: 'Milliseconds, for all of them' })}</fieldset>`;
}

function readFaults(faults: Faults): Markup {
  return html`<fieldset class="stack"><legend>Reads and lists</legend>
${numberInput({ name: 'readLagMs', label: 'Outdated leads', value: faults.readLagMs, hint: 'Milliseconds behind' })}
${numberInput({ name: 'listLagMs', label: 'Outdated list only', value: faults.listLagMs, hint: 'Milliseconds behind' })}
${numberInput({ name: 'patchLagMs', label: 'Edits show late', value: faults.patchLagMs, hint: 'Milliseconds' })}
${numberInput({ name: 'patchHidesMs', label: 'Not found after an edit', value: faults.patchHidesMs, hint: 'Milliseconds' })}
${select({ name: 'listLie', label: 'Wrong list', value: faults.listLie, choices: LIST_LIES.map(toChoice) })}
${select({ name: 'pageLoop', label: 'Wrong next page', value: faults.pageLoop, hint: 'If the list has pages', choices: PAGE_LOOPS.map(toChoice) })}</fieldset>`;
}

function tokenFaults(faults: Faults): Markup {
  return html`<fieldset class="stack"><legend>Tokens and subscriptions</legend>
${checkbox({ name: 'singleToken', label: 'A new token ends the last one', checked: faults.singleToken })}
${select({ name: 'refuseTokens', label: 'Refuse every token with', value: faults.refuseTokens, hint: '0: tokens are accepted', choices: TOKEN_REFUSALS.map(toChoice) })}
${numberInput({ name: 'dropAfterSubscribe', label: 'Subscribed, but the reply is lost', value: faults.dropAfterSubscribe, hint: 'How many of the next' })}</fieldset>`;
}

const toChoice = (value: string | number) => ({ value: String(value), label: String(value) });

function deliveryFaults(faults: Faults): Markup {
  return html`<fieldset class="stack"><legend>Deliveries</legend>
${numberInput({ name: 'duplicateDeliveries', label: 'Extra copies of each', value: faults.duplicateDeliveries })}
${checkbox({ name: 'reorderDeliveries', label: 'Send the last one first', checked: faults.reorderDeliveries })}
${checkbox({ name: 'holdDeliveries', label: 'Hold until released', checked: faults.holdDeliveries })}
<p class="hint">Release what is held on the <a href="/console/deliveries">deliveries page</a>.</p></fieldset>`;
}

function settingInputs(settings: Sandbox['state']['settings']): Markup[] {
  return [
    numberInput({
      name: 'tokenSeconds',
      label: 'Token lifetime in seconds',
      value: settings.tokenSeconds,
    }),
    numberInput({
      name: 'requestsPerSecond',
      label: 'Calls per second and key',
      value: settings.requestsPerSecond,
      hint: 'More get 429. 0: no limit',
      extra: html`min="0" step="any"`,
    }),
    numberInput({
      name: 'retryFirstMs',
      label: 'First retry after milliseconds',
      value: settings.retryFirstMs,
    }),
    numberInput({
      name: 'retryCapMs',
      label: 'Longest wait in milliseconds',
      value: settings.retryCapMs,
    }),
    numberInput({
      name: 'clockAheadMs',
      label: 'Clock ahead by milliseconds',
      value: settings.clockAheadMs,
      hint: 'Below 0: behind',
      extra: html`step="any"`,
    }),
  ];
}
