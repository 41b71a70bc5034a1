import { type Kysely, sql } from 'kysely';

// size: one schema, in SQL

/** Users, workspaces with their members, API keys, and what belongs to a caller. */
const IDENTITY = `
create table app_user (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text,
  email_verified boolean not null default false,
  first_name text,
  last_name text,
  image_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  suspended_at timestamptz(3),
  former_emails text[] not null default '{}',
  name_before_erasure text,
  erased_identity bytea,
  erased_at timestamptz(3),
  unique (issuer, subject)
);
create index app_user_erased_identity on app_user (erased_identity) where erased_identity is not null;

create table workspace (
  id uuid primary key,
  name text not null,
  slug text not null,
  color_idx smallint not null,
  owner_id uuid not null references app_user (id),
  created_by uuid not null references app_user (id),
  is_personal boolean not null default false,
  routing_price_sensitivity real not null default 0.5,
  routing_llm_fit boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  default_language text,
  theme text,
  suspended_at timestamptz(3)
);
create index workspace_owner on workspace (owner_id) where deleted_at is null;
create unique index workspace_personal on workspace (owner_id) where is_personal and (deleted_at is null);
create unique index workspace_slug on workspace (slug) where deleted_at is null;

create table workspace_member (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  user_id uuid not null references app_user (id),
  role text not null check (role in ('admin', 'editor', 'viewer')),
  last_active_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (workspace_id, user_id)
);
create index workspace_member_user on workspace_member (user_id, workspace_id);

create table workspace_invite (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  email text not null,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  status text not null check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  token_hash bytea not null unique,
  invited_by uuid not null references app_user (id),
  accepted_by uuid references app_user (id),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index workspace_invite_pending on workspace_invite (workspace_id, email) where status = 'pending';

create table api_key (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  created_by uuid not null references app_user (id),
  name text not null,
  key_type text not null,
  key_prefix text not null,
  key_suffix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  active boolean not null default true,
  rate_limit_per_min integer,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index api_key_list on api_key (workspace_id, created_at desc, id);

-- Names at the time of the entry. No references, so that an entry never waits for the lock of a workspace.
create table activity (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid,
  action text not null,
  kind text not null,
  resource_type text not null,
  resource_id uuid,
  resource_name text,
  metadata jsonb,
  ip text,
  created_at timestamptz(3) not null
);
create index activity_age on activity (created_at);
create index activity_by_action on activity (workspace_id, action, created_at desc, id);
create index activity_by_user on activity (workspace_id, user_id, created_at desc, id);
create index activity_by_operators on activity (created_at desc, id desc) where action = 'operator_acted';
create index activity_recent on activity (workspace_id, created_at desc, id);

create table idempotency_key (
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  locked_until timestamptz(3),
  response_status integer,
  response_headers jsonb,
  response_body bytea,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (caller, key)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- Unlogged: counts of the last minute need no disk writes and may be lost in a crash. Free space in each page keeps
-- updates in place.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint,
  leased integer not null default 0
) with (fillfactor = 50);

create table notification_preference (
  user_id uuid primary key references app_user (id),
  completed_generation_email boolean not null,
  failed_generation_email boolean not null,
  weekly_usage_summary_email boolean not null,
  product_updates_email boolean not null,
  updated_at timestamptz(3) not null
);
create index notification_preference_weekly on notification_preference (user_id) where weekly_usage_summary_email;

-- Users whose summary of the week from this Monday was processed, with or without an email.
create table weekly_summary (
  user_id uuid not null references app_user (id),
  week date not null,
  created_at timestamptz(3) not null,
  primary key (user_id, week)
);
create index weekly_summary_week on weekly_summary (week);

create table mail_outbox (
  id uuid primary key,
  kind text not null,
  content bytea,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  constraint mail_outbox_end check (content is not null or sent_at is not null or failed_at is not null)
);
create index mail_outbox_ended on mail_outbox (coalesce(sent_at, failed_at))
  where (sent_at is not null) or (failed_at is not null);
create index mail_outbox_open on mail_outbox (created_at) where (sent_at is null) and (failed_at is null);
`;

