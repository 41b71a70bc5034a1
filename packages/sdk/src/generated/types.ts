// Written by scripts/gen.ts. Do not edit.

/** The workspace that an accepted invite opened. */
export interface AcceptedInvite {
  workspace_id: string;
}

/** One entry of the activity log. */
export interface Activity {
  id: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  /** Who did it; null where the service did. */
  user: {
    id: string;
    name: string;
  } | null;
  action: ActivityAction;
  /** More exactly, such as `run_started` or `webhook_endpoint_disabled`. */
  kind: string;
  resource: {
    type: string;
    id: string | null;
    name: string | null;
  };
  metadata: Record<string, unknown> | null;
  /** The address that the request came from, where there was one. */
  ip: string | null;
}

/** What was done. */
export type ActivityAction = 'workflow_run' | 'voice_generated' | 'template_applied' | 'member_invited' | 'api_key_created' | 'settings_changed';

/** 7 local days, 12 local weeks that begin on Monday, or 12 local months; the current one last. */
export type ActivityView = 'daily' | 'weekly' | 'monthly';

/** An API key, without its secret. */
export interface ApiKey {
  id: string;
  workspace_id: string;
  created_by: string;
  name: string;
  key_type: 'live';
  /** The first characters of the key. */
  key_prefix: string;
  /** The last characters of the key. */
  key_suffix: string;
  scopes: Scope[];
  active: boolean;
  /** Kept to the minute. */
  last_used_at: string | null;
  /** Requests a minute; null = the default of 600. */
  rate_limit_per_min: number | null;
  revoked_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** A short form to show, such as `vl_live_abcd…wxyz`. */
  preview: string;
}

/** Whether a value is there, still to come, impossible or lost. */
export type Availability = 'available' | 'not_ready' | 'unsupported' | 'unavailable';

/** The delivered audio of a line in one locale. */
export interface CardAudio {
  audio_id: string | null;
  playback_url: string | null;
  status: Availability;
  reason: string | null;
  duration_ms: number | null;
  content_type: string | null;
  provider: string | null;
  model: string | null;
}

/** The plan to change to. */
export interface ChangePlan {
  new_plan_id: string;
}

/** What a browser needs to show the embedded checkout. */
export interface Checkout {
  /** Of a checkout session at the payment processor. */
  client_secret: string;
}

/** What the new workflow is called. */
export interface CloneTemplate {
  /** The template's name with ` (Copy)` behind it when blank or left out. */
  name?: string | null;
}

/** What the file belongs to. */
export interface ConfirmUpload {
  context_type: 'workflow';
  context_id: string;
}

/** Pagination with the number of items after filters. */
export interface CountedPagination {
  limit: number;
  next: string | null;
  prev: string | null;
  total: number;
}

/** A new API key. */
export interface CreateApiKey {
  name: string;
  /** Every :read scope and workflows:run when left out. */
  scopes?: Scope[];
  rate_limit_per_min?: number | null;
  /** Default 'live'. */
  key_type?: 'live';
}

/** What to check out. */
export interface CreateCheckout {
  plan_id: string;
  /** The http or https address to which the payment processor sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the id of the session. */
  return_url: string;
}

/** Whom to invite, and as what. */
export interface CreateInvite {
  email: string;
  role: MemberRole;
}

/** A new template. */
export interface CreateTemplate {
  name: string;
  description?: string | null;
  category?: TemplateCategory | null;
  definition?: WorkflowDefinitionInput;
}

/** A file to be uploaded. */
export interface CreateUpload {
  filename: string;
  category: UploadCategory;
  /** From 1 to 104857600. */
  size_bytes?: number;
  checksum_sha256?: string;
}

/** A new receiver of events. */
export interface CreateWebhookEndpoint {
  /** A public https address. */
  url: string;
  description?: string | null;
  /** All when left out. */
  events?: WebhookEventType[];
}

/** A new workflow. */
export interface CreateWorkflow {
  name: string;
  description?: string | null;
  definition?: WorkflowDefinitionInput;
}

/** A new workspace. */
export interface CreateWorkspace {
  name: string;
  /** Made from the name when left out. */
  slug?: string;
  /** From 0 to 6. */
  color_idx?: number;
  /** From 0 to 1. */
  routing_price_sensitivity?: number;
  routing_llm_fit?: boolean;
}

/** A pending upload and the address that takes its bytes. */
export interface CreatedUpload {
  upload: Upload;
  /** PUT the raw bytes here, with the record content type and no Authorization. */
  upload_url: string;
}

/** What an account has to spend in the current period. */
export interface Credits {
  /** What the account owns, with what running work has set aside. */
  balance: number;
  /** Spent in this period. */
  used: number;
  /** What new work could spend: the balance without what is set aside. */
  remaining: number;
  /** ISO 8601 in UTC. */
  period_start: string;
  /** What is left lapses here, and the next grant comes. ISO 8601 in UTC. */
  period_end: string;
  /** Credits that the plan grants for a period. */
  plan_grant: PlanLimit;
  plan_tier: 'free' | 'paid' | 'custom';
}

/** The credits of the workspace's owner fell below a tenth of the monthly grant of the plan. */
export interface CreditsLowNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'credits.low';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    /** What is left. */
    balance: number;
    /** What it fell below: a tenth of the monthly grant. */
    threshold: number;
    monthly_credits: number;
  };
}

/** One thing that is wrong with a definition. */
export interface DefinitionProblem {
  /** Dotted path from `definition` on. */
  path: string;
  /** Machine-readable cause, such as `unknown_port`. */
  code: string;
  message: string;
}

/** What a save would say to a definition. */
export interface DefinitionReport {
  /** Whether a save would take it. */
  valid: boolean;
  errors: DefinitionProblem[];
  /** What would only stop a run. */
  warnings: DefinitionProblem[];
}

