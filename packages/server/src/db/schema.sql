-- The schema after all migrations, for reading; nothing runs this file.
-- Written by `pnpm --filter @voiceloom/server schema`; a test fails when it is stale.

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
  CONSTRAINT app_user_pkey PRIMARY KEY (id),
  CONSTRAINT app_user_issuer_subject_key UNIQUE (issuer, subject)
);

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
  CONSTRAINT attempt_pkey PRIMARY KEY (run_id, node_id, iteration, line_no, input_id),
  CONSTRAINT attempt_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX attempt_by_line ON public.attempt USING btree (run_id, line_no);

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
  CONSTRAINT audio_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT audio_kind_check CHECK (kind = ANY (ARRAY['take'::text, 'master'::text])),
  CONSTRAINT audio_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX audio_reuse ON public.audio USING btree (workspace_id, reuse_key, created_at);

CREATE TABLE credit_account (
  user_id uuid NOT NULL,
  balance integer DEFAULT 0 NOT NULL,
  held integer DEFAULT 0 NOT NULL,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  CONSTRAINT credit_account_pkey PRIMARY KEY (user_id),
  CONSTRAINT credit_account_check CHECK (balance >= held),
  CONSTRAINT credit_account_held_check CHECK (held >= 0),
  CONSTRAINT credit_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

CREATE TABLE credit_entry (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  workspace_id uuid,
  run_id uuid,
  kind text NOT NULL,
  cause text NOT NULL,
  amount integer DEFAULT 0 NOT NULL,
  hold integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT credit_entry_pkey PRIMARY KEY (id),
  CONSTRAINT credit_entry_cause_key UNIQUE (cause),
  CONSTRAINT credit_entry_kind_check CHECK (kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'settle'::text, 'release'::text, 'expire'::text])),
  CONSTRAINT credit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES app_user(id)
);
CREATE INDEX credit_entry_account ON public.credit_entry USING btree (account_id, created_at, id);
CREATE INDEX credit_entry_run ON public.credit_entry USING btree (run_id);

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

CREATE TABLE line_strike (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  line_no integer NOT NULL,
  strikes integer NOT NULL,
  CONSTRAINT line_strike_pkey PRIMARY KEY (run_id, node_id, line_no),
  CONSTRAINT line_strike_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

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
  CONSTRAINT plan_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX plan_default ON public.plan USING btree (is_default) WHERE is_default;

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
  paused_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT run_pkey PRIMARY KEY (id),
  CONSTRAINT run_workflow_id_run_number_key UNIQUE (workflow_id, run_number),
  CONSTRAINT run_hold_allocated_check CHECK (hold_allocated >= 0),
  CONSTRAINT run_hold_check CHECK (hold >= 0),
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
CREATE INDEX run_by_completion ON public.run USING btree (workflow_id, completed_at DESC, id);
CREATE INDEX run_by_creation ON public.run USING btree (workflow_id, created_at DESC, id);
CREATE INDEX run_by_start ON public.run USING btree (workflow_id, started_at DESC, id);
CREATE INDEX run_by_status ON public.run USING btree (workflow_id, status, id);

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
  CONSTRAINT run_chunk_pkey PRIMARY KEY (id),
  CONSTRAINT run_chunk_hold_allocated_check CHECK (hold_allocated >= 0),
  CONSTRAINT run_chunk_status_check CHECK (status = ANY (ARRAY['planned'::text, 'queued'::text, 'done'::text, 'cancelled'::text])),
  CONSTRAINT run_chunk_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_chunk_next ON public.run_chunk USING btree (run_id, status, depth DESC, seq);
CREATE INDEX run_chunk_outstanding ON public.run_chunk USING btree (workspace_id) WHERE (status = 'queued'::text);

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
  CONSTRAINT run_line_pkey PRIMARY KEY (run_id, no),
  CONSTRAINT run_line_status_check CHECK (status = ANY (ARRAY['active'::text, 'delivered'::text, 'dropped'::text, 'failed'::text])),
  CONSTRAINT run_line_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX run_line_order ON public.run_line USING btree (run_id, line_index, no);

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
  CONSTRAINT run_step_pkey PRIMARY KEY (run_id, node_id, iteration),
  CONSTRAINT run_step_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

CREATE TABLE run_visit (
  run_id uuid NOT NULL,
  node_id uuid NOT NULL,
  iteration integer NOT NULL,
  line_no integer NOT NULL,
  input_id text NOT NULL,
  CONSTRAINT run_visit_pkey PRIMARY KEY (run_id, node_id, iteration, line_no, input_id),
  CONSTRAINT run_visit_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);

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
  CONSTRAINT voice_pkey PRIMARY KEY (id),
  CONSTRAINT voice_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT voice_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX voice_by_creation ON public.voice USING btree (created_at DESC, id);
CREATE INDEX voice_by_name ON public.voice USING btree (lower(name), id);
CREATE INDEX voice_by_use ON public.voice USING btree (uses_count DESC, id);
CREATE UNIQUE INDEX voice_identity ON public.voice USING btree (provider, provider_voice_id, COALESCE(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid));

CREATE TABLE voice_favorite (
  workspace_id uuid NOT NULL,
  voice_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT voice_favorite_pkey PRIMARY KEY (workspace_id, voice_id),
  CONSTRAINT voice_favorite_voice_id_fkey FOREIGN KEY (voice_id) REFERENCES voice(id),
  CONSTRAINT voice_favorite_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
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
  CONSTRAINT workflow_pkey PRIMARY KEY (id),
  CONSTRAINT workflow_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT workflow_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE INDEX workflow_by_name ON public.workflow USING btree (workspace_id, lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX workflow_by_runs ON public.workflow USING btree (workspace_id, runs_count DESC, id) WHERE (deleted_at IS NULL);
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
  CONSTRAINT workspace_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_slug_key UNIQUE (slug),
  CONSTRAINT workspace_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT workspace_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id)
);
CREATE INDEX workspace_owner ON public.workspace USING btree (owner_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX workspace_personal ON public.workspace USING btree (owner_id) WHERE (is_personal AND (deleted_at IS NULL));

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

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception '% is append-only', tg_table_name;
    end $function$;

CREATE TRIGGER credit_entry_append_only BEFORE DELETE OR UPDATE ON credit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER storage_charge_append_only BEFORE DELETE OR UPDATE ON storage_charge FOR EACH ROW EXECUTE FUNCTION refuse_change();