/** Workflows, templates, uploads, the dictionary and voices. */
const CONTENT = `
create table workflow (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  user_id uuid not null references app_user (id),
  name text not null,
  description text,
  definition jsonb not null,
  runs_count integer not null default 0,
  last_run_id uuid,
  last_run_at timestamptz(3),
  last_run_status text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  run_counts jsonb not null default '{}'
);
create index workflow_by_name on workflow (workspace_id, lower(name), id) where deleted_at is null;
create index workflow_by_runs on workflow (workspace_id, runs_count desc, id) where deleted_at is null;
create index workflow_by_runs_ascending on workflow (workspace_id, runs_count, id) where deleted_at is null;
create index workflow_by_update on workflow (workspace_id, updated_at desc, id) where deleted_at is null;

-- A template without a workspace is a starter of the service.
create table template (
  id uuid primary key,
  workspace_id uuid references workspace (id),
  created_by uuid not null references app_user (id),
  name text not null,
  description text,
  category text,
  definition jsonb not null,
  is_starter boolean not null default false,
  is_public boolean not null default false,
  uses_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  constraint template_starter check (is_starter = (workspace_id is null) and (is_public or not is_starter))
);
create index template_gallery_name on template (lower(name), id) where is_public and (deleted_at is null);
create index template_gallery_popular on template (uses_count desc, id) where is_public and (deleted_at is null);
create index template_gallery_recent on template (created_at desc, id) where is_public and (deleted_at is null);
create index template_own_name on template (workspace_id, created_by, lower(name), id) where deleted_at is null;
create index template_own_popular on template (workspace_id, created_by, uses_count desc, id) where deleted_at is null;
create index template_own_recent on template (workspace_id, created_by, created_at desc, id) where deleted_at is null;

create table template_favorite (
  user_id uuid not null references app_user (id),
  template_id uuid not null references template (id),
  created_at timestamptz(3) not null,
  primary key (user_id, template_id)
);

create table upload (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  user_id uuid not null references app_user (id),
  filename text not null,
  category text not null,
  content_type text not null,
  format text not null,
  status text not null check (status in ('pending', 'confirmed')),
  declared_size_bytes bigint,
  size_bytes bigint,
  checksum_sha256 text,
  object_key text not null,
  context_type text,
  context_id uuid,
  char_count integer,
  line_count integer,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index upload_by_context on upload (workspace_id, context_id, created_at desc, id);
create index upload_pending on upload (expires_at) where status = 'pending';

create table dictionary_entry (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  created_by uuid not null references app_user (id),
  word text not null,
  word_key text not null,
  language text not null,
  method text not null,
  pronunciation text,
  ipa text,
  upload_id uuid references upload (id) on delete set null,
  description text,
  uses_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  context jsonb,
  context_key text not null default '',
  constraint dictionary_entry_word unique (workspace_id, language, word_key, context_key),
  constraint dictionary_entry_method_check check (method in ('spelled', 'ipa', 'recorded'))
);
create index dictionary_entry_order on dictionary_entry (workspace_id, word_key, language, id);
create index dictionary_entry_upload on dictionary_entry (upload_id) where upload_id is not null;

-- Voices of the catalog, and those of a workspace.
create table voice (
  id uuid primary key,
  workspace_id uuid references workspace (id),
  user_id uuid references app_user (id),
  name text not null,
  provider text not null,
  provider_voice_id text not null,
  description text,
  is_active boolean not null default true,
  gender text,
  accent text,
  age text,
  category text,
  color text,
  tags text[] not null default '{}',
  descriptor text,
  uses_count integer not null default 0,
  source text not null,
  duration_seconds real,
  sample_url text,
  supported_languages text[] not null default '{}',
  supported_models text[],
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sample_id text,
  sample_key text,
  sample_lease_until timestamptz(3),
  features double precision[],
  -- Whether the voice was listed with a platform key. Then only workspaces see it that may use the provider.
  is_of_platform_key boolean not null default false
);
create index voice_by_creation on voice (created_at desc, id);
create index voice_by_name on voice (lower(name), id);
create index voice_by_use on voice (uses_count desc, id);
create index voice_by_use_ascending on voice (uses_count, id);
create unique index voice_identity on voice (provider, provider_voice_id, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index voice_by_workspace on voice (workspace_id, provider) where workspace_id is not null;

create table voice_favorite (
  workspace_id uuid not null references workspace (id),
  voice_id uuid not null references voice (id),
  created_at timestamptz(3) not null,
  primary key (workspace_id, voice_id)
);
`;

/** Plans, and the customers of the payment processor. */
const BILLING = `
create table plan (
  id uuid primary key,
  name text not null,
  tier text not null,
  limits jsonb not null,
  billing_interval text not null,
  amount integer not null,
  currency text not null,
  display_order integer not null,
  is_default boolean not null default false,
  is_listed boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  slug text unique,
  -- Until this time, audio is kept as long as a longer retention promised. Null days: unlimited.
  former_retention_days bigint,
  former_retention_until timestamptz(3),
  -- The providers that the plan may use through platform keys. Null models: all that the provider lists.
  platform_providers text[] not null default '{}',
  platform_models text[],
  platform_characters_per_day integer check (platform_characters_per_day >= 0)
);
create unique index plan_default on plan (is_default) where is_default;

create table plan_price (
  processor_price_id text primary key,
  plan_id uuid not null references plan (id),
  amount integer not null,
  currency text not null,
  created_at timestamptz(3) not null
);
create index plan_price_plan on plan_price (plan_id);

-- Mirrors the payment processor, which has the authoritative state, so that checking a limit reads one row
-- without a call.
create table subscription (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  processor_subscription_id text not null unique,
  processor_schedule_id text,
  plan_id uuid not null references plan (id),
  status text not null,
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz(3),
  ended_at timestamptz(3),
  scheduled_plan_id uuid references plan (id),
  scheduled_at timestamptz(3),
  fetch_no bigint not null default 0,
  fetched_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index subscription_live on subscription (fetched_at) where ended_at is null;
create index subscription_user on subscription (user_id, created_at desc, id);

create table plan_preview (
  user_id uuid not null references app_user (id),
  plan_id uuid not null references plan (id),
  subscription_id uuid not null references subscription (id),
  period_start timestamptz(3) not null,
  prorated_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (user_id, plan_id)
);
create index plan_preview_age on plan_preview (created_at);

-- fetches numbers the requests, so that an older response never replaces a newer one.
create table billing_customer (
  user_id uuid primary key references app_user (id),
  processor_customer_id text not null unique,
  write_epoch integer not null default 0,
  lease_token uuid,
  lease_until timestamptz(3),
  unsettled_since timestamptz(3),
  watched_until timestamptz(3),
  checkout_session_id text,
  fetches bigint not null default 0,
  created_at timestamptz(3) not null
);
create index billing_customer_unsettled on billing_customer (unsettled_since) where unsettled_since is not null;
create index billing_customer_watched on billing_customer (watched_until) where watched_until is not null;

create table processor_event (
  id text primary key,
  type text not null,
  processor_customer_id text,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  processed_at timestamptz(3)
);
create index processor_event_age on processor_event (received_at);
create index processor_event_open on processor_event (processor_customer_id, received_at) where processed_at is null;
`;