/** A word and how it is said in a language. */
export interface DictionaryEntry {
  id: string;
  word: string;
  method: PronunciationMethod;
  /** What is spoken instead, for `spelled`. */
  pronunciation: string | null;
  /** Signs of the International Phonetic Alphabet, for `ipa`. */
  ipa: string | null;
  /** The recording, for `recorded`; null once it is deleted. */
  upload_id: string | null;
  /** Lowercase BCP-47; `en` is good for `en-us` and `en-gb`. */
  language: string;
  description: string | null;
  /** Runs that it was applied in. */
  uses_count: number;
  created_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** A word and how it is to be said. */
export interface DictionaryEntryInput {
  word: string;
  /** Default 'spelled'. */
  method?: PronunciationMethod;
  /** Needed for `spelled`. */
  pronunciation?: string | null;
  /** Needed for `ipa`. */
  ipa?: string | null;
  /** Needed for `recorded`: a confirmed upload of the category `dictionary`. */
  upload_id?: string | null;
  /** Lowercase BCP-47 code; input in any case. */
  language: string;
  description?: string | null;
}

/** A language of the dictionary. */
export interface DictionaryLanguage {
  language: string;
  display_name: string;
  entries_count: number;
}

/** A signed address of a file, for 15 minutes. */
export interface DownloadLink {
  url: string;
  filename: string;
  /** ISO 8601 in UTC. */
  expires_at: string;
}

/** An empty object. */
export type Empty = Record<string, never>;

/** The machine-readable cause. */
export type ErrorCode = 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'INSUFFICIENT_CREDITS' | 'STORAGE_LIMIT_EXCEEDED' | 'PLAN_LIMIT_REACHED' | 'PAYMENT_REQUIRED' | 'FORBIDDEN' | 'INSUFFICIENT_SCOPE' | 'FEATURE_NOT_IN_PLAN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT' | 'WORKSPACE_SLUG_TAKEN' | 'ALREADY_MEMBER' | 'INVITE_PENDING' | 'NAME_TAKEN' | 'IDEMPOTENCY_IN_PROGRESS' | 'INVITE_GONE' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_ERROR' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'SERVER_ERROR' | 'UNAVAILABLE';

/** The body of every error answer. */
export interface ErrorEnvelope {
  error: {
    code: ErrorCode;
    /** One sentence for a person. */
    message: string;
    details?: FieldFault[];
  };
  meta: Meta;
}

/** One number behind a verdict, its limits and its place in the audio. */
export interface Evidence {
  /** What was measured, such as `longest_pause`. */
  measure: string;
  value: number;
  /** The least that is allowed; null where there is no such limit. */
  least: number | null;
  /** The most that is allowed; null where there is no such limit. */
  most: number | null;
  unit: string | null;
  /** Where in the audio; null where it is about the whole. */
  start_ms: number | null;
  end_ms: number | null;
  passed: boolean;
}

/** Parameters of a run; unknown ones are kept. */
export interface ExecutionParams {
  /** The run fails when more lines than this fail; 0 when left out. */
  max_failed_lines?: number;
  [key: string]: unknown;
}

/** One fault of an input. */
export interface FieldFault {
  /** Dotted path, such as `body.definition.graph.edges.2.targetPort`. */
  field: string;
  message: string;
}

/** The process runs. */
export interface Health {
  status: 'ok';
  version: string;
}

/** An invitation into a workspace. Its token is in the mail alone. */
export interface Invite {
  id: string;
  email: string;
  role: MemberRole;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** ISO 8601 in UTC. */
  expires_at: string;
  invited_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A bill. */
export interface Invoice {
  /** The id at the payment processor. */
  id: string;
  /** Null until the invoice is final. */
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** In the smallest unit of the currency. */
  amount_due: number;
  amount_paid: number;
  currency: string;
  /** ISO 8601 in UTC. */
  period_start: string;
  /** ISO 8601 in UTC. */
  period_end: string;
  /** ISO 8601 in UTC. */
  created: string;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
}

/** A page of bills, newest first. */
export interface InvoicePage {
  invoices: Invoice[];
  /** Ask again with `starting_after` = the id of the last one. */
  has_more: boolean;
}

/** The id of a provider that takes a key. */
export type KeyedProviderId = 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax' | 'deepl' | 'anthropic' | 'scoring_endpoint';

/** Delivered audio of one locale. */
export interface LanguageAudio {
  locale_code: string;
  line_count: number;
  total_duration_ms: number;
  avg_duration_ms: number;
}

/** What was used for one locale. */
export interface LanguageUsage {
  /** Lowercase BCP-47, such as `de-de`. */
  locale_code: string;
  /** In English, such as `American English`. */
  display_name: string;
  /** Of the credits; of the characters where nothing in the period cost credits. From 0 to 1. */
  share: number;
  /** Credits settled. */
  credits: number;
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that audio was made for, once per run; a line whose takes were all reused is not counted. */
  lines: number;
  /** What the credits of a row follow from: each take costs by its own characters, so none had to be divided among locales. It says nothing of `share`. */
  allocation_basis: 'characters';
}

/** A line ended: delivered, or dropped by a check. */
export interface LineCompletedEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  type: 'line.completed';
  run_id: string;
  /** ISO 8601 in UTC. */
  at: string;
  data: {
    line_id: string;
    line_index: number;
    locale_code: string;
    status: 'delivered' | 'dropped';
    audio_id: string | null;
    duration_ms: number | null;
    retry_count: number;
    credits: number;
    /** A stored take was used, at no credits. */
    reused: boolean;
  };
}

/** A line failed and is not delivered. */
export interface LineFailedEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  type: 'line.failed';
  run_id: string;
  /** ISO 8601 in UTC. */
  at: string;
  data: {
    line_id: string;
    line_index: number;
    locale_code: string;
    node_id: string;
    error: RunError;
  };
}

/** Lines of one locale, and how many of them have ended (delivered, dropped or failed). */
export interface LocaleProgress {
  total_lines: number;
  finished_lines: number;
}

/** A member, or somebody who is invited and has not come yet. */
export interface Member {
  /** Of the membership; of the invite where the status is `invited`. */
  id: string;
  /** Null while invited. */
  user_id: string | null;
  /** Empty where the identity provider names none. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  image_url: string | null;
  role: MemberRole;
  /** To the minute. */
  last_active_at: string | null;
  status: 'active' | 'invited';
}

/** Admins manage, editors make and run, viewers read. */
export type MemberRole = 'admin' | 'editor' | 'viewer';

/** The id of the request and the time of the answer. */
export interface Meta {
  /** Also the `X-Request-Id` response header. */
  request_id: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
}

/** One figure of a run, ready to show. */
export interface Metric {
  key: 'lines_delivered' | 'total_duration' | 'average_duration' | 'characters' | 'credits' | 'pass_rate' | 'average_score' | 'retries' | 'dropped_lines' | 'outlier_lines' | 'time_to_first_audio' | 'run_duration' | 'realtime_factor';
  label: string;
  formatted_value: string;
  status: Availability;
  display: {
    variant: 'number' | 'duration' | 'percent' | 'score' | 'ratio';
    emphasis: 'primary' | 'secondary';
  };
  value: number | string | null;
  unit: string | null;
  reason: string | null;
}

/** A group of figures. */
export interface MetricSection {
  key: 'audio' | 'quality' | 'timing';
  layout: 'grid' | 'list';
  title: string;
  metrics: Metric[];
}

/** What a provider asks of its own customers for a model. */
export interface ModelPrice {
  /** US dollars. */
  usd: number;
  /** For how many of the units. */
  per: number;
  /** What the provider counts. */
  unit: 'characters' | 'bytes' | 'tokens' | 'seconds';
  /** When the price was read; prices move. */
  as_of: string;
}

/** Whether a name is in use. */
export interface NameAvailability {
  name: string;
  available: boolean;
}

/** An API key with its secret, shown once. */
export interface NewApiKey {
  id: string;
  workspace_id: string;
  created_by: string;
  name: string;
  key_type: 'live';
  /** The first characters of the key. */
  key_prefix: string;
  /** The last characters of the key. */
  key_suffix: string;
  scopes: Scope[];
  active: boolean;
  /** Kept to the minute. */
  last_used_at: string | null;
  /** Requests a minute; null = the default of 600. */
  rate_limit_per_min: number | null;
  revoked_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** A short form to show, such as `vl_live_abcd…wxyz`. */
  preview: string;
  /** The key itself. It is never shown again. */
  api_key: string;
}

/** A receiver of events with its secret, shown once. */
export interface NewWebhookEndpoint {
  id: string;
  workspace_id: string;
  created_by: string;
  url: string;
  description: string | null;
  /** What is sent there. */
  events: WebhookEventType[];
  /** False: nothing is sent there. */
  active: boolean;
  disabled_at: string | null;
  /** By a person, by a 410 answer, or because nothing arrived for about a day. */
  disabled_reason: 'manual' | 'gone' | 'failures' | null;
  /** Since when every try has failed; null while they arrive. */
  failing_since: string | null;
  /** After a rotation: until when deliveries are signed with the old secret as well. */
  previous_secret_expires_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** `whsec_…`. It is never shown again. */
  secret: string;
}

/** Where the values of a config field come from. */
export type NodeOption = {
  kind: 'href';
  target: string;
} | {
  kind: 'inline';
  value: {
    value: string | number | boolean;
    display_name: string;
  }[];
};

/** A port of a node type. */
export interface NodePort {
  name: string;
  /** What its lines carry or need. */
  fields: string[];
}

/** The state of one node over a run. */
export interface NodeState {
  node_id: string;
  node_type: string;
  node_display_name: string;
  status: NodeStatus;
  iteration: number;
  started_at: string | null;
  completed_at: string | null;
  /** 0 until the node starts. */
  duration_ms: number;
  error: RunError | null;
}

/** A node changed its status or began another pass. */
export interface NodeStateEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  type: 'node.state';
  run_id: string;
  /** ISO 8601 in UTC. */
  at: string;
  data: {
    node_id: string;
    node_type: string;
    status: NodeStatus;
    iteration: number;
    error: RunError | null;
  };
}

/** The status of a node in a run. */
export type NodeStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';

/** A node type: what it does, its ports and its config. */
export interface NodeType {
  node_type: string;
  display_name: string;
  description: string;
  /** The current config version. */
  version: number;
  inputs: NodePort[];
  outputs: NodePort[];
  /** Config field -> JSON Schema. */
  config_schema: Record<string, Record<string, unknown>>;
}

