import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  AudioFacts,
  DeliveryNames,
  FileReading,
  HeardWordRow,
  JsonObject,
  LineFailure,
  LineTranslation,
  RouteReason,
  RunFailure,
  StoredVerdict,
  TokenItem,
  TranscriptionRow,
} from './rows.ts';

// size: one interface a table, in the order of the migrations

/** Columns as PostgreSQL holds them. Times are millisecond precise, so a JavaScript Date loses nothing. */
type Time = ColumnType<Date, Date, Date>;
type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Text = string;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type NullableInt = ColumnType<number | null, number | null | undefined, number | null>;
type Json<T extends object> = JSONColumnType<T, string, string>;
type NullableJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;

export interface AppUserTable {
  id: Text;
  issuer: Text;
  subject: Text;
  email: NullableText;
  email_verified: Generated<boolean>;
  first_name: NullableText;
  last_name: NullableText;
  image_url: NullableText;
  created_at: Time;
  updated_at: Time;
}

export interface PlanTable {
  id: Text;
  slug: NullableText;
  name: Text;
  tier: Text;
  limits: Json<Record<string, number | 'unlimited'>>;
  billing_interval: Text;
  amount: number;
  currency: Text;
  display_order: number;
  is_default: Generated<boolean>;
  is_listed: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
}

export interface WorkspaceTable {
  id: Text;
  name: Text;
  slug: Text;
  color_idx: number;
  owner_id: Text;
  created_by: Text;
  is_personal: Generated<boolean>;
  routing_price_sensitivity: Generated<number>;
  routing_llm_fit: Generated<boolean>;
  default_language: NullableText;
  theme: NullableText;
  created_at: Time;
  updated_at: Time;
  deleted_at: NullableTime;
}

export interface WorkspaceMemberTable {
  id: Text;
  workspace_id: Text;
  user_id: Text;
  role: Text;
  last_active_at: NullableTime;
  created_at: Time;
}

export interface ApiKeyTable {
  id: Text;
  workspace_id: Text;
  created_by: Text;
  name: Text;
  key_type: Text;
  key_prefix: Text;
  key_suffix: Text;
  key_hash: Buffer;
  scopes: string[];
  active: Generated<boolean>;
  rate_limit_per_min: NullableInt;
  last_used_at: NullableTime;
  expires_at: NullableTime;
  revoked_at: NullableTime;
  created_at: Time;
  updated_at: Time;
}

export interface IdempotencyKeyTable {
  caller: Text;
  key: Text;
  fingerprint: Buffer;
  locked_until: NullableTime;
  response_status: NullableInt;
  response_headers: NullableJson<Record<string, string>>;
  response_body: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  created_at: Time;
  expires_at: Time;
}

export interface WorkflowTable {
  id: Text;
  workspace_id: Text;
  user_id: Text;
  name: Text;
  description: NullableText;
  definition: Json<JsonObject>;
  runs_count: Generated<number>;
  last_run_id: NullableText;
  last_run_at: NullableTime;
  last_run_status: NullableText;
  created_at: Time;
  updated_at: Time;
  deleted_at: NullableTime;
}

export interface UploadTable {
  id: Text;
  workspace_id: Text;
  user_id: Text;
  filename: Text;
  category: Text;
  content_type: Text;
  format: Text;
  status: Text;
  declared_size_bytes: NullableInt;
  size_bytes: NullableInt;
  checksum_sha256: NullableText;
  object_key: Text;
  context_type: NullableText;
  context_id: NullableText;
  char_count: NullableInt;
  line_count: NullableInt;
  expires_at: NullableTime;
  created_at: Time;
  updated_at: Time;
}

export interface StorageChargeTable {
  id: Text;
  workspace_id: Text;
  cause: Text;
  delta_bytes: number;
  created_at: Time;
}

export interface WorkspaceStorageTable {
  workspace_id: Text;
  used_bytes: Generated<number>;
}

