import type { Actor } from './harness/world';

/**
 * Who may do what: the one table. Every page, handler and action of the desk has its row, or `npm run
 * test:hostile` fails.
 */

/**
 * How the desk answers: `shown` (200), `taken` (the action did its work or says what is wrong with the form),
 * `not found` (404), `sign in` (led to sign in, and back), a status, or the path one is led to.
 */
export type Word = 'shown' | 'taken' | 'not found' | 'sign in' | `${number}` | `/${string}`;

type Answers = Record<Actor, Word>;

/** What tests have at hand: a lead and a submission of Maya's, of the first organization; Maya herself. */
export type Facts = { leadId: string; submissionId: string; personId: string; agent: string };

type Row = {
  answers: Answers;
  /** Where its form or its address is, if it is not what the row is called. */
  at?: (facts: Facts) => string;
};

/** An action also says on which page its form is. */
type ActionRow = Row & {
  at: (facts: Facts) => string;
  /** Who sees the form; the first one for whom it is `taken`, unless said otherwise. */
  seenBy?: Actor;
};

const all = (word: Word): Answers => ({
  ...{ 'signed out': word, unmapped: word, agent: word, 'other agent': word },
  ...{ manager: word, admin: word, disabled: word },
});

const ANYBODY = all('shown');
const NOBODY_ELSE = { 'signed out': 'sign in', disabled: 'sign in' } as const;
const PARTNERS = { ...all('shown'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' } as const;
const OWNERS = { ...PARTNERS, 'other agent': 'not found' } as const;
const ADMINS = { ...all('not found'), ...NOBODY_ELSE, admin: 'shown' } as const;
const SUBMITTING = { ...all('taken'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' } as const;
/** Shown is what they posted, and that it was not saved: nothing of the lead. */
const EDITING = { ...SUBMITTING, 'other agent': 'shown' } as const;
const ADMIN_ACTS = { ...all('not found'), ...NOBODY_ELSE, admin: 'taken' } as const;

export const PAGES: Record<string, Row> = {
  '/': { answers: all('/leads') },
  '/accessibility': { answers: ANYBODY },
  // Once through the address that sets the cookie its form needs.
  '/signin': { answers: { ...all('/'), 'signed out': 'sign in', disabled: 'shown' } },
  '/signin/link': { answers: ANYBODY },
  '/signin/sent': { answers: ANYBODY },
  '/waiting': { answers: { ...all('/leads'), ...NOBODY_ELSE, unmapped: 'shown', admin: 'shown' } },
  '/leads': { answers: PARTNERS },
  '/leads/new': { answers: PARTNERS },
  '/leads/[id]': { answers: OWNERS, at: ({ leadId }) => `/leads/${leadId}` },
  '/leads/[id]/edit': { answers: OWNERS, at: ({ leadId }) => `/leads/${leadId}/edit` },
  '/submissions/[id]': { answers: OWNERS, at: ({ submissionId }) => `/submissions/${submissionId}` },
  '/admin': { answers: ADMINS },
  '/admin/audit': { answers: ADMINS },
  '/admin/fields': { answers: ADMINS },
  '/admin/people': { answers: ADMINS },
  '/admin/people/[id]': { answers: ADMINS, at: ({ personId }) => `/admin/people/${personId}` },
  '/admin/people/agent': { answers: ADMINS, at: ({ agent }) => `/admin/people/agent?${agent}` },
  '/admin/people/invite': { answers: ADMINS },
  '/admin/sending': { answers: ADMINS },
  '/admin/setup': { answers: ADMINS },
  '/admin/webhooks': { answers: ADMINS },
};

export const HANDLERS: Record<string, Row> = {
  'GET /api/health': { answers: ANYBODY },
  'GET /api/stream': {
    answers: { ...all('shown'), ...all401('signed out', 'disabled', 'unmapped', 'admin') },
  },
  'GET /api/auth/[...nextauth]': { answers: ANYBODY, at: () => '/api/auth/csrf' },
  // Without the token of its own form nobody signs in or out.
  'POST /api/auth/[...nextauth]': { answers: all('403'), at: () => '/api/auth/callback/demo' },
  'POST /admin/audit/export': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: 'shown' },
  },
  'POST /admin/people/export': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: 'shown' },
  },
  // Nothing is sent along: the admin is told so.
  'POST /admin/people/import': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: '400' },
  },
  // The signature decides, and nothing else.
  'POST /api/webhooks/[receiver]': {
    answers: all('not found'),
    at: () => '/api/webhooks/rcv_aaaaaaaaaaaaaaaaaaaa',
  },
};

export const ACTIONS: Record<string, ActionRow> = {
  // Everybody has a theme; where the page is not theirs, they are led away from it afterwards.
  'app/theme-action.ts chooseTheme': {
    answers: { ...all('taken'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' },
    at: () => '/leads',
  },
  'app/(portal)/leads/new/actions.ts submitLeadAction': { answers: SUBMITTING, at: () => '/leads/new' },
  'app/(portal)/leads/[id]/edit/actions.ts editLeadAction': {
    answers: EDITING,
    at: ({ leadId }) => `/leads/${leadId}/edit`,
  },
  'app/admin/actions.ts checkNowAction': { answers: ADMIN_ACTS, at: () => '/admin' },
  'app/admin/fields/actions.ts fieldsAction': { answers: ADMIN_ACTS, at: () => '/admin/fields' },
  'app/admin/people/actions.ts peopleAction': {
    answers: ADMIN_ACTS,
    at: ({ personId }) => `/admin/people/${personId}`,
  },
  'app/admin/sending/actions.ts sendingAction': { answers: ADMIN_ACTS, at: () => '/admin/sending' },
  'app/admin/setup/actions.ts setupAction': { answers: ADMIN_ACTS, at: () => '/admin/setup' },
  'app/admin/webhooks/actions.ts webhooksAction': { answers: ADMIN_ACTS, at: () => '/admin/webhooks' },
  // Whoever is signed in needs none.
  'app/(public)/signin/actions.ts askForLinkAction': {
    answers: { ...all('/'), 'signed out': 'taken', disabled: 'taken' },
    at: () => '/signin',
  },
  // The last one, for it ends the sessions of everybody who may: all are signed out afterwards.
  'app/sign-out-action.ts signOutEverywhere': {
    answers: all('sign in'),
    at: () => '/accessibility',
    seenBy: 'agent',
  },
};

/** Actions that look at nobody before they do their work: everybody may. */
export const OPEN_ACTIONS: readonly string[] = [
  'app/theme-action.ts chooseTheme',
  'app/(public)/signin/actions.ts askForLinkAction',
];

function all401(...actors: Actor[]): Partial<Answers> {
  return Object.fromEntries(actors.map((actor) => [actor, '401']));
}