/** A node type with its category and options. */
export interface NodeTypeDetail {
  node_type: string;
  display_name: string;
  description: string;
  /** The current config version. */
  version: number;
  inputs: NodePort[];
  outputs: NodePort[];
  /** Config field -> JSON Schema. */
  config_schema: Record<string, Record<string, unknown>>;
  category: 'source' | 'operator' | 'validation' | 'output';
  options: Record<string, NodeOption>;
}

/** A text to normalize. */
export interface NormalizeText {
  text: string;
  /** Lowercase BCP-47 code; input in any case. */
  locale: string;
  /** What is normalized; the rest stays as it is written. */
  kinds?: NormalizerKind[];
  /** Replace words by the spelled entries of the dictionary before anything is normalized. Default true. */
  apply_dictionary?: boolean;
  /** Keep tags and bracketed directions in what is spoken; placeholders always stay. Default true. */
  keep_markup?: boolean;
}

/** What would be spoken. */
export interface NormalizedText {
  /** The text as sent, with words of the dictionary replaced: what offsets count in. */
  text: string;
  spoken_script: string;
  /** By their place; they do not overlap. */
  changes: TextChange[];
  /** False where the language has no rules: then nothing is normalized. */
  supported: boolean;
}

/** What the normalizer says otherwise than it is written. */
export type NormalizerKind = 'number' | 'ordinal' | 'date' | 'time' | 'currency' | 'unit' | 'abbreviation' | 'acronym' | 'roman' | 'phone' | 'web' | 'symbol';

/** Which mails a user wants. */
export interface NotificationPreferences {
  /** When a run that they started is done. */
  completed_generation_email: boolean;
  /** When a run that they started fails. */
  failed_generation_email: boolean;
  /** Once a week, what their workspaces used in the week that ended (Monday to Sunday, UTC); nothing where that was nothing. */
  weekly_usage_summary_email: boolean;
  /** Whether the operator may write to them about the product. The service itself sends none. */
  product_updates_email: boolean;
}

/** One line that a run delivers. */
export interface OutputLine {
  line_id: string;
  line_index: number;
  locale_code: string;
  character_name: string | null;
  script: string;
  audio_id: string;
  duration_ms: number;
  /** Its path in the export. */
  file: string;
}

/** The page size and the URLs of the neighboring pages. */
export interface Pagination {
  limit: number;
  next: string | null;
  prev: string | null;
}

/** A card on file. */
export interface PaymentMethod {
  /** The id at the payment processor. */
  id: string;
  brand: string;
  last4: string;
  /** From 1 to 12. */
  exp_month: number;
  exp_year: number;
  is_default: boolean;
}

/** What a browser needs to collect a payment method. */
export interface PaymentMethodSetup {
  /** Of a setup intent at the payment processor. */
  client_secret: string;
}

/** A subscription plan. */
export interface Plan {
  id: string;
  /** Names the plan for good, such as `creator-monthly`. */
  slug: string;
  name: string;
  tier: 'free' | 'paid' | 'custom';
  limits: PlanLimits;
  billing_interval: 'monthly' | 'yearly';
  /** The price of an interval in the smallest unit of the currency; 0 for free and custom plans. */
  amount: number;
  /** ISO 4217 in lowercase, such as `usd`. */
  currency: string;
  display_order: number;
}

/** What a change of plan would mean. */
export interface PlanChangePreview {
  current_plan: Plan;
  new_plan: Plan;
  type: 'upgrade' | 'downgrade' | 'same';
  /** What an upgrade charges now, in the smallest unit of the currency; null when nothing is charged now. */
  proration_amount: number | null;
  /** When the new plan begins. ISO 8601 in UTC. */
  effective_at: string;
  currency: string;
}

/** A number in the unit of its name, or no bound. */
export type PlanLimit = number | 'unlimited';

/** What a plan allows. */
export interface PlanLimits {
  /** Credits granted for each month; they lapse at its end. */
  monthly_credits: PlanLimit;
  workspaces_per_owner: PlanLimit;
  /** Over all workspaces of the owner. */
  concurrent_runs_per_user: PlanLimit;
  /** Of confirmed uploads. */
  storage_bytes_per_workspace: PlanLimit;
  /** How long the audio of ended runs is kept. */
  retention_days: PlanLimit;
  /** 1: the workspace may bring provider keys. */
  byok_enabled: 0 | 1;
  /** Members and open invites of a workspace, the owner included. */
  seats: PlanLimit;
}

/** How far the run is. */
export interface ProgressEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  type: 'progress';
  run_id: string;
  /** ISO 8601 in UTC. */
  at: string;
  data: {
    total_steps: number;
    finished_steps: number;
    total_lines: number;
    finished_lines: number;
    failed_lines: number;
    dropped_lines: number;
    credits: number;
    by_locale: Record<string, LocaleProgress>;
  };
}

/** How a word is to be said. */
export type PronunciationMethod = 'spelled' | 'ipa' | 'recorded';

/** A provider as the workspace can use it. */
export interface Provider {
  id: ProviderId;
  display_name: string;
  /** Part of this service: needs no key and no network. */
  embedded: boolean;
  /** What it does in a run. */
  serves: ProviderService[];
  /** Whether a run of the workspace can use it. */
  available: boolean;
  /** Of the workspace's own key; null where none is needed. */
  key_status: ProviderKeyState | null;
  /** Models that speak. */
  models_count: number;
  /** Voices that the workspace may use. */
  voices_count: number;
}

/** What the provider's `credentials_schema` asks for. */
export type ProviderCredentials = Record<string, unknown>;

/** The id of a provider. */
export type ProviderId = 'espeak' | 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax' | 'deepl' | 'anthropic' | 'scoring_endpoint';

/** Every provider that takes a key. */
export interface ProviderKeyList {
  providers: ProviderKeyStatus[];
}

/** How a workspace's key for a provider stands. */
export type ProviderKeyState = 'not_configured' | 'valid' | 'invalid' | 'unverified';

/** A provider and the workspace's own key for it. */
export interface ProviderKeyStatus {
  provider: KeyedProviderId;
  display_name: string;
  /** The JSON Schema of the body that stores a key. */
  credentials_schema: Record<string, unknown>;
  configured: boolean;
  /** The provider accepted the key when it was tried last. */
  is_valid: boolean;
  /** When the provider accepted the key last. */
  validated_at: string | null;
  /** The end of the key behind a mask; empty without one. */
  key_preview: string;
  status: ProviderKeyState;
}

/** A model of a speech provider. */
export interface ProviderModel {
  id: string;
  provider: ProviderId;
  display_name: string;
  /** Used where a generator names no model. */
  is_default: boolean;
  /** What a run is charged; with the workspace's own key, the provider is paid beside that. */
  credits_per_1000_characters: number;
  /** What the provider asks for; null where it is not known. */
  provider_price: ModelPrice | null;
  /** The last day of the model; null where no end is announced. */
  retires_at: string | null;
  /** The id of the model to take instead. */
  successor: string | null;
  /** The longest text of one request, in code points; longer lines are split. */
  max_characters: number;
  /** Lowercase BCP-47 codes; null where the model is not bound to a list. */
  supported_languages: string[] | null;
}

/** What a provider can do in a run. */
export type ProviderService = 'speech' | 'transcription' | 'translation' | 'scoring';

/** Every part that the process needs answers. */
export interface Readiness {
  status: 'ready';
  checks: {
    database: 'ok';
    storage: 'ok';
    workers: 'ok';
  };
}

/** All of a workflow; what is left out is removed. */
export interface ReplaceWorkflow {
  name: string;
  description?: string | null;
  definition: WorkflowDefinitionInput;
}

/** Which lines to run again; the failed and dropped ones by default. */
export interface RetryRun {
  line_ids?: string[];
}

/** How long the old key goes on working. */
export interface RotateApiKey {
  /** From 0 to 86400. Default 0. */
  grace_period_seconds?: number;
}

/** The key that was replaced and the one that replaces it. */
export interface RotatedApiKey {
  old_key: ApiKey;
  new_key: NewApiKey;
}

