/**
 * What becomes of a value when its person is erased (§15). `row`: it goes with its row. `emptied`: null or empty. `replaced`: another
 * value that says nothing. `hash`: a hash stays. `kept`: it stays, because it is an id, a time, a number, or one of a few words of the
 * server's own, such as a state or the name of a tool.
 */
export type Fate = 'row' | 'emptied' | 'replaced' | 'hash' | 'kept';

/** The columns of each fate, separated by spaces. */
type Columns = Readonly<Partial<Record<Fate, string>>>;

/**
 * Every column of every table, by what becomes of it. A table with a sentence holds nothing of a person, but for their id. A new column must
 * be named here; what goes needs a step in `erase-rest.ts` or `erase-room.ts`.
 */
const tables: Readonly<Record<string, Columns>> = {
  access_requests: { row: 'agent_id created_at note resolved_at state user_id' },
  access_tokens: { row: 'created_at expires_at for_admin last_used_at name token_hash token_id user_id' },
  account_links: { row: 'email expires_at kind token_hash user_id' },
  accounts: { emptied: 'email email_verified role role_source', kept: 'disabled_at is_demo user_id' },
  agent_attention: { row: 'agent_id muted_until notify user_id' },
  // Which agents called each other, by ids.
  agent_calls: {
    kept: 'called_agent_id called_at caller_agent_id caller_delivery_id delivery_id in_answer_to message_id seq',
  },
  agent_models: {
    row:
      'agent_id created_at currency failure_at failure_kind failure_message held_by images ' +
      'instructions key_id model offer_id price_input price_output revision sealed_key state state_at tools url',
  },
  agent_schedules: { row: 'agent_id at schedule_id user_id' },
  // Since when an agent is in a conversation.
  agent_seats: { kept: 'after_at after_seq conversation_id' },
  // Signatures of agents’ requests, for 5 minutes.
  agent_signatures: { kept: 'credential_id expires_at key mac route' },
  agent_suspensions: { row: 'agent_id cause created_at created_by reason was_live' },
  // Which deliveries an agent planned.
  agent_ticks: { kept: 'delivery_id' },
  agent_transfers: { row: 'agent_id created_at from_user_id to_user_id' },
  agents: {
    emptied:
      'avatar_asset_id description homepage pending_manifest rejected_by rejected_reason requested_scopes ' +
      'status_reason suggested_prompts webhook_url',
    replaced: 'handle name search_prefixes search_words',
    kept: 'access agent_id approval created_at deleted_at erased_at owner_user_id status transport',
  },
  approval_choices: {
    emptied: 'editable options proposed_arguments reason',
    hash: 'proposed_sha256',
    kept: 'approval_id option',
  },
  // Which delivery asked, by ids.
  approval_deliveries: { kept: 'approval_id delivery_id' },
  approvals: {
    emptied: 'action arguments',
    hash: 'arguments_sha256',
    kept:
      'agent_id approval_id coin_amount collected_at conversation_id created_at expires_at hop human_origin ' +
      'invocation_id kind message_id requested_scope resolved_at state user_id',
  },
  asset_mentions: { row: 'asset_id conversation_id' },
  asset_usage: { kept: 'bytes owner_id' },
  assets: { row: 'asset_id created_at filename mime named owner_id ready sha256 size_bytes' },
  // The keys of the audit log.
  audit_keys: { kept: 'key_id position sealed_key' },
  audit_log: {
    hash: 'hash mac',
    kept:
      'action actor_id actor_type address_group at details key_position link_position request_id row_id seq ' +
      'target_id target_type',
  },
  // Which backups servers made.
  backups: { kept: 'alive_at backup_id created_at error scheduled_at size_bytes state' },
  blocked_people: { row: 'blocked_at blocked_user_id user_id' },
  choices: { row: 'agent_id block conversation_id label message_id of_message_id public_block user_id' },
  // Whether servers may start.
  closed_database: { kept: 'destination is_only reason' },
  coin_accounts: { emptied: 'balance', kept: 'user_id' },
  coin_entries: {
    emptied: 'reason',
    kept: 'agent_id amount approval_id balance_after created_at entry_id transfer_id user_id',
  },
  // Which messages an agent gets.
  conversation_hearing: { kept: 'agent_hears conversation_id' },
  conversation_people: { row: 'conversation_id joined_at muted read_seq user_id' },
  conversation_titles: { row: 'conversation_id title' },
  conversations: {
    emptied: 'last_preview',
    kept:
      'agent_id conversation_id created_at creator_user_id deleted_at kind last_activity_at last_message_at ' +
      'last_seq',
  },
  credentials: { row: 'agent_id created_at credential_id key_id last_used_at revoked_at sealed_secret' },
  // The name of the database.
  database_identity: { kept: 'database_id id' },
  deliveries: {
    emptied: 'body',
    kept:
      'agent_id conversation_id created_at delivery_id ended_as ended_by ended_fence event hop human_origin ' +
      'message_id task_id trace user_id',
  },
  delivery_attempts: {
    emptied: 'error response_snippet',
    kept: 'attempt delivery_id dispatched_at duration_ms fence outcome started_at status_code',
  },
  // Which deliveries wait, by ids.
  delivery_queue: {
    kept:
      'agent_id attempt_count attempts_before conversation_id crash_count delivery_id dispatched_at fence ' +
      'held last_outcome lease_owner next_attempt_at position',
  },
  demo: { kept: 'agent_id conversation_id only_row user_id' },
  drafts: { row: 'agent_id blocks conversation_id created_at delivery_id message_id updated_at' },
  erasures: { kept: 'alive_at asked_at asked_by attempts done_at user_id' },
  exports: { emptied: 'size_bytes', kept: 'alive_at asked_by attempts created_at export_id state user_id' },
  // Which deliveries failed, by ids.
  failed_deliveries: { kept: 'agent_id delivery_id' },
  form_answers: { kept: 'delivery_id form_id message_id submitted_at user_id' },
  former_handles: { hash: 'handle_hash' },
  former_people: { row: 'conversation_id user_id' },
  // Sealed messages under a legal hold, which refuses the erasure of their authors.
  held_messages: { kept: 'asset_ids author_id conversation_id deleted_at key_id message_id sealed' },
  // Legal holds, with the reasons of administrators; nobody with one is erased.
  holds: { kept: 'created_at created_by reason target_id target_type' },
  handler_errors: { row: 'at delivery_id reason' },
  identities: { row: 'identity_id issuer linked_at provider_id subject user_id' },
  idempotency_keys: { row: 'body_sha256 created_at digest response status' },
  invitations: {
    emptied: 'email',
    hash: 'token_hash',
    kept: 'created_at created_by expires_at invitation_id revoked_at role used_by',
  },
  invocations: {
    emptied: 'arguments',
    hash: 'arguments_sha256',
    kept:
      'agent_id approval_id conversation_id created_at ended_at fence hop human_origin invocation_id ' +
      'requested_scope runner state tool user_id',
  },
  // Which delivery a call answered, by ids.
  invoked_with: { kept: 'delivery_id invocation_id result_delivery_id' },
  issued_credentials: { row: 'credential_id token_id token_name' },
  // Proof of the secret key.
  key_proof: { kept: 'id key_id sealed' },
  // Which attempts a listener got, by ids.
  listened_attempts: { kept: 'attempt delivery_id' },
  mail_queue: { row: 'address_hash attempts created_at failed_at key_id kind mail_id next_at sealed' },
  memberships: { row: 'agent_id blocked consented_scopes granted_scopes muted user_id' },
  message_edits: { kept: 'conversation_id deleted_at edited_at message_id revision' },
  message_revisions: { row: 'at blocks body conversation_id message_id revision' },
  message_words: { emptied: 'words', kept: 'conversation_id created_at message_id' },
  // How far the search index is.
  message_words_progress: { kept: 'is_only message_id' },
  messages: {
    emptied: 'blocks body',
    kept: 'author_id author_type conversation_id created_at message_id proactive reply_to_delivery_id seq',
  },
  model_answers: {
    kept:
      'agent_id answer_no at conversation_id cost currency delivery_id failure input_tokens model ' +
      'output_tokens user_id',
  },
  // Counts and cost of an agent’s answers; they go with the agent.
  model_days: { kept: 'agent_id answers cost currency day failures input_tokens output_tokens' },
  // Which deliveries models answer, by ids.
  model_turns: { kept: 'agent_id delivery_id taken_at' },
  // The servers that run.
  nodes: { kept: 'alive_until node_id' },
  notices: { row: 'at by kind notice_id user_id' },
  notifications: { row: 'approval_id conversation_id created_at message_id notification_id read_at type user_id' },
  offer_days: { kept: 'answers day offer_id user_id' },
  passkey_challenges: { row: 'challenge_hash expires_at session_hash user_id' },
  passkeys: { row: 'counter created_at credential_id last_used_at name passkey_id public_key rp_id user_id' },
  pending_identities: { row: 'account email expires_at holder_hash identity_id issuer provider_id subject user_id' },
  // Hashes of sign-ins that were used.
  oidc_used_states: { kept: 'expires_at state_hash' },
  scim_people: {
    row:
      'changed_at deleted_at disabled_at external_id family_name formatted_name given_name user_id ' +
      'user_name user_name_key',
  },
  people_lines: { kept: 'conversation_id message_id user_id' },
  // Which messages no agent reads, by ids.
  people_only_messages: { kept: 'conversation_id message_id' },
  people_seen: { row: 'seen_at user_id' },
  // The key that signs pushes.
  push_keys: { kept: 'created_at key_id position public_key sealed_private_key' },
  push_subscriptions: {
    row: 'auth created_at endpoint endpoint_hash ends_at p256dh session_hash subscription_id token_hash user_id',
  },
  reactions: { row: 'conversation_id emoji message_id position user_id' },
  // The keys of receipts.
  receipt_keys: { kept: 'created_at key_id kid position public_key sealed_private_key' },
  relay_streams: { emptied: 'opened_name', kept: 'agent_id connection_id listens node_id opened_at opened_by' },
  reports: {
    emptied: 'evidence_at evidence_author evidence_text note reason',
    kept: 'closed_at closed_by created_at report_id reporter state target_id target_type',
  },
  // How long messages are kept.
  retention_rules: { kept: 'earlier_days in_force_at messages_days purged_id purged_seq scope' },
  room_attention: { row: 'archived_seq conversation_id muted_until notify pinned user_id' },
  room_hours: { row: 'conversation_id hour user_id' },
  schedules: { row: 'agent_id conversation_id created_at creator_user_id cron next_at schedule_id text timezone' },
  // Which servers may run.
  schema_demand: { kept: 'oldest_server only_row reason' },
  scope_asks: { row: 'agent_id conversation_id delivery_id put_aside_at scope tried_at user_id' },
  scope_grants: { row: 'agent_id granted_at last_used_at scope user_id uses' },
  // The state of servers.
  server_reports: { kept: 'clock_skew_seconds node_id reported_at started_at streams version' },
  // Settings of the server.
  server_settings: { kept: 'name value' },
  // The clock.
  server_time: { kept: 'is_only newest_at trusted_at' },
  sessions: { row: 'created_at expires_at last_used_at session_id token_hash user_agent user_id' },
  // The hash of a link.
  setup_link: { kept: 'expires_at only_row token_hash' },
  // Which messages only an owner reads, by ids.
  silent_messages: { kept: 'conversation_id nth nth_of_owner owner_user_id seq' },
  standing_grant_uses: {
    emptied: 'amounts arguments',
    hash: 'arguments_sha256',
    kept: 'approval_id at executed_at grant_id invocation_id is_first outcome settled_at',
  },
  standing_grants: {
    emptied: 'asked bounds equal members',
    hash: 'definition',
    kept:
      'agent_id approval_id conversation_id created_at grant_id invalid_reason last_used_at requested_scope ' +
      'state tool until used user_id uses',
  },
  // Which answers were stopped, by ids.
  stopped_deliveries: { kept: 'delivery_id stopped_at' },
  // When streams ended.
  streams_ended: { kept: 'agent_id ended_at' },
  task_history: { row: 'at by note position status task_id' },
  tasks: {
    row:
      'agent_id conversation_id created_at creator_user_id instructions message_id note status task_id ' +
      'title updated_at',
  },
  title_writers: { row: 'conversation_id user_id' },
  users: { replaced: 'display_name handle locale password_hash timezone', kept: 'created_at user_id' },
};

/** The same by table and column. */
export const personalColumns: Readonly<Record<string, Readonly<Record<string, Fate>>>> = Object.fromEntries(
  Object.entries(tables).map(([table, columns]) => [table, fatesOf(columns)]),
);

function fatesOf(columns: Columns): Readonly<Record<string, Fate>> {
  const fates = Object.entries(columns) as [Fate, string][];
  return Object.fromEntries(fates.flatMap(([fate, names]) => names.split(' ').map((name) => [name, fate])));
}