/** Credits and storage: entries, which never change, and their sums. */
const LEDGERS = `
-- The sums of the entries, so that a check reads one row.
create table credit_account (
  user_id uuid primary key references app_user (id),
  balance bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  period_start timestamptz(3),
  period_end timestamptz(3),
  period text,
  period_no integer not null default 0,
  spent bigint not null default 0,
  spent_before_period bigint not null default 0,
  carried_over bigint not null default 0 check (carried_over >= 0),
  -- The plan that an operator assigned. Null: the default plan. A subscription has priority.
  plan_id uuid references plan (id),
  former_retention_days bigint,
  former_retention_until timestamptz(3),
  check (balance >= held)
);
create index credit_account_plan on credit_account (plan_id) where plan_id is not null;
create index credit_account_due on credit_account (period_end);

-- 'amount' changes the balance of an account, 'hold' the reservations of active runs. Entries never change.
create table credit_entry (
  id uuid primary key,
  account_id uuid not null references app_user (id),
  workspace_id uuid,
  run_id uuid,
  kind text not null check (kind in ('grant', 'reserve', 'settle', 'release', 'expire')),
  cause text not null unique,
  amount bigint not null default 0,
  hold bigint not null default 0,
  created_at timestamptz(3) not null
);
create index credit_entry_account on credit_entry (account_id, created_at, id);
-- Grants of a period are searched by account and period, which is the third part of the cause.
create index credit_entry_grants on credit_entry (account_id, split_part(cause, '/', 3)) where kind = 'grant';
create index credit_entry_run on credit_entry (run_id);

create table storage_charge (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  cause text not null unique,
  delta_bytes bigint not null,
  created_at timestamptz(3) not null
);
create index storage_charge_workspace on storage_charge (workspace_id, created_at);

create table workspace_storage (
  workspace_id uuid primary key references workspace (id),
  used_bytes bigint not null default 0 check (used_bytes >= 0)
);

-- Sums per hour and per quarter of an hour, so that reports in any time zone read few rows.
create table usage_rollup (
  workspace_id uuid not null references workspace (id),
  minutes smallint not null check (minutes in (15, 60)),
  starts_at timestamptz(3) not null,
  locale_code text not null,
  credits bigint not null,
  characters bigint not null,
  lines bigint not null,
  -- The part of these sums that was spoken with own keys, and with platform keys.
  own_key_credits bigint not null default 0,
  own_key_characters bigint not null default 0,
  platform_credits bigint not null default 0,
  platform_characters bigint not null default 0,
  primary key (workspace_id, minutes, starts_at, locale_code)
) with (fillfactor = 80);

create table ledger_check (
  name text primary key,
  differences integer not null,
  checked_at timestamptz(3) not null
);

create table sweep_cursor (
  name text primary key,
  cursor text,
  next_round_at timestamptz(3)
);

create function reject_change() returns trigger language plpgsql as $$
begin
  if tg_table_name <> 'credit_entry' and current_setting('voiceloom.erasing', true) = 'on' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger credit_entry_append_only before update or delete on credit_entry
  for each row execute function reject_change();
create trigger storage_charge_append_only before update or delete on storage_charge
  for each row execute function reject_change();
`;

/** Keys of providers, their concurrency and their results. */
const PROVIDERS = `
create table provider_key (
  workspace_id uuid not null references workspace (id),
  provider text not null,
  encryption_key_id text not null,
  encrypted_credentials bytea not null,
  key_preview text not null,
  status text not null check (status in ('valid', 'invalid', 'unverified')),
  validated_at timestamptz(3),
  checked_at timestamptz(3) not null,
  created_by uuid not null references app_user (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  voices_listed_at timestamptz(3),
  voices_attempted_at timestamptz(3),
  invalid_reason text,
  -- The last test because a call of a run was rejected, and its verdict; null while the test runs.
  run_check_at timestamptz(3),
  run_check_verdict text check (run_check_verdict in ('accepted', 'rejected', 'unknown')),
  primary key (workspace_id, provider)
);
create index provider_key_by_encryption_key on provider_key (encryption_key_id, workspace_id, provider);
create index provider_key_unverified on provider_key (checked_at) where status = 'unverified';
create index provider_key_voices on provider_key (voices_attempted_at nulls first);

-- The keys of the operator. Only workers and the operator's tool read the credentials.
create table platform_provider_key (
  provider text primary key,
  encryption_key_id text not null,
  encrypted_credentials bytea not null,
  key_preview text not null,
  status text not null check (status in ('valid', 'invalid', 'unverified')),
  validated_at timestamptz(3),
  checked_at timestamptz(3) not null,
  -- The provider rejected the key or its account is used up: runs wait until this time.
  unavailable_until timestamptz(3),
  unavailable_reason text,
  voices_listed_at timestamptz(3),
  voices_attempted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The last test because a call of a run was rejected, and its verdict; null while the test runs.
  run_check_at timestamptz(3),
  run_check_verdict text check (run_check_verdict in ('accepted', 'rejected', 'unknown')),
  constraint platform_provider_key_unavailable check ((unavailable_until is null) = (unavailable_reason is null))
);

-- The characters that the workspaces of an account sent through platform keys in a day (UTC).
create table platform_characters (
  account_id uuid not null references app_user (id),
  day date not null,
  characters bigint not null check (characters >= 0),
  primary key (account_id, day)
);
create index platform_characters_age on platform_characters (day);

-- The takes of a day (UTC): what they cost at the provider by price list, and the credits that were charged for them.
create table provider_usage (
  workspace_id uuid not null references workspace (id),
  day date not null,
  provider text not null,
  model text not null,
  paid_by text not null check (paid_by in ('workspace', 'platform', 'none')),
  -- The plan of the account; empty while there are no platform keys.
  plan_slug text not null,
  takes bigint not null,
  characters bigint not null,
  credits bigint not null,
  -- Millionths of a US dollar. Null if the price of the model is not known.
  provider_usd_micros bigint,
  primary key (workspace_id, day, provider, model, paid_by, plan_slug)
) with (fillfactor = 80);
create index provider_usage_day on provider_usage (day);

create table provider_health (
  workspace_id uuid not null references workspace (id),
  locale_code text not null,
  provider text not null,
  model text not null,
  day date not null,
  calls integer not null,
  failed integer not null,
  takes integer not null,
  rejected integer not null,
  latency_ms bigint not null,
  primary key (workspace_id, locale_code, provider, model, day)
) with (fillfactor = 80);
create index provider_health_by_day on provider_health (day);

-- One credential of one provider. The ID is a keyed digest that does not reveal it.
create table provider_concurrency (
  id text primary key,
  slots integer not null check (slots > 0),
  successes integer not null default 0,
  halved_at timestamptz(3),
  updated_at timestamptz(3) not null
);
create index provider_concurrency_age on provider_concurrency (updated_at);

-- Slots that one process holds until expires_at, used or not.
create table provider_slot_lease (
  concurrency_id text not null references provider_concurrency (id) on delete cascade,
  holder uuid not null,
  slots integer not null check (slots >= 0),
  -- The slots that the process could use.
  demand integer not null check (demand >= 0),
  -- The workspaces whose calls share a platform key; one empty name for an own key.
  shares text[] not null,
  expires_at timestamptz(3) not null,
  primary key (concurrency_id, holder)
);

-- Transcriptions in progress and transcripts of recordings, so that no audio is charged twice.
create table transcription (
  workspace_id uuid not null references workspace (id),
  -- The audio, the provider, and the settings of the request.
  key bytea not null,
  -- The process that transcribes, until the lease expires; null after there is a result.
  holder uuid,
  held_until timestamptz(3),
  result jsonb,
  created_at timestamptz(3) not null,
  primary key (workspace_id, key),
  constraint transcription_held check ((result is null) = (holder is not null)),
  constraint transcription_until check ((holder is null) = (held_until is null))
);
create index transcription_age on transcription (created_at);

create table translation_memory (
  workspace_id uuid not null references workspace (id),
  -- A digest of the source, both locales and the settings of the translator.
  key bytea not null,
  source_locale text not null,
  target_locale text not null,
  source text not null,
  target text not null,
  provider text not null,
  model text,
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  primary key (workspace_id, key)
);
create index translation_memory_age on translation_memory (used_at);
`;