/** A run of a workflow. */
export interface Run {
  id: string;
  status: RunStatus;
  /** Counts the runs of the workflow from 1. */
  run_number: number;
  total_nodes: number;
  /** Visits of lines to nodes that are known to be needed. */
  total_steps: number;
  finished_steps: number;
  credits: number;
  usage_summary: RunUsage;
  started_at: string | null;
  completed_at: string | null;
  pause_requested_at: string | null;
  paused_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  has_export: boolean;
  triggered_by: {
    user_id: string;
    user_name: string;
  };
  workflow_id: string;
  /** The same as `credits`. */
  token_cost: number;
  /** ISO 8601 in UTC. */
  updated_at: string;
  error: RunError | null;
}

/** A run was cancelled. */
export interface RunCancelledNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'run.cancelled';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    credits: number;
    total_lines: number;
    delivered_lines: number;
    dropped_lines: number;
    failed_lines: number;
  };
}

/** One line in one locale with its takes and verdicts. */
export interface RunCard {
  id: string;
  line_id: string;
  source_line_id: string | null;
  line_index: number;
  locale_code: string;
  character_name: string | null;
  script: string;
  /** What is spoken instead, where a normalizer changed it; null = the script. */
  spoken_script: string | null;
  audio: CardAudio;
  validations: Verdict[];
  voice: {
    voice_id: string;
    display_name: string;
  } | null;
  waveform_url: string | null;
  retry_count: number;
  takes: Take[];
  status: 'delivered' | 'generated' | 'not_delivered' | 'dropped';
  /** Why the line was dropped. */
  dropped: {
    verdicts: Verdict[];
  } | null;
}

/** A run ended well. */
export interface RunCompletedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'run.completed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    credits: number;
    total_lines: number;
    delivered_lines: number;
    dropped_lines: number;
    failed_lines: number;
  };
}

/** A page of the lines of a run. */
export interface RunData {
  workflow_id: string;
  run_id: string;
  run_status: RunStatus;
  rows: RunDataRow[];
  /** Whether the rows are complete: `not_ready` while the run is active. */
  partial: {
    status: Availability;
    reason: string | null;
  };
}

/** One line of the script with a card per locale. */
export interface RunDataRow {
  id: string;
  line_index: number;
  line_id: string;
  source_line_id: string | null;
  script: string;
  script_status: Availability;
  cards: RunCard[];
}

/** A run with the definition as it was at the start. */
export interface RunDetail {
  id: string;
  status: RunStatus;
  /** Counts the runs of the workflow from 1. */
  run_number: number;
  total_nodes: number;
  /** Visits of lines to nodes that are known to be needed. */
  total_steps: number;
  finished_steps: number;
  credits: number;
  usage_summary: RunUsage;
  started_at: string | null;
  completed_at: string | null;
  pause_requested_at: string | null;
  paused_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  has_export: boolean;
  triggered_by: {
    user_id: string;
    user_name: string;
  };
  workflow_id: string;
  /** The same as `credits`. */
  token_cost: number;
  /** ISO 8601 in UTC. */
  updated_at: string;
  error: RunError | null;
  definition_snapshot: WorkflowDefinition;
}

/** What went wrong in a run, and where. */
export interface RunError {
  /** Machine-readable cause, such as `script_invalid`. */
  code: string;
  message: string;
  node_id: string | null;
  details: {
    field: string;
    message: string;
  }[];
}

/** What a run would cost. */
export interface RunEstimate {
  min_credits: number;
  expected_credits: number;
  max_credits: number;
  breakdown: {
    node_id: string;
    node_type: string;
    min_credits: number;
    expected_credits: number;
    max_credits: number;
  }[];
  current_balance: number;
  /** Credits missing if every retry is used. */
  deficit_at_max: number;
  can_run: boolean;
}

/** One event of a run. */
export type RunEvent = RunStatusEvent | NodeStateEvent | LineCompletedEvent | LineFailedEvent | ProgressEvent;

/** A run failed. */
export interface RunFailedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'run.failed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    credits: number;
    total_lines: number;
    delivered_lines: number;
    dropped_lines: number;
    failed_lines: number;
    error: RunError | null;
  };
}

/** A run in a list. */
export interface RunListItem {
  id: string;
  status: RunStatus;
  /** Counts the runs of the workflow from 1. */
  run_number: number;
  total_nodes: number;
  /** Visits of lines to nodes that are known to be needed. */
  total_steps: number;
  finished_steps: number;
  credits: number;
  usage_summary: RunUsage;
  started_at: string | null;
  completed_at: string | null;
  pause_requested_at: string | null;
  paused_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  has_export: boolean;
  triggered_by: {
    user_id: string;
    user_name: string;
  };
}

/** What a run delivers, per output node. */
export interface RunOutputs {
  run_id: string;
  run_status: RunStatus;
  credits: number;
  outputs: {
    node_id: string;
    node_type: string;
    display_name: string;
    status: NodeStatus;
    /** The first 100 lines; run data has all. */
    lines: OutputLine[];
    line_count: number;
    truncated: boolean;
  }[];
}

/** Everything about one run at a glance. */
export interface RunOverview {
  workflow: {
    id: string;
    name: string;
  };
  run: {
    id: string;
    status: RunStatus;
    /** ISO 8601 in UTC. */
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
    has_export: boolean;
    error: RunError | null;
  };
  workflow_snapshot: {
    definition: WorkflowDefinition;
    node_states: NodeState[];
  };
  metric_sections: MetricSection[];
  audio_by_language: LanguageAudio[];
  validators: ValidatorSummary[];
  capabilities: {
    validator_drilldown: boolean;
    live_trace_timing: boolean;
    persisted_aggregates: boolean;
  };
  future_links: {
    validator_drilldown: string;
    live_trace: string;
  };
}

/** A worker took up the first work of a run. */
export interface RunStartedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'run.started';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** ISO 8601 in UTC. */
    started_at: string;
  };
}

/** The status of a run; completed, failed and cancelled are final. */
export type RunStatus = 'pending' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** Runs of a workflow per status. */
export interface RunStatusCounts {
  pending: number;
  running: number;
  paused: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** The run changed its status. */
export interface RunStatusEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  type: 'run.status';
  run_id: string;
  /** ISO 8601 in UTC. */
  at: string;
  data: {
    status: RunStatus;
    previous_status: RunStatus | null;
    error: RunError | null;
    credits: number;
  };
}

/** One pass of a node in a run. */
export interface RunStep {
  id: string;
  node_id: string;
  node_type: string;
  node_display_name: string;
  status: NodeStatus;
  /** 0 for the first pass. */
  iteration: number;
  started_at: string | null;
  completed_at: string | null;
  /** Counts of the pass; null unless `include_result` is true. */
  result: Record<string, unknown> | null;
  has_result: boolean;
  /** Ports that lines left through. */
  active_ports: string[] | null;
  error: RunError | null;
}

/** Counts and averages over the runs of a workflow. */
export interface RunSummary {
  total_runs: number;
  completed: number;
  failed: number;
  cancelled: number;
  pending: number;
  running: number;
  paused: number;
  /** completed / (completed + failed + cancelled); null when no run has ended. */
  pass_rate: number | null;
  /** Mean of completed_at - started_at over completed runs; null without any. */
  average_duration_seconds: number | null;
}

/** What a run used so far, in all and per locale. */
export interface RunUsage {
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that entered the run, those too whose takes were reused. Reports of usage count only lines that audio was made for. */
  lines: number;
  /** Audio of the takes that were made. */
  audio_ms: number;
  retries: number;
  by_locale: Record<string, {
    characters: number;
    lines: number;
    audio_ms: number;
  }>;
}

/** A right of an API key, `<area>:<action>`. */
export type Scope = 'workflows:read' | 'workflows:run' | 'workflows:write' | 'voices:read' | 'voices:write' | 'dictionary:read' | 'dictionary:write' | 'uploads:write' | 'workspace:read' | 'templates:read' | 'catalog:read' | 'webhooks:write';

/** A voice and how much it sounds like another one. */
export interface SimilarVoice {
  id: string;
  name: string;
  provider: SpeechProviderId;
  provider_voice_id: string;
  description: string | null;
  is_active: boolean;
  gender: VoiceGender | null;
  accent: VoiceAccent | null;
  age: VoiceAge | null;
  category: VoiceCategory | null;
  color: string | null;
  tags: string[];
  descriptor: string | null;
  uses_count: number;
  user_id: string | null;
  source: VoiceSource;
  /** Of its recording or sample. */
  duration_seconds: number | null;
  /** Leads to a sample for callers that may read the voice; null where there is none. */
  sample_url: string | null;
  /** Lowercase BCP-47 codes. */
  supported_languages: string[];
  supported_models: string[] | null;
  /** Of the workspace. */
  is_favorite: boolean;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** 1 = sounds the same; from measured features. From 0 to 1. */
  similarity_score: number;
}

