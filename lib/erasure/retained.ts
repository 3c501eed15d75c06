/**
 * What erasure does with each column that can hold text: a test fails if one is missing here, so that whoever adds a
 * column decides. In words: "What is kept, and what erasure does with it" in docs/security.md.
 *
 * `removed`: emptied, or deleted with its row, which belongs to the lead's person. `ticked`: the same if an admin ticks it,
 * because only they know whom it names. `none`: ids, states, names of things, texts of admins; nothing about a lead's person.
 * `account`: about people who sign in here, and agents; managed at `/admin/people`.
 */
export type Fate = 'removed' | 'ticked' | 'none' | 'account';

type Fates = Partial<Record<Fate, string>>;

/** The columns of each table, by what happens to them; separated by spaces. */
export const FATES: Readonly<Record<string, Fates>> = {
  // Numbers of organizations and agents.
  agents: { account: 'name email', none: 'organization_id id' },
  // It refers to leads by ID. Addresses are of people with accounts, and of those who tried to sign in.
  audit_log: { account: 'person_id email subject detail', none: 'event' },
  brand_images: { none: 'digest bytes' },
  // The last import of people lists some of their addresses.
  desk_settings: { account: 'value', none: 'name' },
  domain_rules: { none: 'domain organization_id role' },
  drafts: {
    removed:
      'id person_id organization_id agent_id lead_id replaces basis schema_version locale time_zone fields revision browser system transferred_from',
  },
  // At random, of forms: nothing posted from them again is sent.
  erased_submissions: { none: 'id form_id draft_id' },
  // The certificate itself: a digest and numbers of the erased person, and who erased.
  erasures: { account: 'person_id email', none: 'id digest counts leads code' },
  field_settings: { none: 'field_id label help group_name role translations' },
  heartbeats: { none: 'id secret' },
  import_files: { removed: 'import_id bytes' },
  import_rows: {
    removed: 'cells fixes digest email_key phone_key sent_key',
    none: 'import_id state wrong_fields known_by submission_id',
  },
  imports: {
    ticked: 'file_name headings read_as',
    account: 'person_id',
    none: 'id organization_id agent_id state columns file_format checked_by locale time_zone consents paused_by',
  },
  job_rounds: { none: 'topic' },
  // A payload has ids, or the file of people that is imported. Neither the service's errors nor the database's repeat an answer.
  jobs: { account: 'payload', none: 'topic key owner lease last_error' },
  known_companies: { removed: 'company', none: 'organization_id' },
  lead_conflicts: { none: 'lead_id kind' },
  leads: {
    removed:
      'first_name last_name email company record sort_name sort_company search_text search_grams known_email known_phone known_domain known_company',
    none: 'id organization_id agent_id status omitted_fields',
  },
  // Those about notices of the person; others are about accounts.
  mails: { removed: 'sealed', account: 'person_id', none: 'id kind mailed_notices' },
  memberships: { account: 'id person_id organization_id agent_id role' },
  notices: { removed: 'draft_id', account: 'person_id access', none: 'kind lead_id submission_id import_id' },
  organizations: { none: 'id name' },
  pending_edits: { removed: 'changes field_ids lead_id person_id' },
  people: {
    account:
      'id email name locale list_columns list_density notice_mails time_zone chosen_time_zone oidc_subject',
  },
  // Hashes of their subjects.
  rate_limits: { removed: 'key' },
  receipt_keys: { none: 'kid public_key sealed' },
  // A receipt names who submitted, and no answer.
  receipts: { removed: 'salt', none: 'submission_id kid code' },
  // A view may be called after the person, or search for them.
  saved_views: { ticked: 'id person_id organization_id name params' },
  schema_state: { none: 'id version' },
  schema_versions: { none: 'version schema' },
  sent_import_rows: { removed: 'sent_key', account: 'person_id', none: 'submission_id' },
  service_health: { none: 'id failure' },
  service_shared_state: { none: 'name state' },
  service_tokens: { none: 'id sealed' },
  sessions: { account: 'id person_id method browser system' },
  sign_in_links: { removed: 'id token_hash sealed_token email browser_hash callback_url locale' },
  status_settings: { none: 'status texts tone translations' },
  submissions: {
    removed: 'answers digest attempt_log evidence refusal known_email known_phone known_domain known_company',
    account: 'person_id draft_transferred_from',
    none: 'id organization_id agent_id schema_version form_id draft_id state lease lead_id accepted_by replaced_by',
  },
  full_syncs: { none: 'id checkpoint marked_page missing older state detail' },
  timeline: {
    removed: 'detail',
    account: 'person_id',
    none: 'lead_id submission_id organization_id agent_id kind',
  },
  quarantined_leads: { none: 'digest lead_id reason' },
  view_as: { ticked: 'reason', account: 'admin_id person_id', none: 'id session_id ended' },
  webhook_deliveries: { none: 'receiver_id topic lead_id timestamp' },
  webhook_quarantine: { removed: 'body digest', none: 'receiver_id' },
  webhook_receivers: { none: 'id topic url subscription_id secret replaces' },
};
