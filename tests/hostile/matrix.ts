import type { Actor } from './harness/world';

/**
 * Who may do what: the one table. Every page, handler and action of the desk has its row, or its
 * test in `npm test` fails.
 */

/**
 * How the desk answers: `shown` (200), `taken` (the action did its work or reports errors in the form),
 * `not found` (404), `sign in` (redirected to sign in, and back), a status, or the path redirected to.
 */
export type Word = 'shown' | 'taken' | 'not found' | 'sign in' | `${number}` | `/${string}`;

type Answers = Record<Actor, Word>;

/** Test data: a lead, a submission, a draft and an import of Maya's, of the first organization; Maya herself. */
export type Facts = {
  leadId: string;
  submissionId: string;
  draftId: string;
  importId: string;
  /** A certificate. */
  erasureId: string;
  personId: string;
  agent: string;
};

type Row = {
  answers: Answers;
  /** The path of its form or its address, if it differs from the row's name. */
  at?: (facts: Facts) => string;
};

/** An action also names the page of its form. */
type ActionRow = Row & {
  at: (facts: Facts) => string;
  /** Who sees the form; the first one for whom it is `taken`, unless said otherwise. */
  seenBy?: Actor;
};

const all = (word: Word): Answers => ({
  'signed out': word,
  unmapped: word,
  agent: word,
  'other agent': word,
  manager: word,
  admin: word,
  disabled: word,
});