/** Whether a slug can still be had. */
export interface SlugAvailability {
  slug: string;
  available: boolean;
}

/** The id of a provider that speaks. */
export type SpeechProviderId = 'espeak' | 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax';

/** Overrides for this run alone. */
export interface StartRun {
  /** Replaces the script of the source. */
  script_text?: string;
  /** Lowercase BCP-47 code; input in any case. */
  source_language?: string;
  /** Laid over the parameters of the definition. */
  params?: ExecutionParams;
}

/** The plan to subscribe to. */
export interface Subscribe {
  plan_id: string;
}

/** A paid plan of a user. */
export interface Subscription {
  id: string;
  plan: Plan;
  status: SubscriptionStatus;
  /** ISO 8601 in UTC. */
  current_period_start: string;
  /** ISO 8601 in UTC. */
  current_period_end: string;
  cancel_at_period_end: boolean;
  /** When the cancellation was asked for. */
  canceled_at: string | null;
  /** The plan that follows at `scheduled_at`. */
  scheduled_plan: Plan | null;
  scheduled_at: string | null;
}

/** How a subscription stands. */
export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'paused';

/** One synthesis of a line, with its verdicts. */
export interface Take {
  /** 0 for the first take. */
  iteration: number;
  /** 16 hexadecimal characters. */
  audio_id: string;
  verdicts: Verdict[];
}

/** A workflow to start from. */
export interface Template {
  id: string;
  name: string;
  definition: WorkflowDefinition;
  /** Comes with the service and is read-only. */
  is_starter: boolean;
  /** Visible in every workspace. */
  is_public: boolean;
  /** How often it was cloned. */
  uses_count: number;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  description: string | null;
  category: TemplateCategory | null;
  /** Of the calling user. */
  is_favorite: boolean;
  /** The author. */
  created_by: string;
}

/** What a template is for. */
export type TemplateCategory = 'media' | 'creative' | 'business' | 'education' | 'wellness';

/** What 1,000 characters of a script cost. */
export interface TemplateEstimate {
  template_id: string;
  /** Every line spoken once by each generator it comes to; null where a provider is not set up. */
  credits_per_1000_characters: number | null;
  /** The same with every retry used. */
  max_credits_per_1000_characters: number | null;
  generators: {
    node_id: string;
    provider: SpeechProviderId;
    /** null where the provider is not set up or has no such model. */
    model: string | null;
    /** Of the model; null where it is not known. */
    credits_per_1000_characters: number | null;
    /** Retries of all checks that can send a line there. */
    max_retries: number;
  }[];
}

/** A piece that is spoken otherwise than it is written. */
export interface TextChange {
  /** Offset in `text`, in UTF-16 code units. */
  start: number;
  /** Offset of what follows the piece. */
  end: number;
  written: string;
  spoken: string;
  /** `markup`: left out, where it is not kept. */
  kind: 'number' | 'ordinal' | 'date' | 'time' | 'currency' | 'unit' | 'abbreviation' | 'acronym' | 'roman' | 'phone' | 'web' | 'symbol' | 'markup';
}

/** The fields to change; the others stay. */
export interface UpdateApiKey {
  name?: string;
  scopes?: Scope[];
  rate_limit_per_min?: number | null;
  active?: boolean;
}

/** Another role. */
export interface UpdateMember {
  role: MemberRole;
}

/** The preferences to change; the others stay. */
export interface UpdateNotificationPreferences {
  /** When a run that they started is done. */
  completed_generation_email?: boolean;
  /** When a run that they started fails. */
  failed_generation_email?: boolean;
  /** Once a week, what their workspaces used in the week that ended (Monday to Sunday, UTC); nothing where that was nothing. */
  weekly_usage_summary_email?: boolean;
  /** Whether the operator may write to them about the product. The service itself sends none. */
  product_updates_email?: boolean;
}

/** The fields to change; the others stay. */
export interface UpdateTemplate {
  /** null leaves the name as it is. */
  name?: string | null;
  /** null removes it. */
  description?: string | null;
  /** null removes it. */
  category?: TemplateCategory | null;
  /** Replaces the stored one in full; null is refused. */
  definition?: WorkflowDefinitionInput;
}

/** The fields to change; the others stay. */
export interface UpdateWebhookEndpoint {
  /** A public https address. */
  url?: string;
  description?: string | null;
  events?: WebhookEventType[];
  /** True enables an endpoint again, however it was disabled. */
  active?: boolean;
}

/** The fields to change; the others stay. */
export interface UpdateWorkflow {
  /** null leaves the name as it is. */
  name?: string | null;
  /** null removes it. */
  description?: string | null;
  /** null leaves the definition as it is. */
  definition?: WorkflowDefinitionInput | null;
}

/** The fields to change; the others stay. */
export interface UpdateWorkspace {
  name?: string;
  slug?: string;
  /** From 0 to 6. */
  color_idx?: number;
  /** From 0 to 1. */
  routing_price_sensitivity?: number;
  routing_llm_fit?: boolean;
}

/** The settings to change; null takes one back. */
export interface UpdateWorkspaceSettings {
  /** The language that new scripts are offered in. */
  default_language?: string | null;
  theme?: 'light' | 'dark' | 'system' | null;
}

/** An uploaded file. */
export interface Upload {
  id: string;
  user_id: string;
  workspace_id: string;
  filename: string;
  category: UploadCategory;
  /** Send the bytes with this Content-Type. */
  content_type: string;
  /** The extension of the file name. */
  format: string;
  status: 'pending' | 'confirmed';
  /** As announced, then as stored. */
  size_bytes: number | null;
  checksum_sha256: string | null;
  /** Signed; null until confirmed. */
  download_url: string | null;
  context_type: 'workflow' | null;
  context_id: string | null;
  /** Of scripts that can be read. */
  char_count: number | null;
  /** Of scripts that can be read. */
  line_count: number | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** What an upload is for. */
export type UploadCategory = 'script' | 'audio' | 'dictionary';

/** The bytes of an upload arrived and were taken over. */
export interface UploadConfirmedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'upload.confirmed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    upload_id: string;
    filename: string;
    category: UploadCategory;
    size_bytes: number;
    workflow_id: string;
  };
}

/** What was used in one bar of an activity chart. */
export interface UsageBucket {
  /** `Nov 21`, for weeks their Monday, for months `Nov 2026`. */
  label: string;
  /** ISO 8601 in UTC. */
  start: string;
  /** Not included. ISO 8601 in UTC. */
  end: string;
  /** Credits settled. */
  credits: number;
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that audio was made for, once per run; a line whose takes were all reused is not counted. */
  lines: number;
  /** Runs that were created. */
  runs: number;
}

/** Generated audio of a workspace, by locale. */
export interface UsageByLanguage {
  /** Null where `activity_view` was sent. */
  range: UsageRange | null;
  timezone: string;
  period: UsagePeriod;
  activity_view: ActivityView | null;
  /** The sum of `credits` over the rows. */
  total_credits: number;
  /** Most credits first. Shares sum to 1. Only locales that audio was made for. */
  languages: LanguageUsage[];
}

/** What was used in one local day. */
export interface UsageDay {
  /** The local date. */
  date: string;
  /** Credits settled. */
  credits: number;
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that audio was made for, once per run; a line whose takes were all reused is not counted. */
  lines: number;
  /** Runs that were created. */
  runs: number;
}

/** From the begin of a local day to the end of another. */
export interface UsagePeriod {
  /** When the first local day begins. ISO 8601 in UTC. */
  start: string;
  /** When the last local day ends, which may lie ahead; not included. ISO 8601 in UTC. */
  end: string;
}

/** How many local days a report looks back, today included. */
export type UsageRange = '30d' | '60d' | '90d';