/** Runs and everything that the engine writes. */
const RUNS = `
create table run (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  workflow_id uuid not null references workflow (id),
  account_id uuid not null references app_user (id),
  run_number integer not null,
  status text not null check (status in ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled')),
  definition jsonb not null,
  total_nodes integer not null,
  total_steps integer not null default 0,
  finished_steps integer not null default 0,
  open_chunks integer not null default 0,
  queued_chunks integer not null default 0,
  next_chunk_seq integer not null default 0,
  next_line_no integer not null default 0,
  event_seq integer not null default 0,
  max_failed_lines integer not null default 0,
  lines_total integer not null default 0,
  lines_delivered integer not null default 0,
  lines_dropped integer not null default 0,
  lines_failed integer not null default 0,
  retries integer not null default 0,
  reused_takes integer not null default 0,
  characters integer not null default 0,
  audio_ms bigint not null default 0,
  credits integer not null default 0,
  hold integer not null default 0 check (hold >= 0),
  hold_allocated integer not null default 0 check (hold_allocated >= 0),
  triggered_by uuid not null references app_user (id),
  api_key_id uuid references api_key (id),
  retry_of uuid references run (id),
  retry_line_ids text[],
  error jsonb,
  first_audio_at timestamptz(3),
  pause_requested_at timestamptz(3),
  -- The provider that the run waits for, and when the service resumes it. Null if a person paused it.
  wait_provider text,
  -- The local model that it waits for.
  wait_model text,
  resume_at timestamptz(3),
  -- Since when it waits for providers without a new take in between.
  waiting_since timestamptz(3),
  -- When the service last failed to resume it.
  resume_tried_at timestamptz(3),
  paused_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  credit_period_no integer not null default 0,
  audio_removed_at timestamptz(3),
  events_removed_at timestamptz(3),
  lines_skipped integer not null default 0,
  -- The locale of each of retry_line_ids; null means all.
  retry_locales text[],
  retry_respeak boolean not null default false,
  aggregates jsonb,
  -- The instructions of a review for each line of a retry.
  retry_notes text[],
  trace_parent text,
  -- The local models that were installed at the start, oldest first. The first one that fits is the default, so that a
  -- model that is installed later changes no voice.
  local_models jsonb,
  -- The cap: the credits that the run may charge.
  max_credits integer,
  -- The maximum that its estimate named at the start. The run charges no more until it is resumed with another cap. Null
  -- if the estimate did not know all lines.
  estimated_max_credits integer,
  -- Why the run is paused.
  pause_reason text check (pause_reason in ('requested', 'budget', 'provider_unavailable')),
  -- The limit that paused it, if the reason is a budget.
  pause_limit text check (pause_limit in ('cap', 'estimate', 'budget')),
  -- The budget that paused it, which may be deleted.
  pause_budget_id uuid,
  pause_message text,
  -- What providers bill by list price, in millionths of a US dollar, and the takes without a price.
  provider_usd_micros bigint not null default 0,
  unpriced_takes integer not null default 0,
  unique (workflow_id, run_number),
  constraint run_cap check (credits + hold <= max_credits),
  constraint run_estimate check (credits + hold <= estimated_max_credits)
);
create index run_active_per_account on run (account_id) where status in ('pending', 'running', 'paused');
create unique index run_active_per_workflow on run (workflow_id) where status in ('pending', 'running', 'paused');
create index run_audio_due on run (workspace_id, completed_at)
  where (completed_at is not null) and (audio_removed_at is null);
create index run_by_completion on run (workflow_id, completed_at desc, id);
create index run_by_creation on run (workflow_id, created_at desc, id);
create index run_by_start on run (workflow_id, started_at desc, id);
create index run_by_status on run (workflow_id, status, id);
create index run_by_workspace on run (workspace_id, created_at) include (status);
create index run_ended on run (workspace_id, completed_at) where completed_at is not null;
create index run_events_due on run (completed_at) where (completed_at is not null) and (events_removed_at is null);
create index run_waiting on run (resume_at) where resume_at is not null and status = 'paused';
create index run_open_by_workspace on run (workspace_id) where status in ('pending', 'running', 'paused');
create index run_retry_of on run (retry_of) where retry_of is not null;

-- A limit on what runs use in a day or month (UTC). The runs are those of the workspace, or of one user, key or workflow.
create table budget (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  name text not null,
  scope text not null check (scope in ('workspace', 'member', 'api_key', 'workflow')),
  user_id uuid references app_user (id),
  api_key_id uuid references api_key (id),
  workflow_id uuid references workflow (id),
  -- Rotated keys that the key replaced. They may still work for a while.
  former_api_key_ids uuid[] not null default '{}',
  period text not null check (period in ('day', 'month')),
  limit_credits integer check (limit_credits > 0),
  -- Millionths of a US dollar.
  limit_usd_micros bigint check (limit_usd_micros > 0),
  action text not null check (action in ('warn', 'pause', 'deny')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint budget_scope_id check (
    (scope = 'member') = (user_id is not null) and (scope = 'api_key') = (api_key_id is not null)
    and (scope = 'workflow') = (workflow_id is not null)),
  constraint budget_limit check (num_nonnulls(limit_credits, limit_usd_micros) > 0)
);
create index budget_by_creation on budget (workspace_id, created_at desc, id);

-- What the runs of a budget used in a period.
create table budget_period (
  budget_id uuid not null references budget (id) on delete cascade,
  starts_at timestamptz(3) not null,
  credits bigint not null default 0,
  usd_micros bigint not null default 0,
  unpriced_takes bigint not null default 0,
  -- The highest percentage that was reported: 0, 80 or 100.
  alerted_percent integer not null default 0,
  -- The highest percentage that was sent by email.
  mailed_percent integer not null default 0,
  primary key (budget_id, starts_at)
);

-- Starts runs of a workflow at fixed times.
create table schedule (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  workflow_id uuid not null references workflow (id),
  -- The person whose rights the runs have.
  created_by uuid not null references app_user (id),
  name text not null,
  cron text not null,
  time_zone text not null,
  input jsonb not null,
  skip_if_unchanged boolean not null,
  disabled_reason text check (disabled_reason in ('manual', 'failures')),
  -- The due time that was not handled yet.
  next_run_at timestamptz(3),
  -- How many starts in a row failed.
  failures_count integer not null default 0,
  -- When the last email about a failure was written.
  mailed_at timestamptz(3),
  -- What the last run delivers.
  last_digest bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint schedule_due_while_enabled check ((disabled_reason is null) = (next_run_at is not null))
);
create index schedule_by_creation on schedule (workspace_id, created_at desc, id);
create index schedule_by_workflow on schedule (workflow_id, created_at desc, id);
create index schedule_due on schedule (next_run_at, id) where next_run_at is not null;

-- A due time of a schedule, and what happened. The primary key makes each one happen once.
create table schedule_occurrence (
  schedule_id uuid not null references schedule (id) on delete cascade,
  due_at timestamptz(3) not null,
  outcome text not null check (outcome in ('started', 'skipped', 'failed', 'missed')),
  run_id uuid references run (id) on delete set null,
  reason text,
  message text,
  created_at timestamptz(3) not null,
  primary key (schedule_id, due_at)
);
create index schedule_occurrence_age on schedule_occurrence (due_at);
create index schedule_occurrence_run on schedule_occurrence (run_id) where run_id is not null;

create table run_line (
  run_id uuid not null references run (id),
  no integer not null,
  node_id uuid not null,
  line_id text not null,
  source_line_id text,
  line_index integer not null,
  locale_code text not null,
  script text not null,
  spoken_script text,
  character_name text,
  max_duration_ms integer,
  start_ms integer,
  notes text,
  characters integer not null,
  status text not null default 'active' check (status in ('active', 'delivered', 'dropped', 'failed', 'skipped', 'translated')),
  audio_id text,
  retry_count integer not null default 0,
  open_tokens integer not null default 1,
  delivered_score real,
  error jsonb,
  -- The line of the same run that this one is a translation of.
  source_no integer,
  -- The chunk that created it, and with which it is dispatched.
  origin_chunk_id uuid,
  translation jsonb,
  direction text,
  -- The source of a translated XLIFF unit. It is not a separate line.
  source_script text,
  source_locale_code text,
  markup jsonb,
  controls jsonb,
  max_characters integer,
  characters_over integer,
  primary key (run_id, no)
);
create index run_line_id on run_line (run_id, line_id);
create index run_line_order on run_line (run_id, line_index, no);
create index run_line_translations on run_line (run_id, source_no) where source_no is not null;

create table run_locale (
  run_id uuid not null references run (id),
  locale_code text not null,
  lines integer not null default 0,
  finished_lines integer not null default 0,
  characters integer not null default 0,
  audio_ms bigint not null default 0,
  retries integer not null default 0,
  credits integer not null default 0,
  delivered_lines integer not null default 0,
  delivered_ms bigint not null default 0,
  primary key (run_id, locale_code)
);

create table run_chunk (
  id uuid primary key,
  run_id uuid not null references run (id),
  workspace_id uuid not null,
  node_id uuid not null,
  iteration integer not null,
  depth integer not null,
  seq integer not null,
  items jsonb not null,
  status text not null check (status in ('planned', 'queued', 'done', 'cancelled')),
  hold_allocated integer not null default 0 check (hold_allocated >= 0),
  job_id uuid,
  queued_at timestamptz(3),
  -- The local model that a worker needs for its lines. Null: any worker can take it.
  local_model text,
  -- The cost of a line that a cap or a budget did not allow. The chunk waits until there is room for it.
  blocked_credits integer,
  blocked_usd_micros bigint,
  -- A budget denies the lines that do not fit, because nothing else of the run is left.
  is_denied boolean not null default false,
  -- What its lines can still cost at their providers, for the budgets.
  usd_micros_allocated bigint not null default 0 check (usd_micros_allocated >= 0)
);
create index run_chunk_priced on run_chunk (run_id) where usd_micros_allocated > 0;
create index run_chunk_next on run_chunk (run_id, status, depth desc, seq);
create index run_chunk_outstanding on run_chunk (workspace_id) where status = 'queued';

-- The workers, with the descriptions of their local models. A worker that reported recently counts as running.
create table worker (
  id uuid primary key,
  models jsonb not null,
  seen_at timestamptz(3) not null
);

create table run_step (
  run_id uuid not null references run (id),
  node_id uuid not null,
  iteration integer not null,
  node_type text not null,
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  passed integer not null default 0,
  rejected integer not null default 0,
  open_chunks integer not null default 0,
  error jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  readings jsonb,
  primary key (run_id, node_id, iteration)
);

create table run_arrival (
  run_id uuid not null references run (id),
  node_id uuid not null,
  iteration integer not null,
  line_no integer not null,
  input_id text not null,
  primary key (run_id, node_id, iteration, line_no, input_id)
);

create table attempt (
  run_id uuid not null references run (id),
  node_id uuid not null,
  iteration integer not null,
  line_no integer not null,
  input_id text not null,
  port text not null,
  output_id text,
  verdict jsonb,
  characters integer not null default 0,
  credits integer not null default 0,
  reused boolean not null default false,
  error jsonb,
  created_at timestamptz(3) not null,
  -- Null: nothing to pay, or no known price.
  provider_usd_micros bigint,
  primary key (run_id, node_id, iteration, line_no, input_id)
);
create index attempt_by_line on attempt (run_id, line_no);
create index attempt_output on attempt (run_id, output_id);

create table line_crash (
  run_id uuid not null references run (id),
  node_id uuid not null,
  line_no integer not null,
  crashes integer not null,
  primary key (run_id, node_id, line_no)
);

create table run_event (
  run_id uuid not null references run (id),
  seq integer not null,
  type text not null,
  data jsonb not null,
  at timestamptz(3) not null,
  primary key (run_id, seq)
);

-- Each voice and each dictionary entry that a run used, once.
create table run_resource (
  run_id uuid not null references run (id) on delete cascade,
  resource_id uuid not null,
  kind text not null check (kind in ('voice', 'dictionary_entry')),
  primary key (run_id, resource_id)
);

-- The provider that a run selected for each locale.
create table run_provider_selection (
  run_id uuid not null references run (id),
  node_id uuid not null,
  locale_code text not null,
  workspace_id uuid not null references workspace (id),
  provider text not null,
  model text not null,
  voice_id uuid not null,
  reason jsonb not null,
  created_at timestamptz(3) not null,
  primary key (run_id, node_id, locale_code)
);
create index run_provider_selection_by_node on run_provider_selection (workspace_id, node_id, locale_code, created_at desc);

-- Ended runs without a notification. A row is written when the run ends, and deleted when the email is queued.
create table run_notification (
  run_id uuid primary key references run (id),
  created_at timestamptz(3) not null
);
create index run_notification_age on run_notification (created_at);

-- Recent errors of providers, for an operator who looks for the cause of a stuck run.
create table run_provider_error (
  run_id uuid not null references run (id),
  provider text not null,
  kind text not null,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  message text not null default '',
  primary key (run_id, provider, kind)
);
create index run_provider_error_age on run_provider_error (last_at);

-- The number of runs of each status, so that a list of workflows does not count all of their runs.
create function count_run() returns trigger language plpgsql as $$
begin
  update workflow set run_counts = run_counts
    || case when tg_op = 'INSERT' then '{}'
      else jsonb_build_object(old.status, coalesce((run_counts ->> old.status)::int, 0) - 1) end
    || case when tg_op = 'DELETE' then '{}'
      else jsonb_build_object(new.status, coalesce((run_counts ->> new.status)::int, 0) + 1) end
  where id = coalesce(new.workflow_id, old.workflow_id) and workspace_id = coalesce(new.workspace_id, old.workspace_id);
  return null;
end $$;
create trigger run_count_changed after insert or delete on run for each row execute function count_run();
create trigger run_status_changed after update of status on run for each row
  when (old.status <> new.status) execute function count_run();

-- Lets PostgreSQL expect about 1,000 attempts and 250 lines of a run that is not in its statistics yet, instead of
-- one row. For one row, any index that begins with run_id seems good enough, and each chunk of the run would read
-- all of the run.
alter table attempt alter column run_id set (n_distinct = -0.001), alter column run_id set statistics 1;
alter table run_line alter column run_id set (n_distinct = -0.004), alter column run_id set statistics 1;
`;