const ANYBODY = all('shown');
const NOBODY_ELSE = { 'signed out': 'sign in', disabled: 'sign in' } as const;
const PARTNERS = { ...all('shown'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' } as const;
const OWNERS = { ...PARTNERS, 'other agent': 'not found' } as const;
/** Not even their manager's. */
const PERSONAL = { ...OWNERS, manager: 'not found' } as const;
const ADMINS = { ...all('not found'), ...NOBODY_ELSE, admin: 'shown' } as const;
const SUBMITTING = { ...all('taken'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' } as const;
/** Shows what they posted, and that it was not saved: nothing of the lead. */
const EDITING = { ...SUBMITTING, 'other agent': 'shown' } as const;
const ADMIN_ACTS = { ...all('not found'), ...NOBODY_ELSE, admin: 'taken' } as const;

export const PAGES: Record<string, Row> = {
  '/': { answers: all('/leads') },
  '/accessibility': { answers: ANYBODY },
  '/offline': { answers: ANYBODY },
  // Once through the address that sets the cookie its form needs.
  '/signin': { answers: { ...all('/'), 'signed out': 'shown', disabled: 'shown' } },
  '/signin/link': { answers: ANYBODY },
  '/signin/sent': { answers: ANYBODY },
  '/verify': { answers: ANYBODY },
  '/unsubscribe': { answers: ANYBODY },
  // Nobody sees the desk as another person here: hostile row 70.
  '/view-as': { answers: { ...all('/'), ...NOBODY_ELSE } },
  '/waiting': { answers: { ...all('/leads'), ...NOBODY_ELSE, unmapped: 'shown', admin: 'shown' } },
  '/leads': { answers: PARTNERS },
  '/drafts': { answers: PARTNERS },
  '/notifications': { answers: PARTNERS },
  // Also admins without a membership choose a language and a time zone, and end their sessions.
  '/settings': { answers: { ...PARTNERS, admin: 'shown' } },
  '/settings/device': { answers: PARTNERS },
  '/team': { answers: { ...PARTNERS, agent: 'not found', 'other agent': 'not found' } },
  '/leads/new': { answers: PARTNERS },
  '/leads/new/correct': { answers: PARTNERS },
  '/leads/export': { answers: PARTNERS },
  '/leads/import': { answers: PARTNERS },
  '/leads/views': { answers: PARTNERS },
  '/leads/import/[id]/check': { answers: PERSONAL, at: ({ importId }) => `/leads/import/${importId}/check` },
  '/leads/import/[id]/columns': {
    answers: PERSONAL,
    at: ({ importId }) => `/leads/import/${importId}/columns`,
  },
  '/leads/import/[id]/result': {
    answers: PERSONAL,
    at: ({ importId }) => `/leads/import/${importId}/result`,
  },
  '/leads/import/[id]/send': { answers: PERSONAL, at: ({ importId }) => `/leads/import/${importId}/send` },
  '/leads/[id]': { answers: OWNERS, at: ({ leadId }) => `/leads/${leadId}` },
  '/leads/[id]/edit': { answers: OWNERS, at: ({ leadId }) => `/leads/${leadId}/edit` },
  '/submissions/[id]': { answers: OWNERS, at: ({ submissionId }) => `/submissions/${submissionId}` },
  '/admin': { answers: ADMINS },
  '/admin/audit': { answers: ADMINS },
  '/admin/brand': { answers: ADMINS },
  '/admin/erasure': { answers: ADMINS },
  '/admin/erasure/[id]': { answers: ADMINS, at: ({ erasureId }) => `/admin/erasure/${erasureId}` },
  '/admin/fields': { answers: ADMINS },
  '/admin/fields/preview': { answers: ADMINS },
  '/admin/leads': { answers: ADMINS },
  '/admin/leads/[id]': { answers: ADMINS, at: ({ leadId }) => `/admin/leads/${leadId}` },
  '/admin/people': { answers: ADMINS },
  '/admin/people/[id]': { answers: ADMINS, at: ({ personId }) => `/admin/people/${personId}` },
  '/admin/people/agent': { answers: ADMINS, at: ({ agent }) => `/admin/people/agent?${agent}` },
  '/admin/people/invite': { answers: ADMINS },
  '/admin/receipts': { answers: ADMINS },
  '/admin/reports': { answers: ADMINS },
  '/admin/retention': { answers: ADMINS },
  '/admin/submissions': { answers: ADMINS },
  '/admin/health': { answers: ADMINS },
  '/admin/webhooks': { answers: ADMINS },
};

export const HANDLERS: Record<string, Row> = {
  'GET /api/health': { answers: ANYBODY },
  'GET /api/ready': { answers: ANYBODY },
  // No token is set: `answer-scrape.db.test.ts` tries one.
  'GET /api/metrics': { answers: all('not found') },
  // Pictures are for everyone; here is none.
  'GET /brand/[image]': { answers: all('not found'), at: () => `/brand/${'0'.repeat(32)}.png` },
  // Asks, and with a token ends the mails to the person it names: hostile row 64.
  'GET /api/unsubscribe': { answers: all('/unsubscribe') },
  'POST /api/unsubscribe': { answers: all('not found') },
  // Public keys, without the private ones.
  'GET /.well-known/jwks.json': { answers: ANYBODY },
  // Only for the person who submitted.
  'GET /submissions/[id]/answers': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', agent: 'shown' },
    at: ({ submissionId }) => `/submissions/${submissionId}/answers`,
  },
  // Nobody sees the desk as another person here: hostile row 70.
  'POST /api/view-as/stop': { answers: { ...all('/'), ...all401('signed out', 'disabled') } },
  'GET /api/stream': {
    answers: { ...all('shown'), ...all401('signed out', 'disabled', 'unmapped', 'admin') },
  },
  // Nobody's page asks.
  'GET /api/unread': {
    answers: { ...all('409'), ...all401('signed out', 'disabled', 'unmapped', 'admin') },
  },
  // Whose leads are found is tried by `search.db.test.ts`.
  'GET /api/search': {
    answers: { ...all('shown'), ...all401('signed out', 'disabled', 'unmapped') },
  },
  // Nothing is posted.
  'POST /api/duplicates': {
    answers: { ...all('400'), ...all401('signed out', 'disabled', 'unmapped', 'admin') },
  },
  'GET /api/auth/[...nextauth]': { answers: ANYBODY, at: () => '/api/auth/csrf' },
  // Signing in or out needs the token of its own form.
  'POST /api/auth/[...nextauth]': { answers: all('403'), at: () => '/api/auth/callback/demo' },
  'POST /admin/audit/export': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: 'shown' },
  },
  // Nothing is posted; whose leads are in the file is tried by `export-leads.db.test.ts`.
  'POST /leads/export/file': {
    answers: {
      ...all('400'),
      ...all401('signed out', 'disabled'),
      unmapped: 'not found',
      admin: 'not found',
    },
  },
  'POST /admin/people/export': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: 'shown' },
  },
  // Nothing is posted: the admin returns to the page, which says so.
  'POST /admin/brand/image': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: '/admin/brand' },
  },
  // Every row with what became of it, only for the person whose import it is.
  'GET /leads/import/[id]/file': {
    answers: { ...all('not found'), ...all401('signed out', 'disabled'), agent: 'shown' },
    at: ({ importId }) => `/leads/import/${importId}/file`,
  },
  'GET /leads/import/template': {
    answers: {
      ...all('shown'),
      ...all401('signed out', 'disabled'),
      unmapped: 'not found',
      admin: 'not found',
    },
  },
  // Nothing is posted: they return to the page, which says so.
  'POST /leads/import/upload': {
    answers: {
      ...all('/leads/import'),
      ...all401('signed out', 'disabled'),
      unmapped: 'not found',
      admin: 'not found',
    },
  },
  // Nothing is posted: the admin gets an error.
  'POST /admin/people/import': {
    answers: { ...all('not found'), 'signed out': '401', disabled: '401', admin: '400' },
  },
  // What is posted here is no draft; whose draft it would be is tried by hostile row 54.
  'PUT /api/drafts/[id]': {
    answers: { ...all('400'), ...all401('signed out', 'disabled'), unmapped: '403', admin: '403' },
    at: ({ draftId }) => `/api/drafts/${draftId}`,
  },
  // What a device keeps, read from the viewer's own list.
  'GET /api/cached': {
    answers: { ...all('shown'), ...all401('signed out', 'disabled'), unmapped: '403', admin: '403' },
  },
  // Nothing is posted; for whom a lead is kept is tried by hostile row 61.
  'POST /api/cached/leads': {
    answers: { ...all('400'), ...all401('signed out', 'disabled'), unmapped: '403', admin: '403' },
  },
  // Only the signature decides.
  'POST /api/webhooks/[receiver]': {
    answers: all('not found'),
    at: () => '/api/webhooks/rcv_aaaaaaaaaaaaaaaaaaaa',
  },
};

