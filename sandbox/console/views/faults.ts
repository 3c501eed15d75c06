import { html } from 'hono/html';
import { LIST_LIES, PAGE_LOOPS, TOKEN_REFUSALS } from '../../controls';
import { ROUTES } from '../../model';
import type { Sandbox } from '../../sandbox';
import { layout, type Markup } from './layout';
import { checkbox, numberInput, select, textInput } from './parts';

/** Faults that can be switched on, the service's settings, and the reset. */
export function faultsPage({ state }: Sandbox, { done }: { done?: string | undefined }): Markup {
  return layout({
    title: 'Faults',
    at: '/console/faults',
    done,
    body: html`<p>What goes wrong on purpose. Nothing here touches leads that are stored.</p>
<form method="post" action="/console/faults" class="grid thirds">
${callFaults(state.faults)}
${createFaults(state.faults)}
${readFaults(state.faults)}
${tokenFaults(state.faults)}
${deliveryFaults(state.faults)}
<p class="actions"><button>Set the faults</button> <button class="quiet" name="off" value="yes">All faults off</button></p>
</form>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<form method="post" action="/console/settings" class="grid">${settingInputs(state.settings)}
<p class="actions"><button>Save the settings</button></p></form></section>
<section aria-labelledby="reset"><h2 id="reset">Start over</h2>
<form method="post" action="/console/reset">
<p>Leads, form, shape, faults, settings, deliveries and subscriptions go back to their start. The start key stays valid.</p>
<button class="danger">Reset the portal</button></form></section>`,
  });
}

/** The value for "no header at all" in the Retry-After field. */
export const NO_HEADER = 'none';

const SHARE = html`min="0" max="1" step="0.01"`;

function callFaults(faults: Sandbox['state']['faults']): Markup {
  return html`<fieldset class="stack"><legend>Calls</legend>
${numberInput({ name: 'latencyMs', label: 'Latency in milliseconds', value: faults.latencyMs })}
${numberInput({ name: 'errorRate', label: 'Share answered with 5xx', value: faults.errorRate, hint: '0 to 1', extra: SHARE })}
${numberInput({ name: 'errorStatus', label: 'Their status', value: faults.errorStatus, hint: '400 to 599. 0: 500 or 503' })}
${numberInput({ name: 'rateLimitedRate', label: 'Share answered with 429', value: faults.rateLimitedRate, hint: '0 to 1', extra: SHARE })}
${textInput({ name: 'retryAfter', label: 'Retry-After of 429s', value: faults.retryAfter ?? NO_HEADER, hint: `Empty: as the shape says. ${NO_HEADER}: no header` })}
${checkbox({ name: 'down', label: 'Down: cut every call', checked: faults.down })}
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

function createFaults(faults: Sandbox['state']['faults']): Markup {
  return html`<fieldset class="stack"><legend>The next creates</legend>
${numberInput({ name: 'dropAfterStore', label: 'Stored, then no answer', value: faults.dropAfterStore })}
${numberInput({ name: 'truncateAfterStore', label: 'Stored, then half an answer', value: faults.truncateAfterStore })}
${numberInput({ name: 'dropBeforeStore', label: 'Cut before storing', value: faults.dropBeforeStore })}
${numberInput({ name: 'hangAfterStore', label: 'Stored, then silence', value: faults.hangAfterStore })}
${numberInput({ name: 'hangBeforeStore', label: 'Silence before storing', value: faults.hangBeforeStore })}
${numberInput({ name: 'answerCreatesLateMs', label: 'Stored at once, answered milliseconds later', value: faults.answerCreatesLateMs, hint: 'All of them' })}</fieldset>`;
}

function readFaults(faults: Sandbox['state']['faults']): Markup {
  return html`<fieldset class="stack"><legend>Reads and lists</legend>
${numberInput({ name: 'readLagMs', label: 'Tell how it was milliseconds ago', value: faults.readLagMs })}
${numberInput({ name: 'listLagMs', label: 'The list alone tells how it was milliseconds ago', value: faults.listLagMs })}
${numberInput({ name: 'patchLagMs', label: 'Tell of an edit milliseconds later', value: faults.patchLagMs })}
${numberInput({ name: 'patchHidesMs', label: 'Not found after an edit, milliseconds', value: faults.patchHidesMs })}
${select({ name: 'listLie', label: 'The list lies', value: faults.listLie, choices: LIST_LIES.map(toChoice) })}
${select({ name: 'pageLoop', label: 'Paging goes wrong', value: faults.pageLoop, hint: 'Where the shape pages', choices: PAGE_LOOPS.map(toChoice) })}</fieldset>`;
}

function tokenFaults(faults: Sandbox['state']['faults']): Markup {
  return html`<fieldset class="stack"><legend>Tokens and subscriptions</legend>
${checkbox({ name: 'singleToken', label: 'One token at a time', checked: faults.singleToken })}
${select({ name: 'refuseTokens', label: 'Refuse every token with', value: faults.refuseTokens, hint: '0: tokens are taken', choices: TOKEN_REFUSALS.map(toChoice) })}
${numberInput({ name: 'dropAfterSubscribe', label: 'Subscribed, then no answer', value: faults.dropAfterSubscribe, hint: 'The next so many' })}</fieldset>`;
}

const toChoice = (value: string | number) => ({ value: String(value), label: String(value) });

function deliveryFaults(faults: Sandbox['state']['faults']): Markup {
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