/** Stored audio, and what is known of it. */
const AUDIO = `
create table audio (
  workspace_id uuid not null references workspace (id),
  id text not null,
  kind text not null check (kind in ('take', 'master')),
  take_id text not null,
  run_id uuid not null,
  reuse_key bytea not null,
  provider text not null,
  model text not null,
  voice_id uuid,
  settings jsonb not null,
  locale_code text not null,
  spoken_text text,
  characters integer not null,
  credits integer not null,
  object_key text not null,
  sha256 text not null,
  format text not null,
  content_type text not null,
  sample_rate integer not null,
  channels integer not null,
  duration_ms integer not null,
  size_bytes bigint not null,
  facts jsonb not null,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null default now(),
  -- Whose key spoke the take. Recordings and embedded engines need none.
  paid_by text not null default 'none' check (paid_by in ('workspace', 'platform', 'none')),
  primary key (workspace_id, id)
);
create index audio_age on audio (workspace_id, used_at);
create index audio_object on audio using hash (object_key);
create index audio_reuse on audio (workspace_id, reuse_key, created_at);

-- Takes of a fallback for a request to another provider, so that no later run pays for this request again.
create table fallback_take (
  workspace_id uuid not null,
  take_id text not null,
  -- The request for the cast voice, with the fallback that spoke instead.
  key bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, take_id, key),
  -- Stored with the take, and deleted with it.
  foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
);
create index fallback_take_key on fallback_take (workspace_id, key);

-- Which form of a take passed a check, raw or mastered, so that no later run uses a form that failed.
create table check_pass (
  workspace_id uuid not null,
  audio_id text not null,
  -- The check and the take.
  key bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, audio_id, key),
  -- Stored with the audio, and deleted with it.
  foreign key (workspace_id, audio_id) references audio (workspace_id, id) on delete cascade
);
create index check_pass_key on check_pass (workspace_id, key);

-- The results of retries of a take, so that no later run pays again for the same attempts.
create table retry_history (
  workspace_id uuid not null,
  take_id text not null,
  checks_key bytea not null,
  -- The maximum duration of the line if the take exceeds it; otherwise 0.
  limit_ms integer not null,
  -- A check let the take pass because its retries were used up.
  exhausted boolean not null,
  -- No other generator spoke the line after this one.
  is_last boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, take_id, checks_key, limit_ms),
  -- Stored with the take, and deleted with it.
  foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
);

-- Transcripts of stored audio, so that no take is transcribed and charged twice.
create table transcript (
  workspace_id uuid not null,
  audio_id text not null,
  provider text not null,
  model text not null,
  -- The language in the request; empty if the provider detected it.
  language text not null,
  detected_language text,
  text text not null,
  words jsonb not null,
  billed jsonb,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, audio_id, provider, model, language),
  -- Content of the audio, deleted with it.
  foreign key (workspace_id, audio_id) references audio (workspace_id, id) on delete cascade
);
`;