export const ACTIONS: Record<string, ActionRow> = {
  // Everyone has a theme; if the page is not theirs, they are redirected afterwards.
  'app/actions.ts chooseTheme': {
    answers: { ...all('taken'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' },
    at: () => '/leads',
  },
  // The same for the language; without a session, it is that of the browser.
  'app/actions.ts chooseLanguage': {
    answers: { ...all('taken'), ...NOBODY_ELSE, unmapped: '/waiting', admin: '/admin' },
    at: () => '/leads',
  },
  'app/actions.ts chooseListDisplay': { answers: SUBMITTING, at: () => '/leads' },
  // On every page, for everyone who is signed in.
  'app/actions.ts chooseShortcuts': {
    answers: { ...all('taken'), ...NOBODY_ELSE },
    at: () => '/accessibility',
  },
  // Deletes only what belongs to who posts it: hostile row 54.
  'app/(portal)/drafts/actions.ts deleteDraftAction': { answers: SUBMITTING, at: () => '/drafts' },
  'app/(portal)/notifications/actions.ts markAllReadAction': {
    answers: SUBMITTING,
    at: () => '/notifications',
  },
  // Changes only what belongs to who posts it: hostile row 64.
  'app/(portal)/settings/actions.ts settingsAction': {
    answers: { ...SUBMITTING, admin: 'taken' },
    at: () => '/settings',
  },
  // Changes only what belongs to who posts it: hostile row 58.
  'app/(portal)/leads/import/actions.ts importAction': { answers: SUBMITTING, at: () => '/leads/import' },
  // Changes only what belongs to who posts it: `saved-views.db.test.ts`.
  'app/(portal)/leads/views/actions.ts viewsAction': {
    answers: SUBMITTING,
    at: () => '/leads/views?status=won',
  },
  'app/(portal)/leads/new/actions.ts submitLeadAction': { answers: SUBMITTING, at: () => '/leads/new' },
  'app/(portal)/leads/[id]/edit/actions.ts editLeadAction': {
    answers: EDITING,
    at: ({ leadId }) => `/leads/${leadId}/edit`,
  },
  'app/admin/brand/actions.ts brandAction': { answers: ADMIN_ACTS, at: () => '/admin/brand' },
  'app/admin/erasure/actions.ts erasureAction': { answers: ADMIN_ACTS, at: () => '/admin/erasure' },
  'app/admin/fields/actions.ts fieldsAction': { answers: ADMIN_ACTS, at: () => '/admin/fields' },
  'app/admin/fields/preview/actions.ts previewAction': {
    answers: ADMIN_ACTS,
    at: () => '/admin/fields/preview',
  },
  'app/admin/people/actions.ts peopleAction': {
    answers: ADMIN_ACTS,
    at: ({ personId }) => `/admin/people/${personId}`,
  },
  'app/admin/submissions/actions.ts submissionsAction': {
    answers: ADMIN_ACTS,
    at: () => '/admin/submissions',
  },
  'app/admin/health/actions.ts healthAction': { answers: ADMIN_ACTS, at: () => '/admin/health' },
  'app/admin/receipts/actions.ts receiptsAction': { answers: ADMIN_ACTS, at: () => '/admin/receipts' },
  'app/admin/retention/actions.ts retentionAction': { answers: ADMIN_ACTS, at: () => '/admin/retention' },
  'app/admin/webhooks/actions.ts webhooksAction': { answers: ADMIN_ACTS, at: () => '/admin/webhooks' },
  // For everyone: it reads and writes nothing of the desk's but its public keys.
  'app/(public)/verify/actions.ts verifyAction': { answers: all('taken'), at: () => '/verify' },
  // A signed-in person needs none.
  'app/(public)/signin/actions.ts askForLinkAction': {
    answers: { ...all('/'), 'signed out': 'taken', disabled: 'taken' },
    at: () => '/signin',
  },
  // Last, because it ends the sessions of everyone permitted: all are signed out afterwards.
  'app/actions.ts signOutEverywhere': {
    answers: all('sign in'),
    at: () => '/settings',
    seenBy: 'agent',
  },
};

/** Actions without a permission check: everyone may call them. */
export const OPEN_ACTIONS: readonly string[] = [
  'app/actions.ts chooseTheme',
  'app/actions.ts chooseLanguage',
  'app/(public)/signin/actions.ts askForLinkAction',
  'app/(public)/verify/actions.ts verifyAction',
];

function all401(...actors: Actor[]): Partial<Answers> {
  return Object.fromEntries(actors.map((actor) => [actor, '401']));
}