export interface VoiceTable {
  id: Text;
  workspace_id: NullableText;
  user_id: NullableText;
  name: Text;
  provider: Text;
  provider_voice_id: Text;
  description: NullableText;
  is_active: Generated<boolean>;
  gender: NullableText;
  accent: NullableText;
  age: NullableText;
  category: NullableText;
  color: NullableText;
  tags: Generated<string[]>;
  descriptor: NullableText;
  uses_count: Generated<number>;
  source: Text;
  duration_seconds: NullableInt;
  sample_url: NullableText;
  sample_id: NullableText;
  sample_key: NullableText;
  sample_lease_until: NullableTime;
  features: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  supported_languages: Generated<string[]>;
  supported_models: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  created_at: Time;
  updated_at: Time;
}

export interface VoiceFavoriteTable {
  workspace_id: Text;
  voice_id: Text;
  created_at: Time;
}

export interface ProviderKeyTable {
  workspace_id: Text;
  provider: Text;
  /** Which key of the ring wraps what is sealed. */
  ring_key_id: Text;
  sealed: Buffer;
  key_preview: Text;
  status: Text;
  validated_at: NullableTime;
  checked_at: Time;
  created_by: Text;
  created_at: Time;
  updated_at: Time;
  /** When the voices that the key opens were last listed, and when that was last tried. */
  voices_listed_at: NullableTime;
  voices_tried_at: NullableTime;
  /** What its provider said when it refused the key during a run. */
  invalid_reason: NullableText;
}

export interface SpeechLaneTable {
  /** A keyed digest of a credential. */
  id: Text;
  places: number;
  successes: Generated<number>;
  halved_at: NullableTime;
  updated_at: Time;
}

export interface SpeechLeaseTable {
  lane_id: Text;
  /** One process. */
  holder: Text;
  places: number;
  wanted: number;
  expires_at: Time;
}

export interface TranslationMemoryTable {
  workspace_id: Text;
  key: Buffer;
  source_locale: Text;
  target_locale: Text;
  source: Text;
  target: Text;
  provider: Text;
  model: NullableText;
  created_at: Time;
  used_at: Time;
}