/** Reviews of runs: lines with their decisions, comments, guests, and everything that happened. */
const REVIEWS = `
-- The keys of an index for the events of one line: all reviews have the same positions.
create function review_event_keys(review_id uuid, nos integer[]) returns bigint[]
  language sql immutable strict parallel safe
  return array(select uuid_hash_extended(review_id, no) from unnest(nos) as no);

create table review (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  workflow_id uuid not null references workflow (id),
  root_run_id uuid not null unique references run (id),
  current_run_id uuid not null references run (id),
  -- The number of the last event. Every writer of the review locks this row.
  event_seq bigint not null default 0,
  created_by uuid not null references app_user (id),
  created_at timestamptz(3) not null,
  -- The last notice of changes, sent or scheduled.
  notified_at timestamptz(3),
  -- When the last line was approved or waived; null while one is not.
  approved_at timestamptz(3)
);
create index review_current on review (current_run_id);
create index review_workflow on review (workflow_id);
create index review_workspace on review (workspace_id, created_at desc, id);

-- The run that the review was opened for, and the retries that were started from it.
create table review_run (
  run_id uuid primary key references run (id),
  review_id uuid not null references review (id)
);
create index review_run_list on review_run (review_id);

create table review_item (
  review_id uuid not null references review (id),
  -- The position in the script, then among the locales of the line.
  no integer not null,
  -- The line in the run that delivered its current audio.
  run_id uuid not null,
  line_no integer not null,
  node_id uuid not null,
  line_id text not null,
  line_index integer not null,
  locale_code text not null,
  character_name text,
  script text not null,
  source_script text,
  status text not null check (status in ('delivered', 'dropped', 'failed', 'missing')),
  audio_id text,
  -- The take behind the delivered audio.
  take_id text,
  duration_ms integer,
  takes_count integer not null,
  score real,
  verdict text,
  is_outlier boolean not null,
  decision text check (decision in ('approved', 'rejected', 'needs_work', 'waived')),
  chosen_audio_id text,
  reason text,
  note text,
  decided_by jsonb,
  decided_at timestamptz(3),
  version integer not null default 0,
  -- The event that changed the item last.
  changed_seq bigint not null default 0,
  assignment_id uuid,
  comments_count integer not null default 0,
  unresolved_count integer not null default 0,
  primary key (review_id, no)
);
-- Downloads of approved lines.
create index review_item_approved on review_item (review_id, line_no) where decision = 'approved';
create index review_item_assignment on review_item (review_id, assignment_id, no);
create index review_item_changed on review_item (review_id, changed_seq, no);
create index review_item_duration on review_item (review_id, duration_ms, no);
create index review_item_line on review_item (review_id, line_id, locale_code);
create index review_item_locale on review_item (review_id, locale_code, no);
create index review_item_score on review_item (review_id, score, no);
create index review_item_unsettled on review_item (review_id, no)
  where (decision is null) or (decision in ('rejected', 'needs_work')) or ((decision = 'approved') and (chosen_audio_id is distinct from take_id));

-- Events in order. History and stream read these rows.
create table review_event (
  review_id uuid not null references review (id),
  seq bigint not null,
  type text not null,
  actor jsonb not null,
  data jsonb not null,
  -- The items that the event is about.
  nos integer[] not null,
  at timestamptz(3) not null,
  primary key (review_id, seq)
);
create index review_event_item on review_event using gin (review_event_keys(review_id, nos));

create table review_comment (
  id uuid primary key,
  review_id uuid not null references review (id),
  no integer not null,
  -- The comment that this one replies to.
  parent_id uuid references review_comment (id),
  audio_id text,
  start_ms integer,
  end_ms integer,
  -- Empty once the comment is deleted.
  body text not null,
  actor jsonb not null,
  is_resolved boolean not null default false,
  is_deleted boolean not null default false,
  version integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index review_comment_item on review_comment (review_id, no, created_at, id);
create index review_comment_parent on review_comment (parent_id) where parent_id is not null;

create table review_assignment (
  id uuid primary key,
  review_id uuid not null references review (id),
  assignee jsonb not null,
  due_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index review_assignment_list on review_assignment (review_id, created_at, id);

-- Links that let people without an account take part in a review.
create table review_link (
  id uuid primary key,
  review_id uuid not null references review (id),
  label text not null,
  -- The lines that its guests see; null: all.
  locales text[],
  characters text[],
  permission text not null check (permission in ('listen', 'comment', 'decide')),
  token_hash bytea not null unique,
  -- The salt and the derived key.
  passcode_hash bytea,
  -- Failed passcode attempts since a time.
  failed_attempts integer not null default 0,
  failed_attempts_since timestamptz(3),
  created_by jsonb not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  history_bytes bigint not null default 0
);
create index review_link_list on review_link (review_id, created_at desc, id);

create table review_guest (
  id uuid primary key,
  link_id uuid not null references review_link (id),
  name text not null,
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index review_guest_expiry on review_guest (expires_at);
create index review_guest_link on review_guest (link_id);

-- Approved takes, which later runs of their workflow reuse while the text of the line is unchanged.
create table take_lock (
  workspace_id uuid not null references workspace (id),
  workflow_id uuid not null references workflow (id),
  -- The generator that made the take.
  node_id uuid not null,
  line_id text not null,
  locale_code text not null,
  -- SHA-256 of the script of the line.
  text_hash bytea not null,
  take_id text not null,
  review_id uuid not null references review (id),
  actor jsonb not null,
  locked_at timestamptz(3) not null,
  -- When the first run reused the take.
  used_at timestamptz(3),
  primary key (workflow_id, node_id, line_id, locale_code),
  -- Without its audio, a lock has nothing to reuse.
  foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
);
create index take_lock_take on take_lock (workspace_id, take_id);

create trigger review_event_append_only before update or delete on review_event
  for each row execute function reject_change();
`;