/** What a workspace used. */
export interface UsageSummary {
  range: UsageRange;
  activity_view: ActivityView;
  timezone: string;
  /** Of every figure but `activity`, which has its own. */
  period: UsagePeriod;
  credits: {
    /** Credits settled in the period, the same as in the ledger. */
    used: number;
    /** What the plan of the owner grants a month, for all workspaces of theirs; null where it is unlimited. */
    quota: number | null;
    /** 100 x used / quota, rounded to 4 decimals. More than 100 is possible over several months. Null without a quota. */
    percent: number | null;
  };
  characters: {
    total: number;
  };
  lines: {
    total: number;
    /** Characters of all takes of a line, retries included, on average; null without lines. */
    avg_chars_per_line: number | null;
  };
  /** Runs that were created in the period, by what they are now. */
  runs: {
    total: number;
    completed: number;
    failed: number;
    cancelled: number;
    running: number;
    pending: number;
    paused: number;
  };
  activity: {
    view: ActivityView;
    bucket_unit: 'day' | 'week' | 'month';
    /** Such as `Last 12 weeks`. */
    range_label: string;
    /** Oldest first, without gaps. */
    buckets: UsageBucket[];
    /** Credits of all buckets. */
    total: number;
    /** Credits a bucket on average, empty ones included. */
    avg: number;
    /** The bucket of most credits, the first of equals; null without any. */
    peak: UsageBucket | null;
  };
  /** Each local day of the period, oldest first, empty ones included. */
  daily: UsageDay[];
}

/** The definition to check. */
export interface ValidateWorkflow {
  /** A workflow definition, right or wrong. */
  definition: unknown;
}

/** What a validator measures. */
export type ValidatorKind = 'error_rate' | 'naturalness' | 'noise' | 'pacing' | 'loudness' | 'pronunciation';

/** What one validator said over a whole run. */
export interface ValidatorSummary {
  node_id: string;
  kind: ValidatorKind;
  label: string;
  status: Availability;
  avg_score: number | null;
  pass_rate: number | null;
  pass_count: number;
  fail_count: number;
  retry_count: number;
  reason: string | null;
}

/** One validator's judgement of one take. */
export interface Verdict {
  kind: ValidatorKind;
  label: string;
  score: number | null;
  status: VerdictStatus;
  reason: string | null;
  threshold: number | null;
  /** The line went on although it failed: its retries were used up. */
  exhausted: boolean;
  /** Word error rate. */
  wer: number | null;
  /** Character error rate. */
  cer: number | null;
  transcript: string | null;
  /** What the score was taken from, such as `audio`. */
  scored_on: string | null;
  /** The numbers behind the score; empty where none were kept. */
  evidence: Evidence[];
}

/** The judgement; unscored when nothing could be measured. */
export type VerdictStatus = 'pass' | 'fail' | 'unscored';

/** A voice that can speak lines. */
export interface Voice {
  id: string;
  name: string;
  provider: SpeechProviderId;
  provider_voice_id: string;
  description: string | null;
  is_active: boolean;
  gender: VoiceGender | null;
  accent: VoiceAccent | null;
  age: VoiceAge | null;
  category: VoiceCategory | null;
  color: string | null;
  tags: string[];
  descriptor: string | null;
  uses_count: number;
  user_id: string | null;
  source: VoiceSource;
  /** Of its recording or sample. */
  duration_seconds: number | null;
  /** Leads to a sample for callers that may read the voice; null where there is none. */
  sample_url: string | null;
  /** Lowercase BCP-47 codes. */
  supported_languages: string[];
  supported_models: string[] | null;
  /** Of the workspace. */
  is_favorite: boolean;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** The accent of a voice. */
export type VoiceAccent = 'american' | 'british' | 'australian' | 'indian' | 'canadian' | 'irish' | 'african' | 'european' | 'east_asian' | 'southeast_asian' | 'latin_american' | 'middle_eastern' | 'slavic' | 'spanish' | 'french' | 'german' | 'italian' | 'portuguese' | 'japanese' | 'korean' | 'chinese' | 'thai' | 'vietnamese' | 'other';

/** The age that a voice is heard as. */
export type VoiceAge = 'young' | 'middle_aged' | 'old';

/** What a voice suits. */
export type VoiceCategory = 'news' | 'narration' | 'story' | 'podcast' | 'conversational' | 'social_media' | 'educational' | 'business';

/** The values of each attribute with their number of voices. */
export interface VoiceFacets {
  source: {
    value: string;
    count: number;
  }[];
  gender: {
    value: string;
    count: number;
  }[];
  age: {
    value: string;
    count: number;
  }[];
  category: {
    value: string;
    count: number;
  }[];
  accent: {
    value: string;
    count: number;
  }[];
  provider: {
    value: string;
    count: number;
  }[];
  model: {
    value: string;
    count: number;
  }[];
  language: {
    value: string;
    count: number;
  }[];
}

/** The gender that a voice is heard as. */
export type VoiceGender = 'male' | 'female' | 'neutral';

/** Where a voice comes from. */
export type VoiceSource = 'platform' | 'recorded' | 'uploaded';

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  id: string;
  endpoint_id: string;
  event: WebhookEvent;
  /** `pending` until an answer of 2xx came, or no further try follows. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Tries begun. */
  attempts: number;
  /** Null when no further try follows. */
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  /** Of the last try; null where no answer came. */
  response_status: number | null;
  /** How the answer of the last try begins. */
  response_body: string | null;
  /** Of the last try. */
  duration_ms: number | null;
  /** Why the last try failed. */
  error: string | null;
  /** The delivery that this one repeats. */
  redelivery_of: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A receiver of events, without its secret. */
export interface WebhookEndpoint {
  id: string;
  workspace_id: string;
  created_by: string;
  url: string;
  description: string | null;
  /** What is sent there. */
  events: WebhookEventType[];
  /** False: nothing is sent there. */
  active: boolean;
  disabled_at: string | null;
  /** By a person, by a 410 answer, or because nothing arrived for about a day. */
  disabled_reason: 'manual' | 'gone' | 'failures' | null;
  /** Since when every try has failed; null while they arrive. */
  failing_since: string | null;
  /** After a rotation: until when deliveries are signed with the old secret as well. */
  previous_secret_expires_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** The body of a delivery of an outgoing webhook. */
export type WebhookEvent = RunStartedNotice | RunCompletedNotice | RunFailedNotice | RunCancelledNotice | UploadConfirmedNotice | CreditsLowNotice | WebhookTestNotice;

/** An event that an endpoint can ask for. */
export type WebhookEventType = 'run.started' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'upload.confirmed' | 'credits.low';

/** Sent on request, to try an endpoint. */
export interface WebhookTestNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  type: 'webhook.test';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    endpoint_id: string;
  };
}

/** Who calls, as the service sees it. */
export interface Whoami {
  auth_kind: 'jwt' | 'api_key';
  user_id: string;
  /** The workspace of the key; for a token the personal one. */
  workspace_id: string | null;
  api_key_id: string | null;
  /** Of the key; a token has all. */
  scopes: Scope[];
}

/** A workflow: what turns a script into audio. */
export interface Workflow {
  id: string;
  user_id: string;
  name: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  description: string | null;
  runs_count: number;
  last_run_at: string | null;
  last_run_status: RunStatus | null;
  run_status_counts: RunStatusCounts;
  definition: WorkflowDefinition;
}

/** What a workflow does: nodes, edges and how it runs. */
export interface WorkflowDefinition {
  graph: {
    nodes: WorkflowNode[];
    edges: WorkflowEdge[];
  };
  execution: {
    /** Node ids in the order they run; empty = computed from the edges. */
    steps: string[];
    params: ExecutionParams;
  };
}

/** What a workflow does; every part may be left out. */
export interface WorkflowDefinitionInput {
  graph?: {
    nodes?: WorkflowNodeInput[];
    edges?: WorkflowEdge[];
  };
  execution?: {
    /** Node ids in order; empty = computed from the edges. */
    steps?: string[];
    params?: ExecutionParams;
  };
}

/** A connection of two ports. */
export interface WorkflowEdge {
  id: string;
  /** Node the lines come from. */
  source: string;
  sourcePort: string;
  /** Node the lines go to. */
  target: string;
  targetPort: string;
}