export interface DictionaryEntryTable {
  id: Text;
  workspace_id: Text;
  created_by: Text;
  word: Text;
  /** The word as it is compared. */
  word_key: Text;
  language: Text;
  method: Text;
  pronunciation: NullableText;
  ipa: NullableText;
  upload_id: NullableText;
  description: NullableText;
  uses_count: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

export interface RunUseTable {
  run_id: Text;
  subject_id: Text;
  kind: Text;
}

export interface TemplateTable {
  id: Text;
  workspace_id: NullableText;
  created_by: Text;
  name: Text;
  description: NullableText;
  category: NullableText;
  definition: Json<JsonObject>;
  is_starter: Generated<boolean>;
  is_public: Generated<boolean>;
  uses_count: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: NullableTime;
}

export interface TemplateFavoriteTable {
  user_id: Text;
  template_id: Text;
  created_at: Time;
}

export interface RunTable {
  id: Text;
  workspace_id: Text;
  workflow_id: Text;
  account_id: Text;
  run_number: number;
  status: Text;
  definition: Json<JsonObject>;
  total_nodes: number;
  total_steps: Generated<number>;
  finished_steps: Generated<number>;
  open_chunks: Generated<number>;
  queued_chunks: Generated<number>;
  next_chunk_seq: Generated<number>;
  next_line_no: Generated<number>;
  event_seq: Generated<number>;
  max_failed_lines: Generated<number>;
  lines_total: Generated<number>;
  lines_delivered: Generated<number>;
  lines_dropped: Generated<number>;
  lines_failed: Generated<number>;
  lines_skipped: Generated<number>;
  retries: Generated<number>;
  reused_takes: Generated<number>;
  characters: Generated<number>;
  audio_ms: Generated<number>;
  credits: Generated<number>;
  hold: Generated<number>;
  hold_allocated: Generated<number>;
  /** The account's period, by number, in which the run was started. */
  credit_period_no: Generated<number>;
  triggered_by: Text;
  api_key_id: NullableText;
  retry_of: NullableText;
  retry_line_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** The locale of each of them, null where all are meant. */
  retry_locales: ColumnType<
    (string | null)[] | null,
    (string | null)[] | null | undefined,
    (string | null)[] | null
  >;
  retry_respeak: Generated<boolean>;
  error: NullableJson<RunFailure>;
  first_audio_at: NullableTime;
  pause_requested_at: NullableTime;
  paused_at: NullableTime;
  started_at: NullableTime;
  completed_at: NullableTime;
  /** Past the retention of its plan: its audio cannot be had any more. */
  audio_removed_at: NullableTime;
  events_removed_at: NullableTime;
  /** The figures of the overview, stored once the run has ended. */
  aggregates: NullableJson<JsonObject>;
  created_at: Time;
  updated_at: Time;
}

export interface RunLineTable {
  run_id: Text;
  no: number;
  node_id: Text;
  line_id: Text;
  source_line_id: NullableText;
  line_index: number;
  locale_code: Text;
  script: Text;
  spoken_script: NullableText;
  character_name: NullableText;
  max_duration_ms: NullableInt;
  start_ms: NullableInt;
  notes: NullableText;
  direction: NullableText;
  /** What the line translates, where its file says so; it is no line of its own. */
  source_script: NullableText;
  source_locale_code: NullableText;
  /** How its file writes the line, where text alone would not bring that back. */
  markup: NullableJson<JsonObject>;
  characters: number;
  status: Generated<string>;
  audio_id: NullableText;
  retry_count: Generated<number>;
  open_tokens: Generated<number>;
  delivered_score: NullableInt;
  error: NullableJson<LineFailure>;
  /** The line that this one is a translation of. */
  source_no: NullableInt;
  /** The chunk that made it. */
  born_in: NullableText;
  translation: NullableJson<LineTranslation>;
}

export interface RunChunkTable {
  id: Text;
  run_id: Text;
  workspace_id: Text;
  node_id: Text;
  iteration: number;
  depth: number;
  seq: number;
  items: ColumnType<TokenItem[], string, string>;
  status: Text;
  hold_allocated: Generated<number>;
  job_id: NullableText;
  queued_at: NullableTime;
}

export interface RunStepTable {
  run_id: Text;
  node_id: Text;
  iteration: number;
  node_type: Text;
  total: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  passed: Generated<number>;
  rejected: Generated<number>;
  open_chunks: Generated<number>;
  /** How a source read its files. */
  reading: NullableJson<FileReading[]>;
  error: NullableJson<RunFailure>;
  started_at: NullableTime;
  finished_at: NullableTime;
}

export interface AttemptTable {
  run_id: Text;
  node_id: Text;
  iteration: number;
  line_no: number;
  input_id: Text;
  port: Text;
  output_id: NullableText;
  verdict: NullableJson<StoredVerdict>;
  characters: Generated<number>;
  credits: Generated<number>;
  reused: Generated<boolean>;
  error: NullableJson<LineFailure>;
  created_at: Time;
}

export interface RunVisitTable {
  run_id: Text;
  node_id: Text;
  iteration: number;
  line_no: number;
  input_id: Text;
}

export interface LineStrikeTable {
  run_id: Text;
  node_id: Text;
  line_no: number;
  strikes: number;
}

export interface RunLocaleTable {
  run_id: Text;
  locale_code: Text;
  lines: Generated<number>;
  finished_lines: Generated<number>;
  characters: Generated<number>;
  audio_ms: Generated<number>;
  retries: Generated<number>;
  credits: Generated<number>;
  delivered_lines: Generated<number>;
  delivered_ms: Generated<number>;
}

export interface AudioTable {
  workspace_id: Text;
  id: Text;
  kind: Text;
  take_id: Text;
  run_id: Text;
  reuse_key: Buffer;
  provider: Text;
  model: Text;
  voice_id: NullableText;
  settings: Json<JsonObject>;
  locale_code: Text;
  spoken_text: NullableText;
  characters: number;
  credits: number;
  object_key: Text;
  sha256: Text;
  format: Text;
  content_type: Text;
  sample_rate: number;
  channels: number;
  duration_ms: number;
  size_bytes: number;
  facts: Json<AudioFacts>;
  delivered_at: NullableTime;
  /** When a run last made or reused it, to the hour. */
  used_at: ColumnType<Date, Date | undefined, Date>;
  created_at: Time;
}

export interface TranscriptTable {
  workspace_id: Text;
  audio_id: Text;
  provider: Text;
  model: Text;
  /** What the provider was told to expect; empty where it was left to find out. */
  language: Text;
  heard_language: NullableText;
  text: Text;
  words: Json<HeardWordRow[]>;
  billed: NullableJson<{ unit: string; amount: number }>;
  request_id: NullableText;
  created_at: Time;
}

/** What checks made of a take in runs that ended; kept with the take. */
export interface RetryHistoryTable {
  workspace_id: Text;
  take_id: Text;
  checks_key: Buffer;
  /** The longest duration of the line, where the take does not fit it; else 0. */
  limit_ms: number;
  exhausted: boolean;
  is_last: boolean;
  created_at: Time;
}

/** Forms of a take that passed a check, for reruns; kept with the audio. */
export interface PassedFormTable {
  workspace_id: Text;
  audio_id: Text;
  key: Buffer;
  created_at: Time;
}

/** Takes that a fallback spoke for a request to another provider; kept with the take. */
export interface StandInTable {
  workspace_id: Text;
  take_id: Text;
  key: Buffer;
  created_at: Time;
}

/** What was written down of recordings, and who is at it. */
export interface TranscriptionTable {
  workspace_id: Text;
  key: Buffer;
  holder: NullableText;
  held_until: NullableTime;
  result: NullableJson<TranscriptionRow>;
  created_at: Time;
}

export interface RunEventTable {
  run_id: Text;
  seq: number;
  type: Text;
  data: Json<JsonObject>;
  at: Time;
}

/** Sums of the takes of a workspace that were settled in the time that begins with `starts_at`. */
export interface UsageRollupTable {
  workspace_id: Text;
  minutes: 15 | 60;
  starts_at: ColumnType<Date, Date, never>;
  locale_code: Text;
  credits: number;
  characters: number;
  lines: number;
}

/** What a workspace has seen of a model in a locale on one day (UTC). */
export interface ProviderHealthTable {
  workspace_id: Text;
  locale_code: Text;
  provider: Text;
  model: Text;
  /** As `YYYY-MM-DD`. */
  day: ColumnType<string, string, never>;
  /** Requests that were answered or failed for want of the provider. */
  asked: number;
  failed: number;
  takes: number;
  /** Verdicts of checks against takes. */
  refused: number;
  /** Of the takes, together. */
  latency_ms: number;
}

/** Whom a run chose for a locale. */
export interface RunRouteTable {
  run_id: Text;
  node_id: Text;
  locale_code: Text;
  workspace_id: Text;
  provider: Text;
  model: Text;
  voice_id: Text;
  why: Json<RouteReason>;
  created_at: Time;
}

export interface CreditAccountTable {
  user_id: Text;
  balance: Generated<number>;
  held: Generated<number>;
  /** Names what the open period is granted for: a month, or a month of a subscription. */
  period: NullableText;
  period_start: NullableTime;
  period_end: NullableTime;
  /** Counts the periods that were opened. */
  period_no: Generated<number>;
  /** All that was ever settled, and how much of it before the open period. */
  spent: Generated<number>;
  spent_before: Generated<number>;
  /** What running work held when the period was opened, as far as it was not spent since. */
  carried: Generated<number>;
}

export interface CreditEntryTable {
  id: Text;
  account_id: Text;
  workspace_id: NullableText;
  run_id: NullableText;
  kind: Text;
  cause: Text;
  amount: Generated<number>;
  hold: Generated<number>;
  created_at: Time;
}

/** Where a sweep that goes over everything in small steps stopped, or until when it rests. */
export interface SweepCursorTable {
  name: Text;
  cursor: NullableText;
  rest_until: NullableTime;
}

/** What the last check of a ledger found. */
export interface LedgerCheckTable {
  name: Text;
  differences: number;
  checked_at: Time;
}

export interface WorkspaceInviteTable {
  id: Text;
  workspace_id: Text;
  email: Text;
  role: Text;
  status: Text;
  token_hash: Buffer;
  invited_by: Text;
  accepted_by: NullableText;
  expires_at: Time;
  created_at: Time;
  updated_at: Time;
}

export interface NotificationPreferenceTable {
  user_id: Text;
  completed_generation_email: boolean;
  failed_generation_email: boolean;
  weekly_usage_summary_email: boolean;
  product_updates_email: boolean;
  updated_at: Time;
}

export interface MailOutboxTable {
  id: Text;
  kind: Text;
  /** Sealed: it can hold the token of an invite. Gone once the mail is. */
  content: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  attempts: Generated<number>;
  last_error: NullableText;
  created_at: Time;
  sent_at: NullableTime;
  failed_at: NullableTime;
}

/** A run whose end is still to be told. */
export interface RunNoticeTable {
  run_id: Text;
  created_at: Time;
}

export interface WeeklySummaryTable {
  user_id: Text;
  /** The Monday that the week begins with, such as `2026-03-16`. */
  week: ColumnType<Date, string, string>;
  created_at: Time;
}

export interface WebhookEndpointTable {
  id: Text;
  workspace_id: Text;
  created_by: Text;
  url: Text;
  description: NullableText;
  events: string[];
  active: Generated<boolean>;
  disabled_at: NullableTime;
  disabled_reason: NullableText;
  failing_since: NullableTime;
  secret: Buffer;
  previous_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  previous_secret_until: NullableTime;
  created_at: Time;
  updated_at: Time;
}

export interface WebhookEventTable {
  id: Text;
  workspace_id: Text;
  type: Text;
  data: Json<JsonObject>;
  created_at: Time;
  sent_on_at: NullableTime;
}

export interface WebhookDeliveryTable {
  id: Text;
  workspace_id: Text;
  endpoint_id: Text;
  event_id: Text;
  redelivery_of: NullableText;
  status: Generated<string>;
  /** Tries begun: counted before a try, so that a crash costs one. */
  attempts: Generated<number>;
  /** The job of the next try. */
  job_id: Text;
  next_attempt_at: NullableTime;
  first_attempt_at: NullableTime;
  last_attempt_at: NullableTime;
  response_status: NullableInt;
  response_body: NullableText;
  duration_ms: NullableInt;
  error: NullableText;
  created_at: Time;
}

export interface DeliveryTargetTable {
  id: Text;
  workspace_id: Text;
  name: Text;
  /** Null: that of AWS in the region. */
  endpoint: NullableText;
  region: Text;
  bucket: Text;
  prefix: Text;
  path_style: boolean;
  access_key_preview: Text;
  sealed: Buffer;
  created_by: Text;
  checked_at: Time;
  created_at: Time;
  updated_at: Time;
}

export interface RunDeliveryTable {
  id: Text;
  workspace_id: Text;
  run_id: Text;
  /** The output; null: the run as a whole. */
  node_id: NullableText;
  /** Null once the target is gone. */
  target_id: NullableText;
  target_name: Text;
  destination: Text;
  /** Begun by the end of the run. */
  automatic: Generated<boolean>;
  status: Generated<string>;
  files_total: NullableInt;
  /** What stands in the names of files; null until the first try. */
  names: NullableJson<DeliveryNames>;
  /** Files seen to, in the order of the export. */
  position: Generated<number>;
  files_failed: Generated<number>;
  size_bytes: Generated<number>;
  failures: ColumnType<{ file: string; error: string }[], string | undefined, string>;
  error: NullableText;
  /** Tries begun since a file last got there. */
  tries: Generated<number>;
  /** The job that may work on it; an older one does nothing. */
  job_id: Text;
  /** The try that may report on it. */
  claim_id: NullableText;
  created_by: NullableText;
  created_at: Time;
  started_at: NullableTime;
  completed_at: NullableTime;
  updated_at: Time;
}

export interface ActivityTable {
  id: Text;
  workspace_id: Text;
  user_id: NullableText;
  action: Text;
  kind: Text;
  resource_type: Text;
  resource_id: NullableText;
  resource_name: NullableText;
  metadata: NullableJson<JsonObject>;
  ip: NullableText;
  created_at: Time;
}

export interface PlanPriceTable {
  processor_price_id: Text;
  plan_id: Text;
  amount: number;
  currency: Text;
  created_at: Time;
}

export interface BillingCustomerTable {
  user_id: Text;
  processor_customer_id: Text;
  /** Counts what the processor answered with a fault of its own: such an answer is replayed for the same key. */
  write_epoch: Generated<number>;
  lease_token: NullableText;
  lease_until: NullableTime;
  /** Since when it is not certain that the mirror knows what was written. */
  unsettled_since: NullableTime;
  /** How long something may come of a checkout. */
  watched_until: NullableTime;
  checkout_session_id: NullableText;
  /** Fetches that were begun. */
  fetches: Generated<number>;
  created_at: Time;
}

/** When a previewed change was computed for: the change within the next minutes charges the same. */
export interface PlanPreviewTable {
  user_id: Text;
  plan_id: Text;
  subscription_id: Text;
  period_start: Time;
  prorated_at: Time;
  created_at: Time;
}

export interface SubscriptionTable {
  id: Text;
  user_id: Text;
  processor_subscription_id: Text;
  processor_schedule_id: NullableText;
  plan_id: Text;
  status: Text;
  current_period_start: Time;
  current_period_end: Time;
  cancel_at_period_end: Generated<boolean>;
  canceled_at: NullableTime;
  ended_at: NullableTime;
  scheduled_plan_id: NullableText;
  scheduled_at: NullableTime;
  fetch_no: Generated<number>;
  fetched_at: Time;
  created_at: Time;
  updated_at: Time;
}

export interface ProcessorEventTable {
  id: Text;
  type: Text;
  processor_customer_id: NullableText;
  created_at: Time;
  received_at: Time;
  processed_at: NullableTime;
}

/** Every table of the application; the job library keeps its own in the schema `pgboss`. */
export interface Schema {
  app_user: AppUserTable;
  plan: PlanTable;
  plan_price: PlanPriceTable;
  billing_customer: BillingCustomerTable;
  subscription: SubscriptionTable;
  plan_preview: PlanPreviewTable;
  processor_event: ProcessorEventTable;
  workspace: WorkspaceTable;
  workspace_member: WorkspaceMemberTable;
  api_key: ApiKeyTable;
  workspace_invite: WorkspaceInviteTable;
  notification_preference: NotificationPreferenceTable;
  mail_outbox: MailOutboxTable;
  run_notice: RunNoticeTable;
  weekly_summary: WeeklySummaryTable;
  idempotency_key: IdempotencyKeyTable;
  workflow: WorkflowTable;
  upload: UploadTable;
  storage_charge: StorageChargeTable;
  workspace_storage: WorkspaceStorageTable;
  voice: VoiceTable;
  voice_favorite: VoiceFavoriteTable;
  provider_key: ProviderKeyTable;
  speech_lane: SpeechLaneTable;
  speech_lease: SpeechLeaseTable;
  dictionary_entry: DictionaryEntryTable;
  translation_memory: TranslationMemoryTable;
  run_use: RunUseTable;
  template: TemplateTable;
  template_favorite: TemplateFavoriteTable;
  run: RunTable;
  run_line: RunLineTable;
  run_chunk: RunChunkTable;
  run_step: RunStepTable;
  attempt: AttemptTable;
  run_visit: RunVisitTable;
  line_strike: LineStrikeTable;
  run_locale: RunLocaleTable;
  audio: AudioTable;
  transcript: TranscriptTable;
  retry_history: RetryHistoryTable;
  stand_in: StandInTable;
  passed_form: PassedFormTable;
  transcription: TranscriptionTable;
  run_event: RunEventTable;
  usage_rollup: UsageRollupTable;
  provider_health: ProviderHealthTable;
  run_route: RunRouteTable;
  credit_account: CreditAccountTable;
  credit_entry: CreditEntryTable;
  sweep_cursor: SweepCursorTable;
  ledger_check: LedgerCheckTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  delivery_target: DeliveryTargetTable;
  run_delivery: RunDeliveryTable;
  activity: ActivityTable;
}