/** Pushes of runs to the buckets of workspaces, and webhooks. */
const OUTGOING = `
create table delivery_target (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  name text not null,
  endpoint text,
  region text not null,
  bucket text not null,
  prefix text not null,
  path_style boolean not null,
  access_key_preview text not null,
  encrypted_credentials bytea not null,
  created_by uuid not null references app_user (id),
  checked_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index delivery_target_name on delivery_target (workspace_id, name);

-- A push of a run to a bucket. Files are sent in the order of the export. All files before the position are done.
create table run_delivery (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  run_id uuid not null references run (id) on delete cascade,
  node_id uuid,
  target_id uuid references delivery_target (id) on delete set null,
  target_name text not null,
  destination text not null,
  automatic boolean not null default false,
  status text not null default 'pending' check (status in ('awaiting_approval', 'pending', 'running', 'completed', 'failed')),
  files_total integer,
  "position" integer not null default 0,
  files_failed integer not null default 0,
  size_bytes bigint not null default 0,
  failures jsonb not null default '[]',
  error text,
  -- Attempts since the last file was delivered.
  attempts integer not null default 0,
  job_id uuid not null,
  claim_id uuid,
  created_by uuid references app_user (id),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- The names in file names at the start of the delivery.
  names jsonb,
  constraint run_delivery_end check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index run_delivery_automatic on run_delivery (run_id, node_id) where automatic;
create index run_delivery_stalled on run_delivery (updated_at) where status in ('pending', 'running');
create index run_delivery_list on run_delivery (run_id, created_at desc, id);
create unique index run_delivery_open on run_delivery (run_id, coalesce(node_id, '00000000-0000-0000-0000-000000000000'::uuid), target_id)
  where status in ('awaiting_approval', 'pending', 'running');
create index run_delivery_target on run_delivery (target_id) where status in ('awaiting_approval', 'pending', 'running');
create index run_delivery_workspace on run_delivery (workspace_id);

create table webhook_endpoint (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  created_by uuid not null references app_user (id),
  url text not null,
  description text,
  events text[] not null,
  active boolean not null default true,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failures')),
  failing_since timestamptz(3),
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhook_endpoint_disabled check (active = (disabled_at is null))
);
create index webhook_endpoint_workspace on webhook_endpoint (workspace_id, created_at desc, id);

-- Events, written with their change, and only if an endpoint subscribes to them.
create table webhook_event (
  id uuid primary key,
  workspace_id uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  fanned_out_at timestamptz(3)
);
create index webhook_event_age on webhook_event (created_at);
create index webhook_event_open on webhook_event (created_at) where fanned_out_at is null;

create table webhook_delivery (
  id uuid primary key,
  workspace_id uuid not null,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  event_id uuid not null references webhook_event (id) on delete cascade,
  redelivery_of uuid references webhook_delivery (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  job_id uuid not null,
  next_attempt_at timestamptz(3),
  first_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  response_status integer,
  response_body text,
  duration_ms integer,
  error text,
  created_at timestamptz(3) not null,
  constraint webhook_delivery_end check (status = 'pending' or next_attempt_at is null)
);
create index webhook_delivery_redelivery on webhook_delivery (redelivery_of) where redelivery_of is not null;
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_log on webhook_delivery (endpoint_id, created_at desc, id);
create unique index webhook_delivery_unique on webhook_delivery (event_id, endpoint_id) where redelivery_of is null;
create index webhook_delivery_open on webhook_delivery (coalesce(next_attempt_at, last_attempt_at))
  where status = 'pending';
`;

/** The schema of the first release. Areas are in the order of their references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const area of [IDENTITY, CONTENT, BILLING, LEDGERS, PROVIDERS, RUNS, AUDIO, REVIEWS, OUTGOING])
    await sql.raw(area).execute(db);
}