/** A workflow in a list, without its definition. */
export interface WorkflowListItem {
  id: string;
  user_id: string;
  name: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  description: string | null;
  runs_count: number;
  last_run_at: string | null;
  last_run_status: RunStatus | null;
  run_status_counts: RunStatusCounts;
}

/** A node of a workflow. */
export interface WorkflowNode {
  id: string;
  /** A node type, such as `source_script`. */
  type: string;
  name?: string;
  position: {
    /** From -1000000000 to 1000000000. */
    x: number;
    /** From -1000000000 to 1000000000. */
    y: number;
  };
  config: Record<string, unknown>;
  config_version: number;
}

/** A node of a workflow. */
export interface WorkflowNodeInput {
  id: string;
  /** A node type, such as `source_script`. */
  type: string;
  name?: string;
  position?: {
    /** From -1000000000 to 1000000000. */
    x: number;
    /** From -1000000000 to 1000000000. */
    y: number;
  };
  /** Left out fields take their defaults. */
  config?: Record<string, unknown>;
  /** The current version when left out. */
  config_version?: number;
}

/** What workflows, keys, uploads and members belong to. */
export interface Workspace {
  id: string;
  name: string;
  slug: string;
  /** From 0 to 6. */
  color_idx: number;
  /** The owner, whose plan sets limits and credits. */
  created_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** 0 = the best voice, 1 = the cheapest. From 0 to 1. */
  routing_price_sensitivity: number;
  routing_llm_fit: boolean;
}

/** What members share in their user interface. */
export interface WorkspaceSettings {
  /** The language that new scripts are offered in. */
  default_language: string | null;
  theme: 'light' | 'dark' | 'system' | null;
}

/** Query of `api_keys.list`. */
export interface ApiKeysListQuery {
  /** Items a page. From 1 to 100. Default 50. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Default 'active'. */
  status?: 'active' | 'revoked' | 'all';
}

/** Query of `workspaces.list`. */
export interface WorkspacesListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `workspaces.slug_available`. */
export interface WorkspacesSlugAvailableQuery {
  slug: string;
}

/** Query of `members.list`. */
export interface MembersListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `users.list_invoices`. */
export interface UsersListInvoicesQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** The id of the last invoice of the page before. */
  starting_after?: string;
}

/** Query of `templates.list`. */
export interface TemplatesListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  category?: TemplateCategory | TemplateCategory[];
  /** Part of the name or the description. */
  search?: string;
  /** Newest first, most cloned first, or by name. Default 'recent'. */
  sort?: 'recent' | 'popular' | 'name';
  /** Only favorites of the calling user. Default false. */
  favorites_only?: boolean;
}

/** Query of `templates.mine`. */
export interface TemplatesMineQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  category?: TemplateCategory | TemplateCategory[];
  /** Part of the name or the description. */
  search?: string;
  /** Newest first, most cloned first, or by name. Default 'recent'. */
  sort?: 'recent' | 'popular' | 'name';
  /** Only favorites of the calling user. Default false. */
  favorites_only?: boolean;
}

/** Query of `workflows.list`. */
export interface WorkflowsListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Status of the latest run; draft = no run. */
  status?: 'draft' | 'running' | 'completed' | 'failed' | 'paused';
  /** Part of the name or the description. */
  search?: string;
  sort?: 'name' | 'updated_at' | 'runs_count' | ('name' | 'updated_at' | 'runs_count')[];
  order?: 'asc' | 'desc' | ('asc' | 'desc')[];
  /** ISO 8601 in UTC. */
  last_run_after?: string;
  /** ISO 8601 in UTC. */
  last_run_before?: string;
  has_failed_run?: boolean;
}

/** Query of `workflows.name_availability`. */
export interface WorkflowsNameAvailabilityQuery {
  name: string;
  /** A workflow to leave out. */
  exclude_id?: string;
}

/** Query of `workflows.uploads`. */
export interface WorkflowsUploadsQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `runs.list`. */
export interface RunsListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Statuses, separated by commas. */
  status?: string;
  /** Part of the name of who started the run. */
  search?: string;
  /** Default 'created_at'. */
  sort?: 'created_at' | 'started_at' | 'completed_at' | 'status';
  /** Default 'desc'. */
  order?: 'asc' | 'desc';
}

/** Query of `runs.summary`. */
export interface RunsSummaryQuery {
  /** Runs created at this time or later. ISO 8601 in UTC. */
  from?: string;
  /** Runs created at this time or earlier. ISO 8601 in UTC. */
  to?: string;
}

/** Query of `runs.steps`. */
export interface RunsStepsQuery {
  /** Default false. */
  include_result?: boolean;
  node_type?: string;
  node_id?: string;
}

/** Query of `runs.data`. */
export interface RunsDataQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Part of the script, the line id or the character. */
  search?: string;
  /** Only cards of this locale; `total` does not change. */
  language?: string;
  /** Default false. */
  include_dropped?: boolean;
}

/** Query of `runs.download`. */
export interface RunsDownloadQuery {
  /** files = JSON lines, one per audio file: its path, address, size and checksum. Default 'zip'. */
  format?: 'zip' | 'files';
}

/** Query of `runs.download_node`. */
export interface RunsDownloadNodeQuery {
  /** files = JSON lines, one per audio file: its path, address, size and checksum. Default 'zip'. */
  format?: 'zip' | 'files';
}

/** Query of `runs.script`. */
export interface RunsScriptQuery {
  /** XLIFF 2.0 holds one source language and one target language, the others any number. Default 'csv'. */
  format?: 'csv' | 'xliff-1.2' | 'xliff-2.0';
  /** Only sources and their translations into this locale. */
  language?: string;
}

/** Query of `voices.list`. */
export interface VoicesListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Default false. */
  favorites_only?: boolean;
  source?: VoiceSource | VoiceSource[];
  gender?: VoiceGender | VoiceGender[];
  age?: VoiceAge | VoiceAge[];
  category?: VoiceCategory | VoiceCategory[];
  accent?: VoiceAccent | VoiceAccent[];
  provider?: SpeechProviderId | SpeechProviderId[];
  model?: string | string[];
  /** Voices that declare no locale never match. */
  language?: string | string[];
  search?: string;
  /** Default 'name'. */
  sort?: 'name' | 'created_at' | 'uses_count';
  /** Default 'asc'. */
  order?: 'asc' | 'desc';
}

/** Query of `voices.facets`. */
export interface VoicesFacetsQuery {
  /** Default false. */
  favorites_only?: boolean;
  source?: VoiceSource | VoiceSource[];
  gender?: VoiceGender | VoiceGender[];
  age?: VoiceAge | VoiceAge[];
  category?: VoiceCategory | VoiceCategory[];
  accent?: VoiceAccent | VoiceAccent[];
  provider?: SpeechProviderId | SpeechProviderId[];
  model?: string | string[];
  /** Voices that declare no locale never match. */
  language?: string | string[];
  search?: string;
}

/** Query of `voices.similar`. */
export interface VoicesSimilarQuery {
  /** From 1 to 50. Default 10. */
  limit?: number;
  /** Voices that declare no locale never match. */
  language?: string | string[];
}

/** Query of `dictionary.list`. */
export interface DictionaryListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** `en` also finds `en-us`. */
  language?: string | string[];
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `dictionary.search`. */
export interface DictionarySearchQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** A part of the word or of its pronunciation, in any case. */
  q: string;
  /** `en` also finds `en-us`. */
  language?: string | string[];
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `providers.list`. */
export interface ProvidersListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `providers.models`. */
export interface ProvidersModelsQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `providers.voices`. */
export interface ProvidersVoicesQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `usage.summary`. */
export interface UsageSummaryQuery {
  /** The days of all figures but those of `activity`. Default '30d'. */
  range?: UsageRange;
  /** The buckets of `activity`. Default 'daily'. */
  activity_view?: ActivityView;
  /** An IANA time zone: where local days begin. Default 'UTC'. */
  timezone?: string;
}

/** Query of `usage.by_language`. */
export interface UsageByLanguageQuery {
  /** Rolling local days, today included. Default '30d'. */
  range?: UsageRange;
  /** Takes the place of `range`: the period of that tab. */
  activity_view?: ActivityView;
  /** An IANA time zone: where local days begin. Default 'UTC'. */
  timezone?: string;
}

