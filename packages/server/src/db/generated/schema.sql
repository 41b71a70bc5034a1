-- The schema after all migrations, for reading; nothing runs this file.
-- Written by `pnpm --filter @voiceloom/server schema`; a test fails if it is stale.

CREATE TABLE activity (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid,
  action text NOT NULL,
  kind text NOT NULL,
  resource_type text NOT NULL,
  resource_id uuid,
  resource_name text,
  metadata jsonb,
  ip text,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (id)
);
CREATE INDEX activity_age ON public.activity USING btree (created_at);
CREATE INDEX activity_by_action ON public.activity USING btree (workspace_id, action, created_at DESC, id);
CREATE INDEX activity_by_operators ON public.activity USING btree (created_at DESC, id DESC) WHERE (action = 'operator_acted'::text);
CREATE INDEX activity_by_user ON public.activity USING btree (workspace_id, user_id, created_at DESC, id);
CREATE INDEX activity_recent ON public.activity USING btree (workspace_id, created_at DESC, id);

CREATE TABLE api_key (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text NOT NULL,
  key_type text NOT NULL,
  key_prefix text NOT NULL,
  key_suffix text NOT NULL,
  key_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  active boolean DEFAULT true NOT NULL,
  rate_limit_per_min integer,
  last_used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT api_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX api_key_list ON public.api_key USING btree (workspace_id, created_at DESC, id);

CREATE TABLE app_user (
  id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  email_verified boolean DEFAULT false NOT NULL,
  first_name text,
  last_name text,
  image_url text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  suspended_at timestamp(3) with time zone,
  former_emails text[] DEFAULT '{}'::text[] NOT NULL,
  name_before_erasure text,
  erased_identity bytea,
  erased_at timestamp(3) with time zone,
  CONSTRAINT app_user_pkey PRIMARY KEY (id),
  CONSTRAINT app_user_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX app_user_erased_identity ON public.app_user USING btree (erased_identity) WHERE (erased_identity IS NOT NULL);

CREATE TABLE attempt (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  iteration integer NOT NULL,
  line_no integer NOT NULL,
  input_id text NOT NULL,
  port text NOT NULL,
  output_id text,
  verdict jsonb,
  characters integer DEFAULT 0 NOT NULL,
  credits integer DEFAULT 0 NOT NULL,
  reused boolean DEFAULT false NOT NULL,
  error jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  provider_usd_micros bigint,
  CONSTRAINT attempt_pkey PRIMARY KEY (run_id, node_id, iteration, line_no, input_id),
  CONSTRAINT attempt_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX attempt_by_line ON public.attempt USING btree (run_id, line_no);
CREATE INDEX attempt_output ON public.attempt USING btree (run_id, output_id);
ALTER TABLE attempt ALTER COLUMN run_id SET (n_distinct=-0.001);
ALTER TABLE attempt ALTER COLUMN run_id SET STATISTICS 1;

CREATE TABLE audio (
  workspace_id uuid NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  take_id text NOT NULL,
  run_id uuid NOT NULL,
  reuse_key bytea NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  voice_id uuid,
  settings jsonb NOT NULL,
  locale_code text NOT NULL,
  spoken_text text,
  characters integer NOT NULL,
  credits integer NOT NULL,
  object_key text NOT NULL,
  sha256 text NOT NULL,
  format text NOT NULL,
  content_type text NOT NULL,
  sample_rate integer NOT NULL,
  channels integer NOT NULL,
  duration_ms integer NOT NULL,
  size_bytes bigint NOT NULL,
  facts jsonb NOT NULL,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  paid_by text DEFAULT 'none'::text NOT NULL,
  CONSTRAINT audio_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT audio_kind_check CHECK (kind = ANY (ARRAY['take'::text, 'master'::text])),
  CONSTRAINT audio_paid_by_check CHECK (paid_by = ANY (ARRAY['workspace'::text, 'platform'::text, 'none'::text])),
  CONSTRAINT audio_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX audio_age ON public.audio USING btree (workspace_id, used_at);
CREATE INDEX audio_object ON public.audio USING hash (object_key);
CREATE INDEX audio_reuse ON public.audio USING btree (workspace_id, reuse_key, created_at);

CREATE TABLE billing_customer (
  user_id uuid NOT NULL,
  processor_customer_id text NOT NULL,
  write_epoch integer DEFAULT 0 NOT NULL,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  unsettled_since timestamp(3) with time zone,
  watched_until timestamp(3) with time zone,
  checkout_session_id text,
  fetches bigint DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT billing_customer_pkey PRIMARY KEY (user_id),
  CONSTRAINT billing_customer_processor_customer_id_key UNIQUE (processor_customer_id),
  CONSTRAINT billing_customer_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX billing_customer_unsettled ON public.billing_customer USING btree (unsettled_since) WHERE (unsettled_since IS NOT NULL);
CREATE INDEX billing_customer_watched ON public.billing_customer USING btree (watched_until) WHERE (watched_until IS NOT NULL);

CREATE TABLE budget (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  user_id uuid,
  api_key_id uuid,
  workflow_id uuid,
  former_api_key_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  period text NOT NULL,
  limit_credits integer,
  limit_usd_micros bigint,
  action text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT budget_pkey PRIMARY KEY (id),
  CONSTRAINT budget_action_check CHECK (action = ANY (ARRAY['warn'::text, 'pause'::text, 'deny'::text])),
  CONSTRAINT budget_limit CHECK (num_nonnulls(limit_credits, limit_usd_micros) > 0),
  CONSTRAINT budget_limit_credits_check CHECK (limit_credits > 0),
  CONSTRAINT budget_limit_usd_micros_check CHECK (limit_usd_micros > 0),
  CONSTRAINT budget_period_check CHECK (period = ANY (ARRAY['day'::text, 'month'::text])),
  CONSTRAINT budget_scope_check CHECK (scope = ANY (ARRAY['workspace'::text, 'member'::text, 'api_key'::text, 'workflow'::text])),
  CONSTRAINT budget_scope_id CHECK ((scope = 'member'::text) = (user_id IS NOT NULL) AND (scope = 'api_key'::text) = (api_key_id IS NOT NULL) AND (scope = 'workflow'::text) = (workflow_id IS NOT NULL)),
  CONSTRAINT budget_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  CONSTRAINT budget_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT budget_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id),
  CONSTRAINT budget_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX budget_by_creation ON public.budget USING btree (workspace_id, created_at DESC, id);

CREATE TABLE budget_period (
  budget_id uuid NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  credits bigint DEFAULT 0 NOT NULL,
  usd_micros bigint DEFAULT 0 NOT NULL,
  unpriced_takes bigint DEFAULT 0 NOT NULL,
  alerted_percent integer DEFAULT 0 NOT NULL,
  mailed_percent integer DEFAULT 0 NOT NULL,
  CONSTRAINT budget_period_pkey PRIMARY KEY (budget_id, starts_at),
  CONSTRAINT budget_period_budget_id_fkey FOREIGN KEY (budget_id) REFERENCES budget(id) ON DELETE CASCADE
);

CREATE TABLE check_pass (
  workspace_id uuid NOT NULL,
  audio_id text NOT NULL,
  key bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT check_pass_pkey PRIMARY KEY (workspace_id, audio_id, key),
  CONSTRAINT check_pass_workspace_id_audio_id_fkey FOREIGN KEY (workspace_id, audio_id) REFERENCES audio(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX check_pass_key ON public.check_pass USING btree (workspace_id, key);

CREATE TABLE credit_account (
  user_id uuid NOT NULL,
  balance bigint DEFAULT 0 NOT NULL,
  held bigint DEFAULT 0 NOT NULL,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  period text,
  period_no integer DEFAULT 0 NOT NULL,
  spent bigint DEFAULT 0 NOT NULL,
  spent_before_period bigint DEFAULT 0 NOT NULL,
  carried_over bigint DEFAULT 0 NOT NULL,
  plan_id uuid,
  former_retention_days bigint,
  former_retention_until timestamp(3) with time zone,
  CONSTRAINT credit_account_pkey PRIMARY KEY (user_id),
  CONSTRAINT credit_account_carried_over_check CHECK (carried_over >= 0),
  CONSTRAINT credit_account_check CHECK (balance >= held),
  CONSTRAINT credit_account_held_check CHECK (held >= 0),
  CONSTRAINT credit_account_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id),
  CONSTRAINT credit_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX credit_account_due ON public.credit_account USING btree (period_end);
CREATE INDEX credit_account_plan ON public.credit_account USING btree (plan_id) WHERE (plan_id IS NOT NULL);

CREATE TABLE credit_entry (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  workspace_id uuid,
  run_id uuid,
  kind text NOT NULL,
  cause text NOT NULL,
  amount bigint DEFAULT 0 NOT NULL,
  hold bigint DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT credit_entry_pkey PRIMARY KEY (id),
  CONSTRAINT credit_entry_cause_key UNIQUE (cause),
  CONSTRAINT credit_entry_kind_check CHECK (kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'settle'::text, 'release'::text, 'expire'::text])),
  CONSTRAINT credit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES app_user(id)
);
CREATE INDEX credit_entry_account ON public.credit_entry USING btree (account_id, created_at, id);
CREATE INDEX credit_entry_grants ON public.credit_entry USING btree (account_id, split_part(cause, '/'::text, 3)) WHERE (kind = 'grant'::text);
CREATE INDEX credit_entry_run ON public.credit_entry USING btree (run_id);

CREATE TABLE delivery_target (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  endpoint text,
  region text NOT NULL,
  bucket text NOT NULL,
  prefix text NOT NULL,
  path_style boolean NOT NULL,
  access_key_preview text NOT NULL,
  encrypted_credentials bytea NOT NULL,
  created_by uuid NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT delivery_target_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_target_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT delivery_target_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE UNIQUE INDEX delivery_target_name ON public.delivery_target USING btree (workspace_id, name);

CREATE TABLE dictionary_entry (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  word text NOT NULL,
  word_key text NOT NULL,
  language text NOT NULL,
  method text NOT NULL,
  pronunciation text,
  ipa text,
  upload_id uuid,
  description text,
  uses_count integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  context jsonb,
  context_key text DEFAULT ''::text NOT NULL,
  CONSTRAINT dictionary_entry_pkey PRIMARY KEY (id),
  CONSTRAINT dictionary_entry_word UNIQUE (workspace_id, language, word_key, context_key),
  CONSTRAINT dictionary_entry_method_check CHECK (method = ANY (ARRAY['spelled'::text, 'ipa'::text, 'recorded'::text])),
  CONSTRAINT dictionary_entry_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT dictionary_entry_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE SET NULL,
  CONSTRAINT dictionary_entry_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX dictionary_entry_order ON public.dictionary_entry USING btree (workspace_id, word_key, language, id);
CREATE INDEX dictionary_entry_upload ON public.dictionary_entry USING btree (upload_id) WHERE (upload_id IS NOT NULL);

CREATE TABLE fallback_take (
  workspace_id uuid NOT NULL,
  take_id text NOT NULL,
  key bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT fallback_take_pkey PRIMARY KEY (workspace_id, take_id, key),
  CONSTRAINT fallback_take_workspace_id_take_id_fkey FOREIGN KEY (workspace_id, take_id) REFERENCES audio(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX fallback_take_key ON public.fallback_take USING btree (workspace_id, key);

CREATE TABLE idempotency_key (
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  locked_until timestamp(3) with time zone,
  response_status integer,
  response_headers jsonb,
  response_body bytea,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_key_expiry ON public.idempotency_key USING btree (expires_at);

CREATE TABLE ledger_check (
  name text NOT NULL,
  differences integer NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT ledger_check_pkey PRIMARY KEY (name)
);

CREATE TABLE line_crash (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  line_no integer NOT NULL,
  crashes integer NOT NULL,
  CONSTRAINT line_crash_pkey PRIMARY KEY (run_id, node_id, line_no),
  CONSTRAINT line_crash_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE mail_outbox (
  id uuid NOT NULL,
  kind text NOT NULL,
  content bytea,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  created_at timestamp(3) with time zone NOT NULL,
  sent_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT mail_outbox_end CHECK (content IS NOT NULL OR sent_at IS NOT NULL OR failed_at IS NOT NULL)
);
CREATE INDEX mail_outbox_ended ON public.mail_outbox USING btree (COALESCE(sent_at, failed_at)) WHERE ((sent_at IS NOT NULL) OR (failed_at IS NOT NULL));
CREATE INDEX mail_outbox_open ON public.mail_outbox USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE TABLE notification_preference (
  user_id uuid NOT NULL,
  completed_generation_email boolean NOT NULL,
  failed_generation_email boolean NOT NULL,
  weekly_usage_summary_email boolean NOT NULL,
  product_updates_email boolean NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT notification_preference_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX notification_preference_weekly ON public.notification_preference USING btree (user_id) WHERE weekly_usage_summary_email;

CREATE TABLE plan (
  id uuid NOT NULL,
  name text NOT NULL,
  tier text NOT NULL,
  limits jsonb NOT NULL,
  billing_interval text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  display_order integer NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  is_listed boolean DEFAULT true NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  slug text,
  former_retention_days bigint,
  former_retention_until timestamp(3) with time zone,
  platform_providers text[] DEFAULT '{}'::text[] NOT NULL,
  platform_models text[],
  platform_characters_per_day integer,
  CONSTRAINT plan_pkey PRIMARY KEY (id),
  CONSTRAINT plan_slug_key UNIQUE (slug),
  CONSTRAINT plan_platform_characters_per_day_check CHECK (platform_characters_per_day >= 0)
);
CREATE UNIQUE INDEX plan_default ON public.plan USING btree (is_default) WHERE is_default;

CREATE TABLE plan_preview (
  user_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  period_start timestamp(3) with time zone NOT NULL,
  prorated_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT plan_preview_pkey PRIMARY KEY (user_id, plan_id),
  CONSTRAINT plan_preview_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id),
  CONSTRAINT plan_preview_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscription(id),
  CONSTRAINT plan_preview_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX plan_preview_age ON public.plan_preview USING btree (created_at);

CREATE TABLE plan_price (
  processor_price_id text NOT NULL,
  plan_id uuid NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT plan_price_pkey PRIMARY KEY (processor_price_id),
  CONSTRAINT plan_price_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id)
);
CREATE INDEX plan_price_plan ON public.plan_price USING btree (plan_id);

CREATE TABLE platform_characters (
  account_id uuid NOT NULL,
  day date NOT NULL,
  characters bigint NOT NULL,
  CONSTRAINT platform_characters_pkey PRIMARY KEY (account_id, day),
  CONSTRAINT platform_characters_characters_check CHECK (characters >= 0),
  CONSTRAINT platform_characters_account_id_fkey FOREIGN KEY (account_id) REFERENCES app_user(id)
);
CREATE INDEX platform_characters_age ON public.platform_characters USING btree (day);

CREATE TABLE platform_provider_key (
  provider text NOT NULL,
  encryption_key_id text NOT NULL,
  encrypted_credentials bytea NOT NULL,
  key_preview text NOT NULL,
  status text NOT NULL,
  validated_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone NOT NULL,
  unavailable_until timestamp(3) with time zone,
  unavailable_reason text,
  voices_listed_at timestamp(3) with time zone,
  voices_attempted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  run_check_at timestamp(3) with time zone,
  run_check_verdict text,
  CONSTRAINT platform_provider_key_pkey PRIMARY KEY (provider),
  CONSTRAINT platform_provider_key_run_check_verdict_check CHECK (run_check_verdict = ANY (ARRAY['accepted'::text, 'rejected'::text, 'unknown'::text])),
  CONSTRAINT platform_provider_key_status_check CHECK (status = ANY (ARRAY['valid'::text, 'invalid'::text, 'unverified'::text])),
  CONSTRAINT platform_provider_key_unavailable CHECK ((unavailable_until IS NULL) = (unavailable_reason IS NULL))
);

CREATE TABLE processor_event (
  id text NOT NULL,
  type text NOT NULL,
  processor_customer_id text,
  created_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  processed_at timestamp(3) with time zone,
  CONSTRAINT processor_event_pkey PRIMARY KEY (id)
);
CREATE INDEX processor_event_age ON public.processor_event USING btree (received_at);
CREATE INDEX processor_event_open ON public.processor_event USING btree (processor_customer_id, received_at) WHERE (processed_at IS NULL);

CREATE TABLE provider_concurrency (
  id text NOT NULL,
  slots integer NOT NULL,
  successes integer DEFAULT 0 NOT NULL,
  halved_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT provider_concurrency_pkey PRIMARY KEY (id),
  CONSTRAINT provider_concurrency_slots_check CHECK (slots > 0)
);
CREATE INDEX provider_concurrency_age ON public.provider_concurrency USING btree (updated_at);

CREATE TABLE provider_health (
  workspace_id uuid NOT NULL,
  locale_code text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  day date NOT NULL,
  calls integer NOT NULL,
  failed integer NOT NULL,
  takes integer NOT NULL,
  rejected integer NOT NULL,
  latency_ms bigint NOT NULL,
  CONSTRAINT provider_health_pkey PRIMARY KEY (workspace_id, locale_code, provider, model, day),
  CONSTRAINT provider_health_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
) WITH (fillfactor=80);
CREATE INDEX provider_health_by_day ON public.provider_health USING btree (day);

CREATE TABLE provider_key (
  workspace_id uuid NOT NULL,
  provider text NOT NULL,
  encryption_key_id text NOT NULL,
  encrypted_credentials bytea NOT NULL,
  key_preview text NOT NULL,
  status text NOT NULL,
  validated_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  voices_listed_at timestamp(3) with time zone,
  voices_attempted_at timestamp(3) with time zone,
  invalid_reason text,
  run_check_at timestamp(3) with time zone,
  run_check_verdict text,
  CONSTRAINT provider_key_pkey PRIMARY KEY (workspace_id, provider),
  CONSTRAINT provider_key_run_check_verdict_check CHECK (run_check_verdict = ANY (ARRAY['accepted'::text, 'rejected'::text, 'unknown'::text])),
  CONSTRAINT provider_key_status_check CHECK (status = ANY (ARRAY['valid'::text, 'invalid'::text, 'unverified'::text])),
  CONSTRAINT provider_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT provider_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX provider_key_by_encryption_key ON public.provider_key USING btree (encryption_key_id, workspace_id, provider);
CREATE INDEX provider_key_unverified ON public.provider_key USING btree (checked_at) WHERE (status = 'unverified'::text);
CREATE INDEX provider_key_voices ON public.provider_key USING btree (voices_attempted_at NULLS FIRST);

CREATE TABLE provider_slot_lease (
  concurrency_id text NOT NULL,
  holder uuid NOT NULL,
  slots integer NOT NULL,
  demand integer NOT NULL,
  shares text[] NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT provider_slot_lease_pkey PRIMARY KEY (concurrency_id, holder),
  CONSTRAINT provider_slot_lease_demand_check CHECK (demand >= 0),
  CONSTRAINT provider_slot_lease_slots_check CHECK (slots >= 0),
  CONSTRAINT provider_slot_lease_concurrency_id_fkey FOREIGN KEY (concurrency_id) REFERENCES provider_concurrency(id) ON DELETE CASCADE
);

CREATE TABLE provider_usage (
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  paid_by text NOT NULL,
  plan_slug text NOT NULL,
  takes bigint NOT NULL,
  characters bigint NOT NULL,
  credits bigint NOT NULL,
  provider_usd_micros bigint,
  CONSTRAINT provider_usage_pkey PRIMARY KEY (workspace_id, day, provider, model, paid_by, plan_slug),
  CONSTRAINT provider_usage_paid_by_check CHECK (paid_by = ANY (ARRAY['workspace'::text, 'platform'::text, 'none'::text])),
  CONSTRAINT provider_usage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
) WITH (fillfactor=80);
CREATE INDEX provider_usage_day ON public.provider_usage USING btree (day);

CREATE UNLOGGED TABLE rate_limit (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  leased integer DEFAULT 0 NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
) WITH (fillfactor=50);

CREATE TABLE retry_history (
  workspace_id uuid NOT NULL,
  take_id text NOT NULL,
  checks_key bytea NOT NULL,
  limit_ms integer NOT NULL,
  exhausted boolean NOT NULL,
  is_last boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT retry_history_pkey PRIMARY KEY (workspace_id, take_id, checks_key, limit_ms),
  CONSTRAINT retry_history_workspace_id_take_id_fkey FOREIGN KEY (workspace_id, take_id) REFERENCES audio(workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE review (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  root_run_id uuid NOT NULL,
  current_run_id uuid NOT NULL,
  event_seq bigint DEFAULT 0 NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  notified_at timestamp(3) with time zone,
  approved_at timestamp(3) with time zone,
  CONSTRAINT review_pkey PRIMARY KEY (id),
  CONSTRAINT review_root_run_id_key UNIQUE (root_run_id),
  CONSTRAINT review_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT review_current_run_id_fkey FOREIGN KEY (current_run_id) REFERENCES run(id),
  CONSTRAINT review_root_run_id_fkey FOREIGN KEY (root_run_id) REFERENCES run(id),
  CONSTRAINT review_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id),
  CONSTRAINT review_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX review_current ON public.review USING btree (current_run_id);
CREATE INDEX review_workflow ON public.review USING btree (workflow_id);
CREATE INDEX review_workspace ON public.review USING btree (workspace_id, created_at DESC, id);

CREATE TABLE review_assignment (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  assignee jsonb NOT NULL,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT review_assignment_pkey PRIMARY KEY (id),
  CONSTRAINT review_assignment_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id)
);
CREATE INDEX review_assignment_list ON public.review_assignment USING btree (review_id, created_at, id);

CREATE TABLE review_comment (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  no integer NOT NULL,
  parent_id uuid,
  audio_id text,
  start_ms integer,
  end_ms integer,
  body text NOT NULL,
  actor jsonb NOT NULL,
  is_resolved boolean DEFAULT false NOT NULL,
  is_deleted boolean DEFAULT false NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT review_comment_pkey PRIMARY KEY (id),
  CONSTRAINT review_comment_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES review_comment(id),
  CONSTRAINT review_comment_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id)
);
CREATE INDEX review_comment_item ON public.review_comment USING btree (review_id, no, created_at, id);
CREATE INDEX review_comment_parent ON public.review_comment USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE TABLE review_event (
  review_id uuid NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  actor jsonb NOT NULL,
  data jsonb NOT NULL,
  nos integer[] NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT review_event_pkey PRIMARY KEY (review_id, seq),
  CONSTRAINT review_event_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id)
);
CREATE INDEX review_event_item ON public.review_event USING gin (review_event_keys(review_id, nos));

CREATE TABLE review_guest (
  id uuid NOT NULL,
  link_id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT review_guest_pkey PRIMARY KEY (id),
  CONSTRAINT review_guest_token_hash_key UNIQUE (token_hash),
  CONSTRAINT review_guest_link_id_fkey FOREIGN KEY (link_id) REFERENCES review_link(id)
);
CREATE INDEX review_guest_expiry ON public.review_guest USING btree (expires_at);
CREATE INDEX review_guest_link ON public.review_guest USING btree (link_id);

CREATE TABLE review_item (
  review_id uuid NOT NULL,
  no integer NOT NULL,
  run_id uuid NOT NULL,
  line_no integer NOT NULL,
  node_id uuid NOT NULL,
  line_id text NOT NULL,
  line_index integer NOT NULL,
  locale_code text NOT NULL,
  character_name text,
  script text NOT NULL,
  source_script text,
  status text NOT NULL,
  audio_id text,
  take_id text,
  duration_ms integer,
  takes_count integer NOT NULL,
  score real,
  verdict text,
  is_outlier boolean NOT NULL,
  decision text,
  chosen_audio_id text,
  reason text,
  note text,
  decided_by jsonb,
  decided_at timestamp(3) with time zone,
  version integer DEFAULT 0 NOT NULL,
  changed_seq bigint DEFAULT 0 NOT NULL,
  assignment_id uuid,
  comments_count integer DEFAULT 0 NOT NULL,
  unresolved_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT review_item_pkey PRIMARY KEY (review_id, no),
  CONSTRAINT review_item_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'needs_work'::text, 'waived'::text])),
  CONSTRAINT review_item_status_check CHECK (status = ANY (ARRAY['delivered'::text, 'dropped'::text, 'failed'::text, 'missing'::text])),
  CONSTRAINT review_item_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id)
);
CREATE INDEX review_item_approved ON public.review_item USING btree (review_id, line_no) WHERE (decision = 'approved'::text);
CREATE INDEX review_item_assignment ON public.review_item USING btree (review_id, assignment_id, no);
CREATE INDEX review_item_changed ON public.review_item USING btree (review_id, changed_seq, no);
CREATE INDEX review_item_duration ON public.review_item USING btree (review_id, duration_ms, no);
CREATE INDEX review_item_line ON public.review_item USING btree (review_id, line_id, locale_code);
CREATE INDEX review_item_locale ON public.review_item USING btree (review_id, locale_code, no);
CREATE INDEX review_item_score ON public.review_item USING btree (review_id, score, no);
CREATE INDEX review_item_unsettled ON public.review_item USING btree (review_id, no) WHERE ((decision IS NULL) OR (decision = ANY (ARRAY['rejected'::text, 'needs_work'::text])) OR ((decision = 'approved'::text) AND (chosen_audio_id IS DISTINCT FROM take_id)));

CREATE TABLE review_link (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  label text NOT NULL,
  locales text[],
  characters text[],
  permission text NOT NULL,
  token_hash bytea NOT NULL,
  passcode_hash bytea,
  failed_attempts integer DEFAULT 0 NOT NULL,
  failed_attempts_since timestamp(3) with time zone,
  created_by jsonb NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  history_bytes bigint DEFAULT 0 NOT NULL,
  CONSTRAINT review_link_pkey PRIMARY KEY (id),
  CONSTRAINT review_link_token_hash_key UNIQUE (token_hash),
  CONSTRAINT review_link_permission_check CHECK (permission = ANY (ARRAY['listen'::text, 'comment'::text, 'decide'::text])),
  CONSTRAINT review_link_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id)
);
CREATE INDEX review_link_list ON public.review_link USING btree (review_id, created_at DESC, id);

CREATE TABLE review_run (
  run_id uuid NOT NULL,
  review_id uuid NOT NULL,
  CONSTRAINT review_run_pkey PRIMARY KEY (run_id),
  CONSTRAINT review_run_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id),
  CONSTRAINT review_run_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX review_run_list ON public.review_run USING btree (review_id);

CREATE TABLE run (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  account_id uuid NOT NULL,
  run_number integer NOT NULL,
  status text NOT NULL,
  definition jsonb NOT NULL,
  total_nodes integer NOT NULL,
  total_steps integer DEFAULT 0 NOT NULL,
  finished_steps integer DEFAULT 0 NOT NULL,
  open_chunks integer DEFAULT 0 NOT NULL,
  queued_chunks integer DEFAULT 0 NOT NULL,
  next_chunk_seq integer DEFAULT 0 NOT NULL,
  next_line_no integer DEFAULT 0 NOT NULL,
  event_seq integer DEFAULT 0 NOT NULL,
  max_failed_lines integer DEFAULT 0 NOT NULL,
  lines_total integer DEFAULT 0 NOT NULL,
  lines_delivered integer DEFAULT 0 NOT NULL,
  lines_dropped integer DEFAULT 0 NOT NULL,
  lines_failed integer DEFAULT 0 NOT NULL,
  retries integer DEFAULT 0 NOT NULL,
  reused_takes integer DEFAULT 0 NOT NULL,
  characters integer DEFAULT 0 NOT NULL,
  audio_ms bigint DEFAULT 0 NOT NULL,
  credits integer DEFAULT 0 NOT NULL,
  hold integer DEFAULT 0 NOT NULL,
  hold_allocated integer DEFAULT 0 NOT NULL,
  triggered_by uuid NOT NULL,
  api_key_id uuid,
  retry_of uuid,
  retry_line_ids text[],
  error jsonb,
  first_audio_at timestamp(3) with time zone,
  pause_requested_at timestamp(3) with time zone,
  wait_provider text,
  wait_model text,
  resume_at timestamp(3) with time zone,
  waiting_since timestamp(3) with time zone,
  resume_tried_at timestamp(3) with time zone,
  paused_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  credit_period_no integer DEFAULT 0 NOT NULL,
  audio_removed_at timestamp(3) with time zone,
  events_removed_at timestamp(3) with time zone,
  lines_skipped integer DEFAULT 0 NOT NULL,
  retry_locales text[],
  retry_respeak boolean DEFAULT false NOT NULL,
  aggregates jsonb,
  retry_notes text[],
  trace_parent text,
  local_models jsonb,
  max_credits integer,
  estimated_max_credits integer,
  pause_reason text,
  pause_limit text,
  pause_budget_id uuid,
  pause_message text,
  provider_usd_micros bigint DEFAULT 0 NOT NULL,
  unpriced_takes integer DEFAULT 0 NOT NULL,
  CONSTRAINT run_pkey PRIMARY KEY (id),
  CONSTRAINT run_workflow_id_run_number_key UNIQUE (workflow_id, run_number),
  CONSTRAINT run_cap CHECK ((credits + hold) <= max_credits),
  CONSTRAINT run_estimate CHECK ((credits + hold) <= estimated_max_credits),
  CONSTRAINT run_hold_allocated_check CHECK (hold_allocated >= 0),
  CONSTRAINT run_hold_check CHECK (hold >= 0),
  CONSTRAINT run_pause_limit_check CHECK (pause_limit = ANY (ARRAY['cap'::text, 'estimate'::text, 'budget'::text])),
  CONSTRAINT run_pause_reason_check CHECK (pause_reason = ANY (ARRAY['requested'::text, 'budget'::text, 'provider_unavailable'::text])),
  CONSTRAINT run_status_check CHECK (status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT run_account_id_fkey FOREIGN KEY (account_id) REFERENCES app_user(id),
  CONSTRAINT run_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  CONSTRAINT run_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES run(id),
  CONSTRAINT run_triggered_by_fkey FOREIGN KEY (triggered_by) REFERENCES app_user(id),
  CONSTRAINT run_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id),
  CONSTRAINT run_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX run_active_per_account ON public.run USING btree (account_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text]));
CREATE UNIQUE INDEX run_active_per_workflow ON public.run USING btree (workflow_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text]));
CREATE INDEX run_audio_due ON public.run USING btree (workspace_id, completed_at) WHERE ((completed_at IS NOT NULL) AND (audio_removed_at IS NULL));
CREATE INDEX run_by_completion ON public.run USING btree (workflow_id, completed_at DESC, id);
CREATE INDEX run_by_creation ON public.run USING btree (workflow_id, created_at DESC, id);
CREATE INDEX run_by_start ON public.run USING btree (workflow_id, started_at DESC, id);
CREATE INDEX run_by_status ON public.run USING btree (workflow_id, status, id);
CREATE INDEX run_by_workspace ON public.run USING btree (workspace_id, created_at) INCLUDE (status);
CREATE INDEX run_ended ON public.run USING btree (workspace_id, completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX run_events_due ON public.run USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (events_removed_at IS NULL));
CREATE INDEX run_open_by_workspace ON public.run USING btree (workspace_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text]));
CREATE INDEX run_retry_of ON public.run USING btree (retry_of) WHERE (retry_of IS NOT NULL);
CREATE INDEX run_waiting ON public.run USING btree (resume_at) WHERE ((resume_at IS NOT NULL) AND (status = 'paused'::text));

CREATE TABLE run_arrival (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  iteration integer NOT NULL,
  line_no integer NOT NULL,
  input_id text NOT NULL,
  CONSTRAINT run_arrival_pkey PRIMARY KEY (run_id, node_id, iteration, line_no, input_id),
  CONSTRAINT run_arrival_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE run_chunk (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  node_id uuid NOT NULL,
  iteration integer NOT NULL,
  depth integer NOT NULL,
  seq integer NOT NULL,
  items jsonb NOT NULL,
  status text NOT NULL,
  hold_allocated integer DEFAULT 0 NOT NULL,
  job_id uuid,
  queued_at timestamp(3) with time zone,
  local_model text,
  blocked_credits integer,
  blocked_usd_micros bigint,
  is_denied boolean DEFAULT false NOT NULL,
  usd_micros_allocated bigint DEFAULT 0 NOT NULL,
  CONSTRAINT run_chunk_pkey PRIMARY KEY (id),
  CONSTRAINT run_chunk_hold_allocated_check CHECK (hold_allocated >= 0),
  CONSTRAINT run_chunk_status_check CHECK (status = ANY (ARRAY['planned'::text, 'queued'::text, 'done'::text, 'cancelled'::text])),
  CONSTRAINT run_chunk_usd_micros_allocated_check CHECK (usd_micros_allocated >= 0),
  CONSTRAINT run_chunk_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_chunk_next ON public.run_chunk USING btree (run_id, status, depth DESC, seq);
CREATE INDEX run_chunk_outstanding ON public.run_chunk USING btree (workspace_id) WHERE (status = 'queued'::text);
CREATE INDEX run_chunk_priced ON public.run_chunk USING btree (run_id) WHERE (usd_micros_allocated > 0);

CREATE TABLE run_delivery (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id uuid,
  target_id uuid,
  target_name text NOT NULL,
  destination text NOT NULL,
  automatic boolean DEFAULT false NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  files_total integer,
  "position" integer DEFAULT 0 NOT NULL,
  files_failed integer DEFAULT 0 NOT NULL,
  size_bytes bigint DEFAULT 0 NOT NULL,
  failures jsonb DEFAULT '[]'::jsonb NOT NULL,
  error text,
  attempts integer DEFAULT 0 NOT NULL,
  job_id uuid NOT NULL,
  claim_id uuid,
  created_by uuid,
  created_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone NOT NULL,
  names jsonb,
  CONSTRAINT run_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT run_delivery_end CHECK ((status = ANY (ARRAY['completed'::text, 'failed'::text])) = (completed_at IS NOT NULL)),
  CONSTRAINT run_delivery_status_check CHECK (status = ANY (ARRAY['awaiting_approval'::text, 'pending'::text, 'running'::text, 'completed'::text, 'failed'::text])),
  CONSTRAINT run_delivery_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT run_delivery_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  CONSTRAINT run_delivery_target_id_fkey FOREIGN KEY (target_id) REFERENCES delivery_target(id) ON DELETE SET NULL,
  CONSTRAINT run_delivery_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE UNIQUE INDEX run_delivery_automatic ON public.run_delivery USING btree (run_id, node_id) WHERE automatic;
CREATE INDEX run_delivery_list ON public.run_delivery USING btree (run_id, created_at DESC, id);
CREATE UNIQUE INDEX run_delivery_open ON public.run_delivery USING btree (run_id, COALESCE(node_id, '00000000-0000-0000-0000-000000000000'::uuid), target_id) WHERE (status = ANY (ARRAY['awaiting_approval'::text, 'pending'::text, 'running'::text]));
CREATE INDEX run_delivery_stalled ON public.run_delivery USING btree (updated_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX run_delivery_target ON public.run_delivery USING btree (target_id) WHERE (status = ANY (ARRAY['awaiting_approval'::text, 'pending'::text, 'running'::text]));
CREATE INDEX run_delivery_workspace ON public.run_delivery USING btree (workspace_id);

CREATE TABLE run_event (
  run_id uuid NOT NULL,
  seq integer NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT run_event_pkey PRIMARY KEY (run_id, seq),
  CONSTRAINT run_event_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE run_line (
  run_id uuid NOT NULL,
  no integer NOT NULL,
  node_id uuid NOT NULL,
  line_id text NOT NULL,
  source_line_id text,
  line_index integer NOT NULL,
  locale_code text NOT NULL,
  script text NOT NULL,
  spoken_script text,
  character_name text,
  max_duration_ms integer,
  start_ms integer,
  notes text,
  characters integer NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  audio_id text,
  retry_count integer DEFAULT 0 NOT NULL,
  open_tokens integer DEFAULT 1 NOT NULL,
  delivered_score real,
  error jsonb,
  source_no integer,
  origin_chunk_id uuid,
  translation jsonb,
  direction text,
  source_script text,
  source_locale_code text,
  markup jsonb,
  controls jsonb,
  max_characters integer,
  characters_over integer,
  CONSTRAINT run_line_pkey PRIMARY KEY (run_id, no),
  CONSTRAINT run_line_status_check CHECK (status = ANY (ARRAY['active'::text, 'delivered'::text, 'dropped'::text, 'failed'::text, 'skipped'::text, 'translated'::text])),
  CONSTRAINT run_line_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_line_id ON public.run_line USING btree (run_id, line_id);
CREATE INDEX run_line_order ON public.run_line USING btree (run_id, line_index, no);
CREATE INDEX run_line_translations ON public.run_line USING btree (run_id, source_no) WHERE (source_no IS NOT NULL);
ALTER TABLE run_line ALTER COLUMN run_id SET (n_distinct=-0.004);
ALTER TABLE run_line ALTER COLUMN run_id SET STATISTICS 1;

CREATE TABLE run_locale (
  run_id uuid NOT NULL,
  locale_code text NOT NULL,
  lines integer DEFAULT 0 NOT NULL,
  finished_lines integer DEFAULT 0 NOT NULL,
  characters integer DEFAULT 0 NOT NULL,
  audio_ms bigint DEFAULT 0 NOT NULL,
  retries integer DEFAULT 0 NOT NULL,
  credits integer DEFAULT 0 NOT NULL,
  delivered_lines integer DEFAULT 0 NOT NULL,
  delivered_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT run_locale_pkey PRIMARY KEY (run_id, locale_code),
  CONSTRAINT run_locale_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE run_notification (
  run_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT run_notification_pkey PRIMARY KEY (run_id),
  CONSTRAINT run_notification_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_notification_age ON public.run_notification USING btree (created_at);

CREATE TABLE run_provider_error (
  run_id uuid NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  CONSTRAINT run_provider_error_pkey PRIMARY KEY (run_id, provider, kind),
  CONSTRAINT run_provider_error_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_provider_error_age ON public.run_provider_error USING btree (last_at);

CREATE TABLE run_provider_selection (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  locale_code text NOT NULL,
  workspace_id uuid NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  voice_id uuid NOT NULL,
  reason jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT run_provider_selection_pkey PRIMARY KEY (run_id, node_id, locale_code),
  CONSTRAINT run_provider_selection_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id),
  CONSTRAINT run_provider_selection_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX run_provider_selection_by_node ON public.run_provider_selection USING btree (workspace_id, node_id, locale_code, created_at DESC);

CREATE TABLE run_resource (
  run_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  CONSTRAINT run_resource_pkey PRIMARY KEY (run_id, resource_id),
  CONSTRAINT run_resource_kind_check CHECK (kind = ANY (ARRAY['voice'::text, 'dictionary_entry'::text])),
  CONSTRAINT run_resource_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);

CREATE TABLE run_step (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  iteration integer NOT NULL,
  node_type text NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  passed integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  open_chunks integer DEFAULT 0 NOT NULL,
  error jsonb,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  readings jsonb,
  CONSTRAINT run_step_pkey PRIMARY KEY (run_id, node_id, iteration),
  CONSTRAINT run_step_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE schedule (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text NOT NULL,
  cron text NOT NULL,
  time_zone text NOT NULL,
  input jsonb NOT NULL,
  skip_if_unchanged boolean NOT NULL,
  disabled_reason text,
  next_run_at timestamp(3) with time zone,
  failures_count integer DEFAULT 0 NOT NULL,
  mailed_at timestamp(3) with time zone,
  last_digest bytea,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT schedule_pkey PRIMARY KEY (id),
  CONSTRAINT schedule_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['manual'::text, 'failures'::text])),
  CONSTRAINT schedule_due_while_enabled CHECK ((disabled_reason IS NULL) = (next_run_at IS NOT NULL)),
  CONSTRAINT schedule_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT schedule_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id),
  CONSTRAINT schedule_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX schedule_by_creation ON public.schedule USING btree (workspace_id, created_at DESC, id);
CREATE INDEX schedule_by_workflow ON public.schedule USING btree (workflow_id, created_at DESC, id);
CREATE INDEX schedule_due ON public.schedule USING btree (next_run_at, id) WHERE (next_run_at IS NOT NULL);

CREATE TABLE schedule_occurrence (
  schedule_id uuid NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  outcome text NOT NULL,
  run_id uuid,
  reason text,
  message text,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT schedule_occurrence_pkey PRIMARY KEY (schedule_id, due_at),
  CONSTRAINT schedule_occurrence_outcome_check CHECK (outcome = ANY (ARRAY['started'::text, 'skipped'::text, 'failed'::text, 'missed'::text])),
  CONSTRAINT schedule_occurrence_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  CONSTRAINT schedule_occurrence_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedule(id) ON DELETE CASCADE
);
CREATE INDEX schedule_occurrence_age ON public.schedule_occurrence USING btree (due_at);
CREATE INDEX schedule_occurrence_run ON public.schedule_occurrence USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE TABLE storage_charge (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  cause text NOT NULL,
  delta_bytes bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT storage_charge_pkey PRIMARY KEY (id),
  CONSTRAINT storage_charge_cause_key UNIQUE (cause),
  CONSTRAINT storage_charge_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX storage_charge_workspace ON public.storage_charge USING btree (workspace_id, created_at);

CREATE TABLE subscription (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  processor_subscription_id text NOT NULL,
  processor_schedule_id text,
  plan_id uuid NOT NULL,
  status text NOT NULL,
  current_period_start timestamp(3) with time zone NOT NULL,
  current_period_end timestamp(3) with time zone NOT NULL,
  cancel_at_period_end boolean DEFAULT false NOT NULL,
  canceled_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  scheduled_plan_id uuid,
  scheduled_at timestamp(3) with time zone,
  fetch_no bigint DEFAULT 0 NOT NULL,
  fetched_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT subscription_pkey PRIMARY KEY (id),
  CONSTRAINT subscription_processor_subscription_id_key UNIQUE (processor_subscription_id),
  CONSTRAINT subscription_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id),
  CONSTRAINT subscription_scheduled_plan_id_fkey FOREIGN KEY (scheduled_plan_id) REFERENCES plan(id),
  CONSTRAINT subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX subscription_live ON public.subscription USING btree (fetched_at) WHERE (ended_at IS NULL);
CREATE INDEX subscription_user ON public.subscription USING btree (user_id, created_at DESC, id);

CREATE TABLE sweep_cursor (
  name text NOT NULL,
  cursor text,
  next_round_at timestamp(3) with time zone,
  CONSTRAINT sweep_cursor_pkey PRIMARY KEY (name)
);

CREATE TABLE take_lock (
  workspace_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  node_id uuid NOT NULL,
  line_id text NOT NULL,
  locale_code text NOT NULL,
  text_hash bytea NOT NULL,
  take_id text NOT NULL,
  review_id uuid NOT NULL,
  actor jsonb NOT NULL,
  locked_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT take_lock_pkey PRIMARY KEY (workflow_id, node_id, line_id, locale_code),
  CONSTRAINT take_lock_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id),
  CONSTRAINT take_lock_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id),
  CONSTRAINT take_lock_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  CONSTRAINT take_lock_workspace_id_take_id_fkey FOREIGN KEY (workspace_id, take_id) REFERENCES audio(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX take_lock_take ON public.take_lock USING btree (workspace_id, take_id);

CREATE TABLE template (
  id uuid NOT NULL,
  workspace_id uuid,
  created_by uuid NOT NULL,
  name text NOT NULL,
  description text,
  category text,
  definition jsonb NOT NULL,
  is_starter boolean DEFAULT false NOT NULL,
  is_public boolean DEFAULT false NOT NULL,
  uses_count integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT template_pkey PRIMARY KEY (id),
  CONSTRAINT template_starter CHECK (is_starter = (workspace_id IS NULL) AND (is_public OR NOT is_starter)),
  CONSTRAINT template_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT template_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX template_gallery_name ON public.template USING btree (lower(name), id) WHERE (is_public AND (deleted_at IS NULL));
CREATE INDEX template_gallery_popular ON public.template USING btree (uses_count DESC, id) WHERE (is_public AND (deleted_at IS NULL));
CREATE INDEX template_gallery_recent ON public.template USING btree (created_at DESC, id) WHERE (is_public AND (deleted_at IS NULL));
CREATE INDEX template_own_name ON public.template USING btree (workspace_id, created_by, lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX template_own_popular ON public.template USING btree (workspace_id, created_by, uses_count DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX template_own_recent ON public.template USING btree (workspace_id, created_by, created_at DESC, id) WHERE (deleted_at IS NULL);

CREATE TABLE template_favorite (
  user_id uuid NOT NULL,
  template_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT template_favorite_pkey PRIMARY KEY (user_id, template_id),
  CONSTRAINT template_favorite_template_id_fkey FOREIGN KEY (template_id) REFERENCES template(id),
  CONSTRAINT template_favorite_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

CREATE TABLE transcript (
  workspace_id uuid NOT NULL,
  audio_id text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  language text NOT NULL,
  detected_language text,
  text text NOT NULL,
  words jsonb NOT NULL,
  billed jsonb,
  request_id text,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT transcript_pkey PRIMARY KEY (workspace_id, audio_id, provider, model, language),
  CONSTRAINT transcript_workspace_id_audio_id_fkey FOREIGN KEY (workspace_id, audio_id) REFERENCES audio(workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE transcription (
  workspace_id uuid NOT NULL,
  key bytea NOT NULL,
  holder uuid,
  held_until timestamp(3) with time zone,
  result jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT transcription_pkey PRIMARY KEY (workspace_id, key),
  CONSTRAINT transcription_held CHECK ((result IS NULL) = (holder IS NOT NULL)),
  CONSTRAINT transcription_until CHECK ((holder IS NULL) = (held_until IS NULL)),
  CONSTRAINT transcription_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX transcription_age ON public.transcription USING btree (created_at);

CREATE TABLE translation_memory (
  workspace_id uuid NOT NULL,
  key bytea NOT NULL,
  source_locale text NOT NULL,
  target_locale text NOT NULL,
  source text NOT NULL,
  target text NOT NULL,
  provider text NOT NULL,
  model text,
  created_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT translation_memory_pkey PRIMARY KEY (workspace_id, key),
  CONSTRAINT translation_memory_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX translation_memory_age ON public.translation_memory USING btree (used_at);

CREATE TABLE upload (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  filename text NOT NULL,
  category text NOT NULL,
  content_type text NOT NULL,
  format text NOT NULL,
  status text NOT NULL,
  declared_size_bytes bigint,
  size_bytes bigint,
  checksum_sha256 text,
  object_key text NOT NULL,
  context_type text,
  context_id uuid,
  char_count integer,
  line_count integer,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT upload_pkey PRIMARY KEY (id),
  CONSTRAINT upload_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text])),
  CONSTRAINT upload_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT upload_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX upload_by_context ON public.upload USING btree (workspace_id, context_id, created_at DESC, id);
CREATE INDEX upload_pending ON public.upload USING btree (expires_at) WHERE (status = 'pending'::text);

CREATE TABLE usage_rollup (
  workspace_id uuid NOT NULL,
  minutes smallint NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  locale_code text NOT NULL,
  credits bigint NOT NULL,
  characters bigint NOT NULL,
  lines bigint NOT NULL,
  own_key_credits bigint DEFAULT 0 NOT NULL,
  own_key_characters bigint DEFAULT 0 NOT NULL,
  platform_credits bigint DEFAULT 0 NOT NULL,
  platform_characters bigint DEFAULT 0 NOT NULL,
  CONSTRAINT usage_rollup_pkey PRIMARY KEY (workspace_id, minutes, starts_at, locale_code),
  CONSTRAINT usage_rollup_minutes_check CHECK (minutes = ANY (ARRAY[15, 60])),
  CONSTRAINT usage_rollup_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
) WITH (fillfactor=80);

CREATE TABLE voice (
  id uuid NOT NULL,
  workspace_id uuid,
  user_id uuid,
  name text NOT NULL,
  provider text NOT NULL,
  provider_voice_id text NOT NULL,
  description text,
  is_active boolean DEFAULT true NOT NULL,
  gender text,
  accent text,
  age text,
  category text,
  color text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  descriptor text,
  uses_count integer DEFAULT 0 NOT NULL,
  source text NOT NULL,
  duration_seconds real,
  sample_url text,
  supported_languages text[] DEFAULT '{}'::text[] NOT NULL,
  supported_models text[],
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  sample_id text,
  sample_key text,
  sample_lease_until timestamp(3) with time zone,
  features double precision[],
  is_of_platform_key boolean DEFAULT false NOT NULL,
  CONSTRAINT voice_pkey PRIMARY KEY (id),
  CONSTRAINT voice_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT voice_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX voice_by_creation ON public.voice USING btree (created_at DESC, id);
CREATE INDEX voice_by_name ON public.voice USING btree (lower(name), id);
CREATE INDEX voice_by_use ON public.voice USING btree (uses_count DESC, id);
CREATE INDEX voice_by_use_ascending ON public.voice USING btree (uses_count, id);
CREATE INDEX voice_by_workspace ON public.voice USING btree (workspace_id, provider) WHERE (workspace_id IS NOT NULL);
CREATE UNIQUE INDEX voice_identity ON public.voice USING btree (provider, provider_voice_id, COALESCE(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid));

CREATE TABLE voice_favorite (
  workspace_id uuid NOT NULL,
  voice_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT voice_favorite_pkey PRIMARY KEY (workspace_id, voice_id),
  CONSTRAINT voice_favorite_voice_id_fkey FOREIGN KEY (voice_id) REFERENCES voice(id),
  CONSTRAINT voice_favorite_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  redelivery_of uuid,
  status text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  job_id uuid NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  first_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  response_status integer,
  response_body text,
  duration_ms integer,
  error text,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_delivery_end CHECK (status = 'pending'::text OR next_attempt_at IS NULL),
  CONSTRAINT webhook_delivery_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_redelivery_of_fkey FOREIGN KEY (redelivery_of) REFERENCES webhook_delivery(id) ON DELETE SET NULL
);
CREATE INDEX webhook_delivery_event ON public.webhook_delivery USING btree (event_id);
CREATE INDEX webhook_delivery_log ON public.webhook_delivery USING btree (endpoint_id, created_at DESC, id);
CREATE INDEX webhook_delivery_open ON public.webhook_delivery USING btree (COALESCE(next_attempt_at, last_attempt_at)) WHERE (status = 'pending'::text);
CREATE INDEX webhook_delivery_redelivery ON public.webhook_delivery USING btree (redelivery_of) WHERE (redelivery_of IS NOT NULL);
CREATE UNIQUE INDEX webhook_delivery_unique ON public.webhook_delivery USING btree (event_id, endpoint_id) WHERE (redelivery_of IS NULL);

CREATE TABLE webhook_endpoint (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  active boolean DEFAULT true NOT NULL,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  failing_since timestamp(3) with time zone,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoint_disabled CHECK (active = (disabled_at IS NULL)),
  CONSTRAINT webhook_endpoint_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failures'::text])),
  CONSTRAINT webhook_endpoint_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT webhook_endpoint_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX webhook_endpoint_workspace ON public.webhook_endpoint USING btree (workspace_id, created_at DESC, id);

CREATE TABLE webhook_event (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  fanned_out_at timestamp(3) with time zone,
  CONSTRAINT webhook_event_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_event_age ON public.webhook_event USING btree (created_at);
CREATE INDEX webhook_event_open ON public.webhook_event USING btree (created_at) WHERE (fanned_out_at IS NULL);

CREATE TABLE weekly_summary (
  user_id uuid NOT NULL,
  week date NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT weekly_summary_pkey PRIMARY KEY (user_id, week),
  CONSTRAINT weekly_summary_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX weekly_summary_week ON public.weekly_summary USING btree (week);

CREATE TABLE worker (
  id uuid NOT NULL,
  models jsonb NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT worker_pkey PRIMARY KEY (id)
);

CREATE TABLE workflow (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  definition jsonb NOT NULL,
  runs_count integer DEFAULT 0 NOT NULL,
  last_run_id uuid,
  last_run_at timestamp(3) with time zone,
  last_run_status text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  run_counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT workflow_pkey PRIMARY KEY (id),
  CONSTRAINT workflow_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT workflow_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX workflow_by_name ON public.workflow USING btree (workspace_id, lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX workflow_by_runs ON public.workflow USING btree (workspace_id, runs_count DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX workflow_by_runs_ascending ON public.workflow USING btree (workspace_id, runs_count, id) WHERE (deleted_at IS NULL);
CREATE INDEX workflow_by_update ON public.workflow USING btree (workspace_id, updated_at DESC, id) WHERE (deleted_at IS NULL);

CREATE TABLE workspace (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  color_idx smallint NOT NULL,
  owner_id uuid NOT NULL,
  created_by uuid NOT NULL,
  is_personal boolean DEFAULT false NOT NULL,
  routing_price_sensitivity real DEFAULT 0.5 NOT NULL,
  routing_llm_fit boolean DEFAULT true NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  default_language text,
  theme text,
  suspended_at timestamp(3) with time zone,
  CONSTRAINT workspace_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT workspace_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id)
);
CREATE INDEX workspace_owner ON public.workspace USING btree (owner_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX workspace_personal ON public.workspace USING btree (owner_id) WHERE (is_personal AND (deleted_at IS NULL));
CREATE UNIQUE INDEX workspace_slug ON public.workspace USING btree (slug) WHERE (deleted_at IS NULL);

CREATE TABLE workspace_invite (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by uuid NOT NULL,
  accepted_by uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT workspace_invite_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_invite_token_hash_key UNIQUE (token_hash),
  CONSTRAINT workspace_invite_role_check CHECK (role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])),
  CONSTRAINT workspace_invite_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'expired'::text])),
  CONSTRAINT workspace_invite_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES app_user(id),
  CONSTRAINT workspace_invite_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES app_user(id),
  CONSTRAINT workspace_invite_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE UNIQUE INDEX workspace_invite_pending ON public.workspace_invite USING btree (workspace_id, email) WHERE (status = 'pending'::text);

CREATE TABLE workspace_member (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  last_active_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT workspace_member_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_member_workspace_id_user_id_key UNIQUE (workspace_id, user_id),
  CONSTRAINT workspace_member_role_check CHECK (role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])),
  CONSTRAINT workspace_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT workspace_member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX workspace_member_user ON public.workspace_member USING btree (user_id, workspace_id);

CREATE TABLE workspace_storage (
  workspace_id uuid NOT NULL,
  used_bytes bigint DEFAULT 0 NOT NULL,
  CONSTRAINT workspace_storage_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT workspace_storage_used_bytes_check CHECK (used_bytes >= 0),
  CONSTRAINT workspace_storage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

CREATE OR REPLACE FUNCTION public.count_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update workflow set run_counts = run_counts
    || case when tg_op = 'INSERT' then '{}'
      else jsonb_build_object(old.status, coalesce((run_counts ->> old.status)::int, 0) - 1) end
    || case when tg_op = 'DELETE' then '{}'
      else jsonb_build_object(new.status, coalesce((run_counts ->> new.status)::int, 0) + 1) end
  where id = coalesce(new.workflow_id, old.workflow_id) and workspace_id = coalesce(new.workspace_id, old.workspace_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reject_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name <> 'credit_entry' and current_setting('voiceloom.erasing', true) = 'on' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.review_event_keys(review_id uuid, nos integer[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT uuid_hash_extended(review_event_keys.review_id, (no.no)::bigint) AS uuid_hash_extended FROM unnest(review_event_keys.nos) no(no));

CREATE TRIGGER credit_entry_append_only BEFORE DELETE OR UPDATE ON credit_entry FOR EACH ROW EXECUTE FUNCTION reject_change();

CREATE TRIGGER review_event_append_only BEFORE DELETE OR UPDATE ON review_event FOR EACH ROW EXECUTE FUNCTION reject_change();

CREATE TRIGGER run_count_changed AFTER INSERT OR DELETE ON run FOR EACH ROW EXECUTE FUNCTION count_run();

CREATE TRIGGER run_status_changed AFTER UPDATE OF status ON run FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION count_run();

CREATE TRIGGER storage_charge_append_only BEFORE DELETE OR UPDATE ON storage_charge FOR EACH ROW EXECUTE FUNCTION reject_change();