/** Query of `usage.activity`. */
export interface UsageActivityQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
  /** Default '30d'. */
  range?: UsageRange;
  /** Only these actions. */
  type?: ActivityAction | ActivityAction[];
  /** Only what this user did. */
  user_id?: string;
}

/** Query of `billing.list_plans`. */
export interface BillingListPlansQuery {
  /** From 1 to 1000. Default 1. */
  page?: number;
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
}

/** Query of `webhook_endpoints.list`. */
export interface WebhookEndpointsListQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Query of `webhook_endpoints.deliveries`. */
export interface WebhookEndpointsDeliveriesQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. */
  cursor?: string;
}

/** Config of a `source_script` node (Script). Every field may be left out. */
export type SourceScriptConfig = {
  /** Where the lines come from. Default 'text'. */
  input_type?: 'text' | 'file' | 'media';
  /** The script for `text`: one line per non-empty line. Default ''. */
  text?: string;
  /** Confirmed uploads for `file` and `media`. */
  upload_ids?: string[];
  /** Script column: a header name, or a zero-based index where the csv has no header. */
  csv_column?: string | null;
  /** Default true. */
  csv_has_header?: boolean;
  /** Locale of lines that name none; null = detected. */
  source_language?: string | null;
};

/** Config of a `operator_normalizer` node (Text normalizer). Every field may be left out. */
export type OperatorNormalizerConfig = {
  /** What is normalized; the rest stays as it is written. */
  kinds?: NormalizerKind[];
  /** Replace words by the spelled entries of the dictionary before anything is normalized. Default true. */
  apply_dictionary?: boolean;
  /** Keep tags and bracketed directions in what is spoken; placeholders always stay. Default true. */
  keep_markup?: boolean;
  /** Whose rules apply; null = those of each line's locale. */
  locale?: string | null;
};

/** Config of a `operator_generator` node (Voice generator). Every field may be left out. */
export type OperatorGeneratorConfig = {
  /** Who speaks. Default 'espeak'. */
  provider?: SpeechProviderId;
  /** null = the provider's default model. */
  model?: string | null;
  /** The voice of every line that nothing below names. */
  voice_id?: string | null;
  /** Locale code -> voice id. */
  voices_by_locale?: Record<string, string>;
  /** Character name -> voice, or voices per locale, and its own speed and pitch. */
  voices_by_character?: Record<string, {
    voice_id?: string;
    voices_by_locale?: Record<string, string>;
    /** From 0.5 to 2. */
    speed?: number;
    /** From -12 to 12. */
    pitch?: number;
  }>;
  /** 1 = as the voice speaks. From 0.5 to 2. Default 1. */
  speed?: number;
  /** Semitones. From -12 to 12. Default 0. */
  pitch?: number;
  /** Take the stored take of the same text and voice, free. Default true. */
  reuse_takes?: boolean;
  /** Calls at once; null = automatic. */
  concurrency?: number | null;
  /** Asked when the provider is away. */
  fallback_provider?: SpeechProviderId | null;
};

/** Config of a `operator_mastering` node (Mastering). Every field may be left out. */
export type OperatorMasteringConfig = {
  /** Where the audio goes; the fields below override it where they are not "preset". Default 'standard'. */
  preset?: 'standard' | 'podcast' | 'broadcast' | 'game' | 'audiobook' | 'phone_mulaw' | 'phone_alaw' | 'ad';
  /** Cut the silence around the speech. Default 'preset'. */
  trim_silence?: boolean | 'preset';
  /** Silence put before the speech, and after it. Default 'preset'. */
  padding_ms?: number | 'preset';
  /** Silence put after the speech; null = as before it. Default 'preset'. */
  tail_padding_ms?: number | null | 'preset';
  /** Level of a quiet noise under the whole file; null = none. Default 'preset'. */
  room_tone_dbfs?: number | null | 'preset';
  /** Integrated loudness; null = left as it is. Default 'preset'. */
  loudness_lufs?: number | null | 'preset';
  /** Mean level of the file instead of its loudness; null = not used. Default 'preset'. */
  rms_dbfs?: number | null | 'preset';
  /** The true peak is kept below this. Default 'preset'. */
  true_peak_dbtp?: number | 'preset';
  /** Fade in and out. Default 'preset'. */
  fade_ms?: number | 'preset';
  /** Take out what is lower than this; null = nothing. Default 'preset'. */
  high_pass_hz?: number | null | 'preset';
  /** Take out what is higher than this; null = nothing. Default 'preset'. */
  low_pass_hz?: number | null | 'preset';
  /** Hertz; null = as it arrives. mulaw and alaw are always 8000. Default 'preset'. */
  sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | null | 'preset';
  /** Mono or stereo. Default 'preset'. */
  channels?: 1 | 2 | 'preset';
  /** mulaw and alaw are G.711 in a WAV file. Default 'preset'. */
  format?: 'wav' | 'mp3' | 'ogg' | 'flac' | 'mulaw' | 'alaw' | 'preset';
  /** For mp3 and ogg; null = automatic. Default 'preset'. */
  bitrate_kbps?: number | null | 'preset';
  /** How much faster a line may be made to fit its max_duration_ms; 0 = it isn't. From 0 to 30. Default 0. */
  max_stretch_percent?: number;
};

/** Config of a `validator_noise` node (Noise check). Every field may be left out. */
export type ValidatorNoiseConfig = {
  /** The least score that passes, 0-100. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Level of the quietest parts. From -120 to 0. Default -50. */
  noise_floor_max_dbfs?: number;
  /** Runs of samples at full scale. From 0 to 10000. Default 0. */
  max_clipped_runs?: number;
  /** Silence as a part of the whole. From 0 to 1. Default 0.5. */
  max_silence_ratio?: number;
  /** From 0 to 60000. Default 1000. */
  max_lead_silence_ms?: number;
  /** From 0 to 60000. Default 1500. */
  max_tail_silence_ms?: number;
  /** From 0 to 60000. Default 2000. */
  max_inner_silence_ms?: number;
  /** Fail takes that stop in the middle of a sound. Default true. */
  check_truncated_end?: boolean;
};

/** Config of a `validator_pacing` node (Pacing check). Every field may be left out. */
export type ValidatorPacingConfig = {
  /** The least score that passes, 0-100. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** null = the locale's norm. */
  min_syllables_per_second?: number | null;
  /** null = the locale's norm. */
  max_syllables_per_second?: number | null;
  /** Fail takes over the line's max_duration_ms. Default true. */
  enforce_max_duration?: boolean;
};

/** Config of a `validator_loudness` node (Loudness check). Every field may be left out. */
export type ValidatorLoudnessConfig = {
  /** The least score that passes, 0-100. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Integrated loudness wanted. From -40 to -5. Default -16. */
  target_lufs?: number;
  /** Distance from the target that is allowed. From 0.1 to 20. Default 1. */
  tolerance_lu?: number;
  /** From -9 to 0. Default -1. */
  max_true_peak_dbtp?: number;
};

/** Config of a `sink_preview` node (Delivery). Every field may be left out. */
export type SinkPreviewConfig = {
  /** Path of each audio file in the export. Default '{locale}/{character}/{line_id}.{ext}'. */
  file_pattern?: string;
  /** null = as it arrives. */
  format?: 'wav' | 'mp3' | 'ogg' | 'flac' | 'mulaw' | 'alaw' | null;
  /** Add manifest.csv and manifest.json. Default true. */
  manifest?: boolean;
  subtitles?: ('srt' | 'vtt')[];
  /** word = short cues cut where the voice is; the VTT also tells when each word is said. Default 'line'. */
  subtitle_timing?: 'line' | 'word';
  /** Add report.html, a page with players and charts. Default true. */
  report?: boolean;
};

/** The config of each node type. */
export interface NodeConfigs {
  source_script: SourceScriptConfig;
  operator_normalizer: OperatorNormalizerConfig;
  operator_generator: OperatorGeneratorConfig;
  operator_mastering: OperatorMasteringConfig;
  validator_noise: ValidatorNoiseConfig;
  validator_pacing: ValidatorPacingConfig;
  validator_loudness: ValidatorLoudnessConfig;
  sink_preview: SinkPreviewConfig;
}
