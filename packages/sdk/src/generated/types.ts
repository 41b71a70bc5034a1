// Written by scripts/gen.ts. Do not edit.

/** The workspace that an accepted invite opened. */
export interface AcceptedInvite {
  /** The id of the workspace. */
  workspace_id: string;
}

/** One entry of the activity log. */
export interface Activity {
  /** The id. */
  id: string;
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** Who did it; null where the service did. */
  user: {
    /** The id. */
    id: string;
    /** What people call it. */
    name: string;
  } | null;
  /** What was done, such as `workflow_created`. */
  action: ActivityAction;
  /** More exactly, such as `run_started` or `webhook_endpoint_disabled`. */
  kind: string;
  /** What was changed. */
  resource: {
    /** The kind of thing. */
    type: string;
    /** The id. */
    id: string | null;
    /** What people call it. */
    name: string | null;
  };
  /** More about the change. */
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
  /** The id. */
  id: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** The id of the user who made it. */
  created_by: string;
  /** What people call it. */
  name: string;
  /** The kind of key; live keys alone are supported. */
  key_type: 'live';
  /** The first characters of the key. */
  key_prefix: string;
  /** The last characters of the key. */
  key_suffix: string;
  /** What the key may do. */
  scopes: Scope[];
  /** Whether it can be used. */
  active: boolean;
  /** Kept to the minute. */
  last_used_at: string | null;
  /** Requests a minute; null = the default of 600. */
  rate_limit_per_min: number | null;
  /** When it was revoked; null while it works. */
  revoked_at: string | null;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
  /** A short form to show, such as `vl_live_abcd…wxyz`. */
  preview: string;
}

/** Whether a value is there, still to come, impossible or lost. */
export type Availability = 'available' | 'not_ready' | 'unsupported' | 'unavailable';

/** The delivered audio of a line in one locale. */
export interface CardAudio {
  /** The id of the audio: 16 hexadecimal characters. */
  audio_id: string | null;
  /** A signed address of the audio; null while there is none. */
  playback_url: string | null;
  /** Whether the audio can be heard. */
  status: Availability;
  /** Why it is not `available`; of delivered audio, what is to be known of it: that it is over its limit, or misses its level. */
  reason: string | null;
  /** How long it lasts; null where there is no audio. */
  duration_ms: number | null;
  /** The media type of the file. */
  content_type: string | null;
  /** Who spoke it; null while there is no take. */
  provider: string | null;
  /** The model of the provider; null where none is named. */
  model: string | null;
}

/** Where the script of a translated line is from. */
export interface CardTranslation {
  /** `provider`: translated in this run; `memory`: by an earlier one of the workspace; `run`: by the run that this one does again; `pseudo`: accents and filler, no translation. */
  kind: 'provider' | 'memory' | 'run' | 'pseudo';
  /** Who translated it, whenever that was. */
  provider: string | null;
  /** The model of the provider; null where none is named. */
  model: string | null;
  /** How often the provider was asked for it in this run. */
  tries: number;
  /** What the provider bills for it: a line's part where several were asked for together. */
  billed: {
    /** `characters` or `tokens`. */
    unit: string;
    /** How many of them. */
    amount: number;
  } | null;
}

/** The plan to change to. */
export interface ChangePlan {
  /** The id of the plan to change to. */
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
  /** What the upload belongs to. */
  context_type: 'workflow';
  /** The id of what the upload belongs to. */
  context_id: string;
}

/** Pagination with the number of items after filters. */
export interface CountedPagination {
  /** The most items that a page has. */
  limit: number;
  /** The address of the next page; null on the last one. */
  next: string | null;
  /** The address of the page before; null on the first one. */
  prev: string | null;
  /** How many there are in all. */
  total: number;
}

/** A new API key. */
export interface CreateApiKey {
  /** What people call it. White space around it is removed. */
  name: string;
  /** Every :read scope and workflows:run when left out. */
  scopes?: Scope[];
  /** Requests a minute that the key may make; null = the default. */
  rate_limit_per_min?: number | null;
  /** The kind of key; live keys alone are supported. Default 'live'. */
  key_type?: 'live';
}

/** What to check out. */
export interface CreateCheckout {
  /** The id of the plan. */
  plan_id: string;
  /** The http or https address to which the payment processor sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the id of the session. */
  return_url: string;
}

/** Whom to invite, and as what. */
export interface CreateInvite {
  /** The mail address. */
  email: string;
  /** What the person may do. */
  role: MemberRole;
}

/** A new template. */
export interface CreateTemplate {
  /** What people call it. White space around it is removed. */
  name: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
  /** The group that it belongs to. */
  category?: TemplateCategory | null;
  /** The graph and its parameters. */
  definition?: WorkflowDefinitionInput;
}

/** A file to be uploaded. */
export interface CreateUpload {
  /** The name of the file. */
  filename: string;
  /** The group that it belongs to. */
  category: UploadCategory;
  /** The size in bytes. From 1 to 104857600. */
  size_bytes?: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  checksum_sha256?: string;
}

/** A new receiver of events. */
export interface CreateWebhookEndpoint {
  /** A public https address. */
  url: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
  /** All when left out. */
  events?: WebhookEventType[];
}

/** A new workflow. */
export interface CreateWorkflow {
  /** What people call it. White space around it is removed. */
  name: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
  /** The graph and its parameters. */
  definition?: WorkflowDefinitionInput;
}

/** A new workspace. */
export interface CreateWorkspace {
  /** What people call it. White space around it is removed. */
  name: string;
  /** Made from the name when left out. */
  slug?: string;
  /** The color that the workspace is shown in. From 0 to 6. */
  color_idx?: number;
  /** 0 = the best voice, 1 = the cheapest. From 0 to 1. */
  routing_price_sensitivity?: number;
  /** Whether routing may weigh how well a model suits the text. */
  routing_llm_fit?: boolean;
}

/** A pending upload and the address that takes its bytes. */
export interface CreatedUpload {
  /** The upload that was begun. */
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
  /** When the period began. ISO 8601 in UTC. */
  period_start: string;
  /** What is left lapses here, and the next grant comes. ISO 8601 in UTC. */
  period_end: string;
  /** Credits that the plan grants for a period. */
  plan_grant: PlanLimit;
  /** The tier of the plan. */
  plan_tier: 'free' | 'paid' | 'custom';
}

/** The credits of the workspace's owner fell below a tenth of the monthly grant of the plan. */
export interface CreditsLowNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'credits.low';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** What is left. */
    balance: number;
    /** What it fell below: a tenth of the monthly grant. */
    threshold: number;
    /** What the plan grants a month. */
    monthly_credits: number;
  };
}

/** One thing that is wrong with a definition. */
export interface DefinitionProblem {
  /** Dotted path from `definition` on. */
  path: string;
  /** Machine-readable cause, such as `unknown_port`. */
  code: string;
  /** What is wrong, in one sentence. */
  message: string;
}

/** What a save would say to a definition. */
export interface DefinitionReport {
  /** Whether there are no errors. */
  valid: boolean;
  /** What a save would reject. Where it would reject nothing: fields of sources that no run can use, such as a column that the file does not have or a `source_language` that does not exist. */
  errors: DefinitionProblem[];
  /** What else could stop a run, and what it would skip. */
  warnings: DefinitionProblem[];
  /** How the script files of the definition are read. */
  readings: SourceReading[];
}

/** Every file of a run is in the bucket it was sent to. */
export interface DeliveryCompletedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'delivery.completed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** As in the list of deliveries of the run. */
    delivery_id: string;
    /** The run. */
    run_id: string;
    /** Its workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** The name of the delivery target. */
    target: string;
    /** Bucket and folder, as `s3://bucket/prefix`; empty where the target was gone. */
    destination: string;
    /** Begun by the end of the run. */
    automatic: boolean;
    /** Files that are there. */
    files_done: number;
    /** Files that could not be delivered. */
    files_failed: number;
    /** Bytes of the files that are there. */
    size_bytes: number;
  };
}

/** A delivery ended without all of its files in the bucket. */
export interface DeliveryFailedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'delivery.failed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** As in the list of deliveries of the run. */
    delivery_id: string;
    /** The run. */
    run_id: string;
    /** Its workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** The name of the delivery target. */
    target: string;
    /** Bucket and folder, as `s3://bucket/prefix`; empty where the target was gone. */
    destination: string;
    /** Begun by the end of the run. */
    automatic: boolean;
    /** Files that are there. */
    files_done: number;
    /** Files that could not be delivered. */
    files_failed: number;
    /** Bytes of the files that are there. */
    size_bytes: number;
    /** Why. */
    error: string;
  };
}

/** A bucket that runs can be delivered to. */
export interface DeliveryTarget {
  /** The id. */
  id: string;
  /** What the bucket is called in this workspace: a-z, 0-9 and hyphens. */
  name: string;
  /** The address of the S3 service; null = Amazon S3 in the region. */
  endpoint: string | null;
  /** The region of the bucket. */
  region: string;
  /** The name of the bucket. */
  bucket: string;
  /** The folder that files go under; empty = the root of the bucket. */
  prefix: string;
  /** The bucket stands in the path rather than in the host. */
  path_style: boolean;
  /** The end of the access key id behind a mask. */
  access_key_preview: string;
  /** When a file was put there and removed, to try the key. ISO 8601 in UTC. */
  checked_at: string;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
}

/** A word and how it is said in a language. */
export interface DictionaryEntry {
  /** The id. */
  id: string;
  /** The word as it is written. */
  word: string;
  /** How the entry is written down. */
  method: PronunciationMethod;
  /** What is spoken instead, for `spelled`. */
  pronunciation: string | null;
  /** Signs of the International Phonetic Alphabet, for `ipa`. */
  ipa: string | null;
  /** The recording, for `recorded`; null once it is deleted. */
  upload_id: string | null;
  /** Lowercase BCP-47; `en` is good for `en-us` and `en-gb`. */
  language: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description: string | null;
  /** Runs that it was applied in. */
  uses_count: number;
  /** The id of the user who made it. */
  created_by: string;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
}

/** A word and how it is to be said. */
export interface DictionaryEntryInput {
  /** The word as it is written. White space around it is removed. */
  word: string;
  /** How the entry is written down. Default 'spelled'. */
  method?: PronunciationMethod;
  /** Needed for `spelled`. */
  pronunciation?: string | null;
  /** Needed for `ipa`. */
  ipa?: string | null;
  /** Needed for `recorded`: a confirmed upload of the category `dictionary`. */
  upload_id?: string | null;
  /** Lowercase BCP-47 code; input in any case. White space around it is removed. */
  language: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
}

/** A language of the dictionary. */
export interface DictionaryLanguage {
  /** A lowercase BCP-47 code. */
  language: string;
  /** What people call it. */
  display_name: string;
  /** How many entries there are. */
  entries_count: number;
}

/** A signed address of a file, for 15 minutes. */
export interface DownloadLink {
  /** The address. */
  url: string;
  /** The name of the file. */
  filename: string;
  /** When it stops working. ISO 8601 in UTC. */
  expires_at: string;
}

/** An empty object. */
export type Empty = Record<string, never>;

/** The machine-readable cause. */
export type ErrorCode = 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'INSUFFICIENT_CREDITS' | 'STORAGE_LIMIT_EXCEEDED' | 'PLAN_LIMIT_REACHED' | 'PAYMENT_REQUIRED' | 'FORBIDDEN' | 'INSUFFICIENT_SCOPE' | 'FEATURE_NOT_IN_PLAN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT' | 'WORKSPACE_SLUG_TAKEN' | 'ALREADY_MEMBER' | 'INVITE_PENDING' | 'NAME_TAKEN' | 'IDEMPOTENCY_IN_PROGRESS' | 'INVITE_GONE' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_ERROR' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'SERVER_ERROR' | 'UNAVAILABLE';

/** The body of every error answer. */
export interface ErrorEnvelope {
  /** What is wrong, and where. */
  error: {
    /** Machine-readable cause. */
    code: ErrorCode;
    /** One sentence for a person. */
    message: string;
    /** The places that are at fault. */
    details?: FieldError[];
  };
  /** About the answer itself. */
  meta: Meta;
}

/** One number behind a verdict, its limits and its place in the audio. */
export interface Evidence {
  /** What was measured, such as `longest_pause`. */
  measure: string;
  /** What was measured. */
  value: number;
  /** The least that is allowed; null where there is no such limit. */
  least: number | null;
  /** The most that is allowed; null where there is no such limit. */
  most: number | null;
  /** The unit of the value and its limits; null without one. */
  unit: string | null;
  /** Where in the audio; null where it is about the whole. */
  start_ms: number | null;
  /** Where it ends in the audio; null where it is about the whole. */
  end_ms: number | null;
  /** Whether the limits are kept. */
  passed: boolean;
}

/** Parameters of a run; unknown ones are kept. */
export interface ExecutionParams {
  /** The run fails when more lines than this fail; 0 when left out. */
  max_failed_lines?: number;
  [key: string]: unknown;
}

/** One fault of an input, or one fact about a refusal. */
export interface FieldError {
  /** Dotted path, such as `body.definition.graph.edges.2.targetPort`; of a refusal the name of a fact, such as `run_id`. */
  field: string;
  /** What is wrong, in one sentence. */
  message: string;
}

/** The process runs. */
export interface Health {
  /** `ok` as long as the process answers. */
  status: 'ok';
  /** The version. */
  version: string;
}

/** An invitation into a workspace. Its token is in the mail alone. */
export interface Invite {
  /** The id. */
  id: string;
  /** The mail address. */
  email: string;
  /** What the person may do. */
  role: MemberRole;
  /** Whether it can still be accepted. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** When it stops working. ISO 8601 in UTC. */
  expires_at: string;
  /** The id of the user who invited. */
  invited_by: string;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
}

/** A bill. */
export interface Invoice {
  /** The id at the payment processor. */
  id: string;
  /** Null until the invoice is final. */
  number: string | null;
  /** How the bill stands. */
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** In the smallest unit of the currency. */
  amount_due: number;
  /** What was paid of it, in the smallest unit of the currency. */
  amount_paid: number;
  /** ISO 4217 in lowercase, such as `usd`. */
  currency: string;
  /** When the period began. ISO 8601 in UTC. */
  period_start: string;
  /** When the period ends. ISO 8601 in UTC. */
  period_end: string;
  /** When it was made. ISO 8601 in UTC. */
  created: string;
  /** Where the bill can be seen and paid; null until it is final. */
  hosted_invoice_url: string | null;
  /** The bill as a PDF; null until it is final. */
  invoice_pdf: string | null;
}

/** A page of bills, newest first. */
export interface InvoicePage {
  /** The bills of the page. */
  invoices: Invoice[];
  /** Ask again with `starting_after` = the id of the last one. */
  has_more: boolean;
}

/** The id of a provider that takes a key. */
export type KeyedProviderId = 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax' | 'deepl' | 'anthropic' | 'scoring_endpoint';

/** Delivered audio of one locale. */
export interface LanguageAudio {
  /** Lowercase BCP-47 code of the language that is spoken. */
  locale_code: string;
  /** How many lines there are. */
  line_count: number;
  /** Length of all of it. */
  total_duration_ms: number;
  /** Mean length of the lines. */
  avg_duration_ms: number;
}

/** What was used for one locale. */
export interface LanguageUsage {
  /** Lowercase BCP-47, such as `de-de`. */
  locale_code: string;
  /** In English, such as `American English`. */
  display_name: string;
  /** Of the characters of the period, as `allocation_basis` says. Shares sum to 1. From 0 to 1. */
  share: number;
  /** Credits settled. */
  credits: number;
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that audio was made for, once per run; a line whose takes were all reused is not counted. */
  lines: number;
  /** What `share` is a share of. */
  allocation_basis: 'characters';
}

/** A line ended: delivered, dropped by a check, or skipped because it has nothing to speak. */
export interface LineCompletedEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  /** What it is. */
  type: 'line.completed';
  /** The id of the run. */
  run_id: string;
  /** When it happened. ISO 8601 in UTC. */
  at: string;
  /** What happened, by the type of the event. */
  data: {
    /** The stable id of the line. */
    line_id: string;
    /** The place of the line in the script, from 0. */
    line_index: number;
    /** Lowercase BCP-47 code of the language that is spoken. */
    locale_code: string;
    /** Whether the line is delivered. */
    status: 'delivered' | 'dropped' | 'skipped';
    /** The id of the audio: 16 hexadecimal characters. */
    audio_id: string | null;
    /** How long it lasts; null where there is no audio. */
    duration_ms: number | null;
    /** How often the line was spoken again. */
    retry_count: number;
    /** What the line cost. */
    credits: number;
    /** A stored take was used, at no credits. */
    reused: boolean;
  };
}

/** A line failed and is not delivered. */
export interface LineFailedEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  /** What it is. */
  type: 'line.failed';
  /** The id of the run. */
  run_id: string;
  /** When it happened. ISO 8601 in UTC. */
  at: string;
  /** What happened, by the type of the event. */
  data: {
    /** The stable id of the line. */
    line_id: string;
    /** The place of the line in the script, from 0. */
    line_index: number;
    /** Lowercase BCP-47 code of the language that is spoken. */
    locale_code: string;
    /** The id of the node in the workflow. */
    node_id: string;
    /** Why it failed, in one sentence. */
    error: string;
    /** The error with its code and places. */
    error_details: RunError;
  };
}

/** Lines of one locale, and how many of them have ended (delivered, dropped, skipped or failed). */
export interface LocaleProgress {
  /** Lines of the run so far. */
  total_lines: number;
  /** Lines that have ended: delivered, dropped, skipped or failed. */
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
  /** The given name; null where it is not known. */
  first_name: string | null;
  /** The family name; null where it is not known. */
  last_name: string | null;
  /** A picture of the person; null where there is none. */
  image_url: string | null;
  /** What the person may do. */
  role: MemberRole;
  /** To the minute. */
  last_active_at: string | null;
  /** Whether the person has come yet. */
  status: 'active' | 'invited';
}

/** Admins manage, editors make and run, viewers read. */
export type MemberRole = 'admin' | 'editor' | 'viewer';

/** The id of the request and the time of the answer. */
export interface Meta {
  /** Also the `X-Request-Id` response header. */
  request_id: string;
  /** When the answer was made. ISO 8601 in UTC. */
  timestamp: string;
}

/** One figure of a run, ready to show. */
export interface Metric {
  /** The machine-readable name. */
  key: 'lines_delivered' | 'total_duration' | 'average_duration' | 'characters' | 'credits' | 'pass_rate' | 'average_score' | 'retries' | 'dropped_lines' | 'skipped_lines' | 'outlier_lines' | 'time_to_first_audio' | 'run_duration' | 'realtime_factor';
  /** What people call it. */
  label: string;
  /** The value, ready to show. */
  formatted_value: string;
  /** Whether the figure is known. */
  status: Availability;
  /** How it is meant to be shown. */
  display: {
    /** What kind of figure it is. */
    variant: 'number' | 'duration' | 'percent' | 'score' | 'ratio';
    /** How much it stands out. */
    emphasis: 'primary' | 'secondary';
  };
  /** The figure; null while it is not known. */
  value: number | string | null;
  /** The unit of the value; null without one. */
  unit: string | null;
  /** Why, where it needs saying; null otherwise. */
  reason: string | null;
}

/** A group of figures. */
export interface MetricSection {
  /** The machine-readable name. */
  key: 'audio' | 'quality' | 'timing';
  /** How the figures are meant to be laid out. */
  layout: 'grid' | 'list';
  /** What people call it. */
  title: string;
  /** The figures of the group. */
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
  /** The name that was asked about. */
  name: string;
  /** Whether it is free. */
  available: boolean;
}

/** An API key with its secret, shown once. */
export interface NewApiKey extends ApiKey {
  /** The key itself. It is never shown again. */
  api_key: string;
}

/** A receiver of events with its secret, shown once. */
export interface NewWebhookEndpoint extends WebhookEndpoint {
  /** `whsec_…`. It is never shown again. */
  secret: string;
}

/** Where the values of a config field come from. */
export type NodeOption = {
  /** Whether the values are listed elsewhere or right here. */
  kind: 'href';
  /** Where the values are listed. */
  target: string;
} | {
  /** Whether the values are listed elsewhere or right here. */
  kind: 'inline';
  /** The values. */
  value: {
    /** The value. */
    value: string | number | boolean;
    /** What people call it. */
    display_name: string;
  }[];
};

/** A port of a node type. */
export interface NodePort {
  /** What edges call the port. */
  name: string;
  /** What its lines carry or need. */
  fields: string[];
}

/** The state of one node over a run. */
export interface NodeState {
  /** The id of the node in the workflow. */
  node_id: string;
  /** The type of the node, such as `operator_generator`. */
  node_type: string;
  /** What the node is called. */
  node_display_name: string;
  /** How it stands. */
  status: NodeStatus;
  /** The pass: 0 is the first. */
  iteration: number;
  /** When it began; null before. */
  started_at: string | null;
  /** When it ended; null before. */
  completed_at: string | null;
  /** 0 until the node starts. */
  duration_ms: number;
  /** Why it failed, in one sentence; null when it did not fail. */
  error: string | null;
  /** The error with its code and places; null when `error` is. */
  error_details: RunError | null;
}

/** A node changed its status or began another pass. */
export interface NodeStateEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  /** What it is. */
  type: 'node.state';
  /** The id of the run. */
  run_id: string;
  /** When it happened. ISO 8601 in UTC. */
  at: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the node in the workflow. */
    node_id: string;
    /** The type of the node, such as `operator_generator`. */
    node_type: string;
    /** How it stands. */
    status: NodeStatus;
    /** The pass: 0 is the first. */
    iteration: number;
    /** Why it failed, in one sentence; null when it did not fail. */
    error: string | null;
    /** The error with its code and places; null when `error` is. */
    error_details: RunError | null;
  };
}

/** The status of a node in a run. */
export type NodeStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';

/** A node type: what it does, its ports and its config. */
export interface NodeType {
  /** The type of the node, such as `operator_generator`. */
  node_type: string;
  /** What people call it. */
  display_name: string;
  /** What nodes of the type do. */
  description: string;
  /** The current config version. */
  version: number;
  /** The ports that lines come in by. */
  inputs: NodePort[];
  /** The ports that lines leave by. */
  outputs: NodePort[];
  /** Config field -> JSON Schema. */
  config_schema: Record<string, Record<string, unknown>>;
}

/** A node type with its category and options. */
export interface NodeTypeDetail extends NodeType {
  /** Where lines come from, what works on them, checks them or delivers them. */
  category: 'source' | 'operator' | 'validation' | 'output';
  /** Where the values of each config field come from. */
  options: Record<string, NodeOption>;
}

/** A text to normalize. */
export interface NormalizeText {
  /** The text. */
  text: string;
  /** Lowercase BCP-47 code; input in any case. White space around it is removed. */
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
  /** What is said, word for word. */
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
  /** The stable id of the line. */
  line_id: string;
  /** The place of the line in the script, from 0. */
  line_index: number;
  /** Lowercase BCP-47 code of the language that is spoken. */
  locale_code: string;
  /** Who says the line; null where the script names nobody. */
  character_name: string | null;
  /** The text of the line. */
  script: string;
  /** The id of the audio: 16 hexadecimal characters. */
  audio_id: string;
  /** How long it lasts; null where there is no audio. */
  duration_ms: number;
  /** Its path in the export. */
  file: string;
}

/** The page size and the URLs of the neighboring pages. */
export interface Pagination {
  /** The most items that a page has. */
  limit: number;
  /** The address of the next page; null on the last one. */
  next: string | null;
  /** The address of the page before; null on the first one. */
  prev: string | null;
}

/** A card on file. */
export interface PaymentMethod {
  /** The id at the payment processor. */
  id: string;
  /** The brand of the card, such as `visa`. */
  brand: string;
  /** The last four digits of the card. */
  last4: string;
  /** The month in which the card expires. From 1 to 12. */
  exp_month: number;
  /** The year in which the card expires. */
  exp_year: number;
  /** Whether it is used where nothing else is named. */
  is_default: boolean;
}

/** What a browser needs to collect a payment method. */
export interface PaymentMethodSetup {
  /** Of a setup intent at the payment processor. */
  client_secret: string;
}

/** A subscription plan. */
export interface Plan {
  /** The id. */
  id: string;
  /** Names the plan for good, such as `creator-monthly`. */
  slug: string;
  /** What people call it. */
  name: string;
  /** The tier of the plan. */
  tier: 'free' | 'paid' | 'custom';
  /** What the plan allows. */
  limits: PlanLimits;
  /** How often the plan is paid. */
  billing_interval: 'monthly' | 'yearly';
  /** The price of an interval in the smallest unit of the currency; 0 for free and custom plans. */
  amount: number;
  /** ISO 4217 in lowercase, such as `usd`. */
  currency: string;
  /** Its place in a list of plans, from 0. */
  display_order: number;
}

/** What a change of plan would mean. */
export interface PlanChangePreview {
  /** The plan as it is. */
  current_plan: Plan;
  /** The plan that is asked about. */
  new_plan: Plan;
  /** Which way the change goes. */
  type: 'upgrade' | 'downgrade' | 'same';
  /** What an upgrade charges now, in the smallest unit of the currency; null when nothing is charged now. */
  proration_amount: number | null;
  /** When the new plan begins. ISO 8601 in UTC. */
  effective_at: string;
  /** ISO 4217 in lowercase, such as `usd`. */
  currency: string;
}

/** A number in the unit of its name, or no bound. */
export type PlanLimit = number | 'unlimited';

/** What a plan allows. */
export interface PlanLimits {
  /** Credits granted for each month; they lapse at its end. */
  monthly_credits: PlanLimit;
  /** How many workspaces one person may own. */
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
  /** What it is. */
  type: 'progress';
  /** The id of the run. */
  run_id: string;
  /** When it happened. ISO 8601 in UTC. */
  at: string;
  /** What happened, by the type of the event. */
  data: {
    /** Visits of lines to nodes that are known to be needed. */
    total_steps: number;
    /** Visits of lines to nodes that are done. */
    finished_steps: number;
    /** Lines of the run so far. */
    total_lines: number;
    /** Lines that have ended: delivered, dropped, skipped or failed. */
    finished_lines: number;
    /** Lines that failed. */
    failed_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines that have nothing to speak. */
    skipped_lines: number;
    /** Credits settled. */
    credits: number;
    /** The same per locale code. */
    by_locale: Record<string, LocaleProgress>;
  };
}

/** How a word is to be said. */
export type PronunciationMethod = 'spelled' | 'ipa' | 'recorded';

/** A provider as the workspace can use it. */
export interface Provider {
  /** The id. */
  id: ProviderId;
  /** What people call it. */
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
  /** One entry per provider. */
  providers: ProviderKeyStatus[];
}

/** How a workspace's key for a provider stands. */
export type ProviderKeyState = 'not_configured' | 'valid' | 'invalid' | 'unverified';

/** A provider and the workspace's own key for it. */
export interface ProviderKeyStatus {
  /** The id of the provider. */
  provider: KeyedProviderId;
  /** What people call it. */
  display_name: string;
  /** The JSON Schema of the body that stores a key. */
  credentials_schema: Record<string, unknown>;
  /** Whether a key is stored. */
  configured: boolean;
  /** The provider accepted the key when it was tried last. */
  is_valid: boolean;
  /** When the provider accepted the key last. */
  validated_at: string | null;
  /** The end of the key behind a mask; empty without one. */
  key_preview: string;
  /** How the key stands. */
  status: ProviderKeyState;
}

/** A model of a speech provider. */
export interface ProviderModel {
  /** The id. */
  id: string;
  /** The id of the provider. */
  provider: ProviderId;
  /** What people call it. */
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

/** A bucket, and the key that may write there. */
export interface PutDeliveryTarget {
  /** The address of the S3 service; null = Amazon S3 in the region. */
  endpoint?: string | null;
  /** The region of the bucket; `auto` where the service asks for it. Default 'us-east-1'. */
  region?: string;
  /** The name of the bucket. */
  bucket: string;
  /** The folder that files go under; empty = the root of the bucket. Default ''. */
  prefix?: string;
  /** The bucket in the path rather than in the host; null = where an endpoint is given. */
  path_style?: boolean | null;
  /** The id of the key that may write there. White space around it is removed. */
  access_key_id: string;
  /** Its secret. It is never answered. White space around it is removed. */
  secret_access_key: string;
}

/** Every part that the process needs answers. */
export interface Readiness {
  /** Whether the service can work. */
  status: 'ready';
  /** What was tried, one by one. */
  checks: {
    /** Whether the database answers. */
    database: 'ok';
    /** Whether the storage answers. */
    storage: 'ok' | 'full';
    /** `none`: no worker has looked after the queue for half a minute; runs wait for one. */
    workers: 'ok' | 'none';
  };
}

/** All of a workflow; what is left out is removed. */
export interface ReplaceWorkflow {
  /** What people call it. White space around it is removed. */
  name: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
  /** The graph and its parameters. */
  definition: WorkflowDefinitionInput;
}

/** Which lines to run again; the failed and dropped ones by default. No other line is spoken. */
export interface RetryRun {
  /** The lines to run again; the failed and dropped ones when left out. */
  line_ids?: string[];
  /** Lines to run again, each in one locale or in all. Adds to `line_ids`. */
  lines?: {
    /** The stable id of the line. */
    line_id: string;
    /** Left out, the line in every locale. White space around it is removed. */
    locale_code?: string;
  }[];
  /** Also make new takes of lines whose retries were used up. Has no effect on a retry of named lines. Default false. */
  respeak?: boolean;
}

/** How long the old key goes on working. */
export interface RotateApiKey {
  /** How long the old key goes on working, in seconds. From 0 to 86400. Default 0. */
  grace_period_seconds?: number;
}

/** The key that was replaced and the one that replaces it. */
export interface RotatedApiKey {
  /** The key that is replaced. */
  old_key: ApiKey;
  /** The key that replaces it, shown once. */
  new_key: NewApiKey;
}

/** A run of a workflow. */
export interface Run extends RunListItem {
  /** The id of the workflow. */
  workflow_id: string;
  /** The same as `credits`. */
  token_cost: number;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
  /** Why it failed, in one sentence; null when it did not fail. */
  error: string | null;
  /** The error with its code and places; null when `error` is. */
  error_details: RunError | null;
}

/** A run was cancelled. */
export interface RunCancelledNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'run.cancelled';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the run. */
    run_id: string;
    /** The id of the workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** When it began; null before. */
    started_at: string | null;
    /** When it ended; null before. ISO 8601 in UTC. */
    completed_at: string;
    /** Credits settled. */
    credits: number;
    /** Lines of the run so far. */
    total_lines: number;
    /** Lines that were delivered. */
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines that have nothing to speak. */
    skipped_lines: number;
    /** Lines that failed. */
    failed_lines: number;
  };
}

/** One line in one locale with its takes and verdicts. */
export interface RunCard {
  /** Names the line in its locale, within the run. */
  id: string;
  /** The stable id of the line. */
  line_id: string;
  /** The line that this one was translated from; null for a line of the script. */
  source_line_id: string | null;
  /** The place of the line in the script, from 0. */
  line_index: number;
  /** Lowercase BCP-47 code of the language that is spoken. */
  locale_code: string;
  /** Who says the line; null where the script names nobody. */
  character_name: string | null;
  /** What the script notes on the line. */
  notes: string | null;
  /** How the script wants the line spoken. */
  direction: string | null;
  /** How long the audio of the line may be. */
  max_duration_ms: number | null;
  /** The text of the line. */
  script: string;
  /** What is spoken instead, where a normalizer changed it; null = the script. */
  spoken_script: string | null;
  /** null where the script has the line in this locale. */
  translation: CardTranslation | null;
  /** The delivered audio, or why there is none. */
  audio: CardAudio;
  /** The verdicts on the delivered take. */
  validations: Verdict[];
  /** Who speaks; null while nobody has. */
  voice: {
    /** The id of the voice. */
    voice_id: string;
    /** What people call it. */
    display_name: string;
    /** `unavailable` once the voice is gone or no longer offered. */
    status: Availability;
  } | null;
  /** Where 200 levels of the audio are, to draw it; null without audio. */
  waveform_url: string | null;
  /** How often the line was spoken again. */
  retry_count: number;
  /** Every take of the line, the first one first. */
  takes: Take[];
  /** What became of the line in this locale. `skipped`: it has nothing to speak. */
  status: 'delivered' | 'generated' | 'not_delivered' | 'dropped' | 'skipped';
  /** Why the line was dropped. */
  dropped: {
    /** What the checks said of it. */
    verdicts: Verdict[];
  } | null;
}

/** A run ended well. */
export interface RunCompletedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'run.completed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the run. */
    run_id: string;
    /** The id of the workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** When it began; null before. */
    started_at: string | null;
    /** When it ended; null before. ISO 8601 in UTC. */
    completed_at: string;
    /** Credits settled. */
    credits: number;
    /** Lines of the run so far. */
    total_lines: number;
    /** Lines that were delivered. */
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines that have nothing to speak. */
    skipped_lines: number;
    /** Lines that failed. */
    failed_lines: number;
  };
}

/** A page of the lines of a run. */
export interface RunData {
  /** The id of the workflow. */
  workflow_id: string;
  /** The id of the run. */
  run_id: string;
  /** The status of the run. */
  run_status: RunStatus;
  /** The lines of the page. */
  rows: RunDataRow[];
  /** Whether the rows are complete: `not_ready` while the run is active. */
  partial: {
    /** `available` once the rows will not change any more. */
    status: Availability;
    /** Why, where it needs saying; null otherwise. */
    reason: string | null;
  };
}

/** One line of the script with a card per locale. */
export interface RunDataRow {
  /** Names the row within the run. */
  id: string;
  /** The place of the line in the script, from 0. */
  line_index: number;
  /** The stable id of the line. */
  line_id: string;
  /** The line that this one was translated from; null for a line of the script. */
  source_line_id: string | null;
  /** The text of the line. */
  script: string;
  /** Whether the text can be shown. */
  script_status: Availability;
  /** One card per locale. */
  cards: RunCard[];
}

/** A run on its way to a bucket. */
export interface RunDelivery {
  /** The id. */
  id: string;
  /** The id of the run. */
  run_id: string;
  /** The output node; null = all of the run. */
  node_id: string | null;
  /** What the bucket is called in this workspace: a-z, 0-9 and hyphens. */
  target: string;
  /** Bucket and folder, as `s3://bucket/prefix`. */
  destination: string;
  /** Begun by the end of the run, as its output node says. */
  automatic: boolean;
  /** How it stands. */
  status: 'pending' | 'running' | 'completed' | 'failed';
  /** null until they are counted. */
  files_total: number | null;
  /** Files that are there. */
  files_done: number;
  /** Files that could not be delivered. */
  files_failed: number;
  /** Bytes of the files that are there. */
  size_bytes: number;
  /** The first 100 files that could not be delivered. */
  failures: {
    /** Its path under the prefix. */
    file: string;
    /** Why it is not there. */
    error: string;
  }[];
  /** What stops the delivery, or holds it up while it is tried again. */
  error: string | null;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it began; null before. */
  started_at: string | null;
  /** When it ended; null before. */
  completed_at: string | null;
}

/** A run with the definition as it was at the start. */
export interface RunDetail extends Run {
  /** The definition as it was at the start. */
  definition_snapshot: WorkflowDefinition;
}

/** What went wrong in a run, and where. */
export interface RunError {
  /** Machine-readable cause, such as `script_invalid`. */
  code: string;
  /** One sentence for a person; the same as `error`. */
  message: string;
  /** The node that failed; null when the cause is no single node. */
  node_id: string | null;
  /** The fields or lines concerned; empty when the message says it all. */
  details: {
    /** A dotted path to the place. */
    field: string;
    /** What is wrong, in one sentence. */
    message: string;
  }[];
}

/** What a run would cost. */
export interface RunEstimate {
  /** What it costs without any retry. */
  min_credits: number;
  /** What is to be expected, by what checks refused in earlier runs. */
  expected_credits: number;
  /** The most it can cost, with every retry used. */
  max_credits: number;
  /** Lines that are spoken, retries apart. */
  new_takes: number;
  /** Lines whose take is stored: they cost nothing. */
  reused_takes: number;
  /** The same per node. */
  breakdown: {
    /** The node that would charge it. */
    node_id: string;
    /** The type of the node, such as `operator_generator`. */
    node_type: string;
    /** What it costs without any retry. */
    min_credits: number;
    /** What is to be expected, by what checks refused in earlier runs. */
    expected_credits: number;
    /** The most it can cost, with every retry used. */
    max_credits: number;
  }[];
  /** Credits that new work could spend now. */
  current_balance: number;
  /** Credits missing if every retry is used. */
  deficit_at_max: number;
  /** Whether a start would be accepted, unless a run is active: nothing is missing and the balance is enough. */
  can_run: boolean;
  /** How the script files of the workflow are read. */
  readings: SourceReading[];
  /** What a start would be refused for, the balance and runs that are active apart. */
  problems: DefinitionProblem[];
  /** What the figures leave out or guess, and what would fail in the middle of the run, by node. */
  notes: {
    /** The node that it is about. */
    node_id: string;
    /** Machine-readable cause. */
    code: string;
    /** What is wrong, in one sentence. */
    message: string;
  }[];
}

/** One event of a run. */
export type RunEvent = RunStatusEvent | NodeStateEvent | LineCompletedEvent | LineFailedEvent | ProgressEvent;

/** A run failed. */
export interface RunFailedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'run.failed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the run. */
    run_id: string;
    /** The id of the workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** When it began; null before. */
    started_at: string | null;
    /** When it ended; null before. ISO 8601 in UTC. */
    completed_at: string;
    /** Credits settled. */
    credits: number;
    /** Lines of the run so far. */
    total_lines: number;
    /** Lines that were delivered. */
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines that have nothing to speak. */
    skipped_lines: number;
    /** Lines that failed. */
    failed_lines: number;
    /** Why it failed, in one sentence; null when it did not fail. */
    error: string | null;
    /** The error with its code and places; null when `error` is. */
    error_details: RunError | null;
  };
}

/** A run in a list. */
export interface RunListItem {
  /** The id. */
  id: string;
  /** How it stands. */
  status: RunStatus;
  /** Counts the runs of the workflow from 1. */
  run_number: number;
  /** How many nodes the definition has. */
  total_nodes: number;
  /** Visits of lines to nodes that are known to be needed. */
  total_steps: number;
  /** Visits of lines to nodes that are done. */
  finished_steps: number;
  /** Credits settled. */
  credits: number;
  /** What it used so far. */
  usage_summary: RunUsage;
  /** When it began; null before. */
  started_at: string | null;
  /** When it ended; null before. */
  completed_at: string | null;
  /** When a pause was asked for; null without one. */
  pause_requested_at: string | null;
  /** When it was paused; null while it is not. */
  paused_at: string | null;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** Whether the run has ended and has audio to download. A failed or cancelled run has what it delivered. */
  has_export: boolean;
  /** Who started it. */
  triggered_by: {
    /** The id of the user; null where it belongs to nobody. */
    user_id: string;
    /** What the user is called. */
    user_name: string;
  };
}

/** What a run delivers, per output node. */
export interface RunOutputs {
  /** The id of the run. */
  run_id: string;
  /** The status of the run. */
  run_status: RunStatus;
  /** Credits settled. */
  credits: number;
  /** The ports that lines leave by. */
  outputs: {
    /** The id of the node in the workflow. */
    node_id: string;
    /** The type of the node, such as `operator_generator`. */
    node_type: string;
    /** What people call it. */
    display_name: string;
    /** How it stands. */
    status: NodeStatus;
    /** The first 100 lines; run data has all. */
    lines: OutputLine[];
    /** How many lines there are. */
    line_count: number;
    /** Whether there are more than are shown. */
    truncated: boolean;
  }[];
}

/** Everything about one run at a glance. */
export interface RunOverview {
  /** The workflow. */
  workflow: {
    /** The id. */
    id: string;
    /** What people call it. */
    name: string;
  };
  /** The run. */
  run: {
    /** The id. */
    id: string;
    /** How it stands. */
    status: RunStatus;
    /** When it was made. ISO 8601 in UTC. */
    created_at: string;
    /** When it began; null before. */
    started_at: string | null;
    /** When it ended; null before. */
    completed_at: string | null;
    /** Whether the run has ended and has audio to download. A failed or cancelled run has what it delivered. */
    has_export: boolean;
    /** Why it failed, in one sentence; null when it did not fail. */
    error: string | null;
    /** The error with its code and places; null when `error` is. */
    error_details: RunError | null;
  };
  /** The definition at the start, and how its nodes stand. */
  workflow_snapshot: {
    /** The graph and its parameters. */
    definition: WorkflowDefinition;
    /** How each node stands. */
    node_states: NodeState[];
  };
  /** Figures of the run, in groups. */
  metric_sections: MetricSection[];
  /** How the run read its scripts; a source is in the list once it was read. */
  readings: SourceReading[];
  /** Delivered audio per locale. */
  audio_by_language: LanguageAudio[];
  /** What each validator said. */
  validators: ValidatorSummary[];
  /** What can be shown beyond this overview. */
  capabilities: {
    /** The verdicts behind a validator. */
    validator_drilldown: boolean;
    /** Whether the timing of a run can be followed. */
    live_trace_timing: boolean;
    /** Whether the figures are stored: true shortly after the run has ended. */
    persisted_aggregates: boolean;
  };
  /** Where more of the run will be found. */
  future_links: {
    /** The verdicts behind a validator. */
    validator_drilldown: string;
    /** Where the timing of a run can be followed. */
    live_trace: string;
  };
}

/** A worker took up the first work of a run. */
export interface RunStartedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'run.started';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the run. */
    run_id: string;
    /** The id of the workflow. */
    workflow_id: string;
    /** 1, 2, … within the workflow. */
    run_number: number;
    /** When it began; null before. ISO 8601 in UTC. */
    started_at: string;
  };
}

/** The status of a run; completed, failed and cancelled are final. */
export type RunStatus = 'pending' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** Runs of a workflow per status. */
export interface RunStatusCounts {
  /** Runs that have not begun. */
  pending: number;
  /** Runs that are at work. */
  running: number;
  /** Runs that are paused. */
  paused: number;
  /** Runs that ended well. */
  completed: number;
  /** Runs that failed. */
  failed: number;
  /** Runs that were cancelled. */
  cancelled: number;
}

/** The run changed its status. */
export interface RunStatusEvent {
  /** Grows within the run; send it back as `Last-Event-ID` to resume. */
  id: number;
  /** What it is. */
  type: 'run.status';
  /** The id of the run. */
  run_id: string;
  /** When it happened. ISO 8601 in UTC. */
  at: string;
  /** What happened, by the type of the event. */
  data: {
    /** How it stands. */
    status: RunStatus;
    /** The status before; null for the first. */
    previous_status: RunStatus | null;
    /** Why it failed, in one sentence; null when it did not fail. */
    error: string | null;
    /** The error with its code and places; null when `error` is. */
    error_details: RunError | null;
    /** Credits settled. */
    credits: number;
  };
}

/** One pass of a node in a run. */
export interface RunStep {
  /** The id. */
  id: string;
  /** The id of the node in the workflow. */
  node_id: string;
  /** The type of the node, such as `operator_generator`. */
  node_type: string;
  /** What the node is called. */
  node_display_name: string;
  /** How the pass ended. */
  status: NodeStatus;
  /** 0 for the first pass. */
  iteration: number;
  /** When it began; null before. */
  started_at: string | null;
  /** When it ended; null before. */
  completed_at: string | null;
  /** Counts of the pass; null unless `include_result` is true. */
  result: Record<string, unknown> | null;
  /** Whether the pass left a result. */
  has_result: boolean;
  /** Ports that lines left through. */
  active_ports: string[] | null;
  /** Why it failed, in one sentence; null when it did not fail. */
  error: string | null;
  /** The error with its code and places; null when `error` is. */
  error_details: RunError | null;
}

/** Counts and averages over the runs of a workflow. */
export interface RunSummary extends RunStatusCounts {
  /** How many runs there are. */
  total_runs: number;
  /** completed / (completed + failed + cancelled); null when no run has ended. */
  pass_rate: number | null;
  /** Mean of completed_at - started_at over completed runs; null without any. */
  average_duration_seconds: number | null;
}

/** What a run used so far, in all and per locale. */
export interface RunUsage {
  /** Unicode code points of the takes that were made; reused ones count nothing. */
  characters: number;
  /** Lines that entered the run, those too whose takes were reused, but no line whose translations took its place. Reports of usage count only lines that audio was made for. */
  lines: number;
  /** Audio of the takes that were made. */
  audio_ms: number;
  /** How often lines were spoken again. */
  retries: number;
  /** The same per locale code. */
  by_locale: Record<string, {
    /** Unicode code points of the takes that were made. */
    characters: number;
    /** How many lines there are. */
    lines: number;
    /** Length of the audio that was made. */
    audio_ms: number;
  }>;
}

/** A right of an API key, `<area>:<action>`. */
export type Scope = 'workflows:read' | 'workflows:run' | 'workflows:write' | 'voices:read' | 'voices:write' | 'dictionary:read' | 'dictionary:write' | 'uploads:write' | 'workspace:read' | 'templates:read' | 'catalog:read' | 'webhooks:write';

/** How a script was read. */
export interface ScriptReading {
  /** The extension of the file name; `txt` for text in the config. */
  format: string;
  /** The encoding of the text; null for formats that name their own. */
  encoding: string | null;
  /** Neither the file nor its bytes say which encoding it is. */
  encoding_guessed: boolean;
  /** A line for each script and locale. */
  line_count: number;
  /** Lines whose id is their position, because the file gives none. */
  generated_id_count: number;
  /** Columns of a table, or fields of JSON entries, that were read; at most 100. */
  columns_used: {
    /** The header, or the zero-based index without a header row. */
    column: string;
    /** What the column holds. */
    used_as: 'line_id' | 'script' | 'character_name' | 'locale' | 'notes' | 'direction' | 'max_duration_ms' | 'source_line_id';
    /** The locale of a script column. */
    locale_code?: string;
  }[];
  /** Columns that were not read; at most 100. */
  columns_unused: string[];
  /** Parts that hold something and make no line. */
  skipped_count: number;
  /** The first 50 of them. */
  skipped: {
    /** From 1: the spreadsheet row of a table, the text line of other formats. */
    row: number;
    /** Such as `broken_cue` or `metadata`. */
    code: string;
    /** What is wrong, in one sentence. */
    message: string;
  }[];
  /** Lines per locale, most lines first; at most 200. */
  locales: {
    /** Lowercase BCP-47 code of the language that is spoken. */
    locale_code: string;
    /** How many lines there are. */
    line_count: number;
  }[];
  /** Lines per character, most lines first; at most 200. null = lines without a character. */
  characters: {
    /** Who says the line; null where the script names nobody. */
    character_name: string | null;
    /** How many lines there are. */
    line_count: number;
  }[];
}

/** A voice and how much it sounds like another one. */
export interface SimilarVoice extends Voice {
  /** 1 = sounds the same; from measured features. From 0 to 1. */
  similarity_score: number;
}

/** Whether a slug can still be had. */
export interface SlugAvailability {
  /** The name as it stands in addresses. */
  slug: string;
  /** Whether it is free. */
  available: boolean;
}

/** How one file of a source was read. */
export interface SourceReading {
  /** The source. */
  node_id: string;
  /** null for text in the config. */
  upload_id: string | null;
  /** The name of the file. */
  filename: string | null;
  /** How the file was read. */
  reading: ScriptReading;
}

/** The id of a provider that speaks. */
export type SpeechProviderId = 'espeak' | 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax';

/** Overrides for this run alone. */
export interface StartRun {
  /** Replaces the script of the source. */
  script_text?: string;
  /** Lowercase BCP-47 code; input in any case. White space around it is removed. */
  source_language?: string;
  /** Laid over the parameters of the definition. */
  params?: ExecutionParams;
}

/** Where a run is to be delivered. */
export interface StartRunDelivery {
  /** The name of a delivery target of the workspace. */
  target: string;
  /** What this output node delivers; all of the run when left out. */
  node_id?: string;
}

/** The plan to subscribe to. */
export interface Subscribe {
  /** The id of the plan. */
  plan_id: string;
}

/** A paid plan of a user. */
export interface Subscription {
  /** The id. */
  id: string;
  /** The plan. */
  plan: Plan;
  /** How the subscription stands. */
  status: SubscriptionStatus;
  /** When the current period began. ISO 8601 in UTC. */
  current_period_start: string;
  /** When the current period ends. ISO 8601 in UTC. */
  current_period_end: string;
  /** Whether it ends with the current period. */
  cancel_at_period_end: boolean;
  /** When the cancellation was asked for. */
  canceled_at: string | null;
  /** The plan that follows at `scheduled_at`. */
  scheduled_plan: Plan | null;
  /** When the scheduled plan begins; null without one. */
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
  /** A signed address of the take; null when it is no longer stored. */
  playback_url: string | null;
  /** Null when the take is no longer stored, as for `model` and `voice`. */
  provider: string | null;
  /** The model of the provider; null where none is named. */
  model: string | null;
  /** Who speaks; null while nobody has. */
  voice: {
    /** The id of the voice. */
    voice_id: string;
    /** What people call it. */
    display_name: string;
    /** `unavailable` once the voice is gone or no longer offered. */
    status: Availability;
  } | null;
  /** What this run paid for the take; 0 for a reused one. */
  credits: number;
  /** What was changed after a check rejected an earlier take; `plain`: the same request again; null: the first take. */
  strategy: 'tempo' | 'seed' | 'sentences' | 'respelling' | 'model' | 'provider' | 'plain' | null;
  /** What the checks said of it. */
  verdicts: Verdict[];
}

/** A workflow to start from. */
export interface Template {
  /** The id. */
  id: string;
  /** What people call it. */
  name: string;
  /** The graph and its parameters. */
  definition: WorkflowDefinition;
  /** Comes with the service and is read-only. */
  is_starter: boolean;
  /** Visible in every workspace. */
  is_public: boolean;
  /** How often it was cloned. */
  uses_count: number;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description: string | null;
  /** What the template is for. */
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
  /** The id of the template. */
  template_id: string;
  /** Every line spoken once by each generator it comes to; null where a provider is not set up. */
  credits_per_1000_characters: number | null;
  /** The same with every retry used. */
  max_credits_per_1000_characters: number | null;
  /** One entry per generator of the template. */
  generators: {
    /** The id of the node in the workflow. */
    node_id: string;
    /** The id of the provider. */
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
  /** How it is written. */
  written: string;
  /** How it is said. */
  spoken: string;
  /** `markup`: left out, where it is not kept. */
  kind: 'number' | 'ordinal' | 'date' | 'time' | 'currency' | 'unit' | 'abbreviation' | 'acronym' | 'roman' | 'phone' | 'web' | 'symbol' | 'markup';
}

/** The fields to change; the others stay. */
export interface UpdateApiKey {
  /** null leaves it unchanged, as leaving it out does. */
  name?: string | null;
  /** What the key may do. */
  scopes?: Scope[];
  /** Requests a minute that the key may make; null = the default. */
  rate_limit_per_min?: number | null;
  /** False keeps the key from working until it is true again. */
  active?: boolean;
}

/** Another role. */
export interface UpdateMember {
  /** What the person may do. */
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
  /** null leaves it unchanged, as leaving it out does. */
  name?: string | null;
  /** null removes it. */
  description?: string | null;
  /** null removes it. */
  category?: TemplateCategory | null;
  /** Replaces the stored one in full; null is rejected. */
  definition?: WorkflowDefinitionInput;
}

/** The fields to change; the others stay. */
export interface UpdateWebhookEndpoint {
  /** A public https address. */
  url?: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description?: string | null;
  /** What is sent there. */
  events?: WebhookEventType[];
  /** True enables an endpoint again, however it was disabled. */
  active?: boolean;
}

/** The fields to change; the others stay. */
export interface UpdateWorkflow {
  /** null leaves it unchanged, as leaving it out does. */
  name?: string | null;
  /** null removes it. */
  description?: string | null;
  /** null leaves the definition unchanged. */
  definition?: WorkflowDefinitionInput | null;
}

/** The fields to change; the others stay. */
export interface UpdateWorkspace {
  /** null leaves it unchanged, as leaving it out does. */
  name?: string | null;
  /** The name as it stands in addresses. */
  slug?: string;
  /** The color that the workspace is shown in. From 0 to 6. */
  color_idx?: number;
  /** 0 = the best voice, 1 = the cheapest. From 0 to 1. */
  routing_price_sensitivity?: number;
  /** Whether routing may weigh how well a model suits the text. */
  routing_llm_fit?: boolean;
}

/** The settings to change; null takes one back. */
export interface UpdateWorkspaceSettings {
  /** The language that new scripts are offered in. */
  default_language?: string | null;
  /** The look of the user interface; null = not set. */
  theme?: 'light' | 'dark' | 'system' | null;
}

/** An uploaded file. */
export interface Upload {
  /** The id. */
  id: string;
  /** The id of the user; null where it belongs to nobody. */
  user_id: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** The name of the file. */
  filename: string;
  /** The group that it belongs to. */
  category: UploadCategory;
  /** Send the bytes with this Content-Type. */
  content_type: string;
  /** The extension of the file name. */
  format: string;
  /** How far the upload is. */
  status: 'pending' | 'confirmed';
  /** As announced, then as stored. */
  size_bytes: number | null;
  /** SHA-256 of the bytes, in hexadecimal. */
  checksum_sha256: string | null;
  /** Signed; null until confirmed. */
  download_url: string | null;
  /** What the upload belongs to. */
  context_type: 'workflow' | null;
  /** The id of what the upload belongs to. */
  context_id: string | null;
  /** Of scripts that can be read. Null while one of many large scripts waits to be counted. Always null for json, XLIFF and docx files over 8 MiB, and for docx files that unpack to a lot of text. */
  char_count: number | null;
  /** Of scripts that can be read; known together with `char_count`. */
  line_count: number | null;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
}

/** What an upload is for. */
export type UploadCategory = 'script' | 'audio' | 'dictionary';

/** The bytes of an upload arrived and were taken over. */
export interface UploadConfirmedNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'upload.confirmed';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the upload. */
    upload_id: string;
    /** The name of the file. */
    filename: string;
    /** The group that it belongs to. */
    category: UploadCategory;
    /** The size in bytes. */
    size_bytes: number;
    /** The id of the workflow. */
    workflow_id: string;
  };
}

/** An uploaded script as a run would read it. */
export interface UploadScript {
  /** The id of the upload. */
  upload_id: string;
  /** The name of the file. */
  filename: string;
  /** How the file is read. */
  reading: ScriptReading;
  /** The first 50 lines. */
  lines: {
    /** The stable id of the line. */
    line_id: string;
    /** The line that this one was translated from; null for a line of the script. */
    source_line_id: string | null;
    /** From 1, as in `reading.skipped`. */
    row: number;
    /** Lowercase BCP-47 code of the language that is spoken. */
    locale_code: string;
    /** Who says the line; null where the script names nobody. */
    character_name: string | null;
    /** The text of the line. */
    script: string;
    /** Notes for people. */
    notes: string | null;
    /** How the line is to be said, for people. */
    direction: string | null;
    /** How long its audio may be. */
    max_duration_ms: number | null;
    /** Where it starts, in formats with times. */
    start_ms: number | null;
  }[];
}

/** What was used in one bar of an activity chart. */
export interface UsageBucket {
  /** `Nov 21`, for weeks their Monday, for months `Nov 2026`. */
  label: string;
  /** When it begins. ISO 8601 in UTC. */
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
  /** The IANA time zone in which days begin. */
  timezone: string;
  /** The days that the report is about. */
  period: UsagePeriod;
  /** The tab of the activity chart. */
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

/** The bucket with the most credits. */
export interface UsagePeak extends UsageBucket {
  /** The credits of the bucket. */
  value: number;
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
  /** How many days the report looks back. */
  range: UsageRange;
  /** The tab of the activity chart. */
  activity_view: ActivityView;
  /** The IANA time zone in which days begin. */
  timezone: string;
  /** Of every figure but `activity`, which has its own. */
  period: UsagePeriod;
  /** Credits settled. */
  credits: {
    /** Credits settled in the period, the same as in the ledger. */
    used: number;
    /** What the plan of the owner grants a month, for all workspaces of theirs; null where it is unlimited. */
    quota: number | null;
    /** 100 x used / quota, rounded to 4 decimals. More than 100 is possible over several months. Null without a quota. */
    percent: number | null;
  };
  /** Unicode code points of the takes that were made. */
  characters: {
    /** How many there are in all. */
    total: number;
  };
  /** How many lines there are. */
  lines: {
    /** How many there are in all. */
    total: number;
    /** Characters of all takes of a line, retries included, on average; null without lines. */
    avg_chars_per_line: number | null;
  };
  /** Runs that were created in the period, by what they are now. */
  runs: {
    /** How many there are in all. */
    total: number;
    /** Runs that ended well. */
    completed: number;
    /** Runs that failed. */
    failed: number;
    /** Runs that were cancelled. */
    cancelled: number;
    /** Runs that are at work. */
    running: number;
    /** Runs that have not begun. */
    pending: number;
    /** Runs that are paused. */
    paused: number;
  };
  /** The bars of the chart, oldest first. */
  activity: {
    /** The tab of the activity chart. */
    view: ActivityView;
    /** How long one bar of the chart is. */
    bucket_unit: 'day' | 'week' | 'month';
    /** Such as `Last 12 weeks`. */
    range_label: string;
    /** Oldest first, without gaps. */
    buckets: UsageBucket[];
    /** Credits of all buckets. */
    total: number;
    /** Credits a bucket on average, empty ones included. */
    avg: number;
    /** The bucket with the most credits, the first of equals; null without any. */
    peak: UsagePeak | null;
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
  /** The id of the node in the workflow. */
  node_id: string;
  /** What the validator measures. */
  kind: ValidatorKind;
  /** What people call it. */
  label: string;
  /** Whether the validator could measure. */
  status: Availability;
  /** Mean score of the takes that were scored; null without any. */
  avg_score: number | null;
  /** Share of the takes that passed, from 0 to 1; null without any. */
  pass_rate: number | null;
  /** Takes that passed. */
  pass_count: number;
  /** Takes that were refused. */
  fail_count: number;
  /** How often it sent a line back. */
  retry_count: number;
  /** Why, where it needs saying; null otherwise. */
  reason: string | null;
}

/** One validator's judgment of one take. */
export interface Verdict {
  /** What the validator measures. */
  kind: ValidatorKind;
  /** What people call the check. */
  label: string;
  /** From 0 to 100; null where nothing could be measured. */
  score: number | null;
  /** The judgment; unscored when nothing could be measured. */
  status: VerdictStatus;
  /** Why, where it needs saying; null otherwise. */
  reason: string | null;
  /** The least score that passes; null without one. */
  threshold: number | null;
  /** The line went on although it failed: its retries were used up. */
  exhausted: boolean;
  /** Word error rate. */
  wer: number | null;
  /** Character error rate. */
  cer: number | null;
  /** What was heard; null where nobody listened. */
  transcript: string | null;
  /** What the score was taken from, such as `audio`. */
  scored_on: string | null;
  /** Who listened or scored; null where the service did itself. */
  provider: string | null;
  /** The model that listened or scored; null where none is known. */
  model: string | null;
  /** The score where what sounds the same is no error; null where sounds were not compared. */
  phonetic_score: number | null;
  /** The script and what was heard, stretch by stretch; for `pronunciation` the words of the dictionary alone. */
  diff: WordDiff[];
  /** The numbers behind the score; empty where none were kept. */
  evidence: Evidence[];
}

/** The judgment; unscored when nothing could be measured. */
export type VerdictStatus = 'pass' | 'fail' | 'unscored';

/** A voice that can speak lines. */
export interface Voice {
  /** The id. */
  id: string;
  /** What people call it. */
  name: string;
  /** The id of the provider. */
  provider: SpeechProviderId;
  /** The id of the voice at its provider. */
  provider_voice_id: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description: string | null;
  /** Whether runs may use it. */
  is_active: boolean;
  /** How the voice sounds. */
  gender: VoiceGender | null;
  /** The accent that is heard. */
  accent: VoiceAccent | null;
  /** How old the voice sounds. */
  age: VoiceAge | null;
  /** The group that it belongs to. */
  category: VoiceCategory | null;
  /** The color it is shown in. */
  color: string | null;
  /** Words to find it by. */
  tags: string[];
  /** The voice in a few words. */
  descriptor: string | null;
  /** How many workflows have used it. */
  uses_count: number;
  /** The id of the user; null where it belongs to nobody. */
  user_id: string | null;
  /** Where it comes from. */
  source: VoiceSource;
  /** Of its recording or sample. */
  duration_seconds: number | null;
  /** Leads to a sample for callers that may read the voice; null where there is none. */
  sample_url: string | null;
  /** Lowercase BCP-47 codes. */
  supported_languages: string[];
  /** Models that can speak with it; null = all. */
  supported_models: string[] | null;
  /** `draft`: good for drafts, timing and tests, not for delivery; null where nothing is known. */
  quality: 'draft' | null;
  /** Of the workspace. */
  is_favorite: boolean;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
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
  /** How many voices have each value. */
  source: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  gender: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  age: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  category: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  accent: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  provider: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  model: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** How many voices have each value. */
  language: {
    /** The value. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
}

/** The gender that a voice is heard as. */
export type VoiceGender = 'male' | 'female' | 'neutral';

/** Where a voice comes from. */
export type VoiceSource = 'platform' | 'recorded' | 'uploaded';

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** The id. */
  id: string;
  /** The id of the webhook endpoint. */
  endpoint_id: string;
  /** What is sent: the body of the delivery. */
  event: WebhookEvent;
  /** `pending` until an answer of 2xx came, or no further try follows. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Tries begun. */
  attempts: number;
  /** Null when no further try follows. */
  next_attempt_at: string | null;
  /** When it was tried last; null before the first try. */
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
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
}

/** A receiver of events, without its secret. */
export interface WebhookEndpoint {
  /** The id. */
  id: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** The id of the user who made it. */
  created_by: string;
  /** Where events are sent. */
  url: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description: string | null;
  /** What is sent there. */
  events: WebhookEventType[];
  /** False: nothing is sent there. */
  active: boolean;
  /** When nothing was sent there any more; null while it is enabled. */
  disabled_at: string | null;
  /** By a person, by a 410 answer, or because nothing arrived for about a day. */
  disabled_reason: 'manual' | 'gone' | 'failures' | null;
  /** Since when every try has failed; null while they arrive. */
  failing_since: string | null;
  /** After a rotation: until when deliveries are signed with the old secret as well. */
  previous_secret_expires_at: string | null;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
}

/** The body of a delivery of an outgoing webhook. */
export type WebhookEvent = RunStartedNotice | RunCompletedNotice | RunFailedNotice | RunCancelledNotice | UploadConfirmedNotice | DeliveryCompletedNotice | DeliveryFailedNotice | CreditsLowNotice | WebhookTestNotice;

/** An event that an endpoint can ask for. */
export type WebhookEventType = 'run.started' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'upload.confirmed' | 'delivery.completed' | 'delivery.failed' | 'credits.low';

/** Sent on request, to try an endpoint. */
export interface WebhookTestNotice {
  /** Also the `webhook-id` header: the same for every delivery of the event. */
  id: string;
  /** What it is. */
  type: 'webhook.test';
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string;
  /** The id of the workspace. */
  workspace_id: string;
  /** What happened, by the type of the event. */
  data: {
    /** The id of the webhook endpoint. */
    endpoint_id: string;
  };
}

/** Who calls, as the service sees it. */
export interface Whoami {
  /** What the caller showed: a token or an API key. */
  auth_kind: 'jwt' | 'api_key';
  /** The id of the user; null where it belongs to nobody. */
  user_id: string;
  /** The workspace of the key; for a token the personal one. */
  workspace_id: string | null;
  /** The id of the API key; null for a token. */
  api_key_id: string | null;
  /** Of the key; a token has all. */
  scopes: Scope[];
}

/** A stretch of a script and what was heard in its place. */
export interface WordDiff {
  /** `alike` is written otherwise and sounds the same; `insert` was heard and is not in the script. */
  op: 'match' | 'alike' | 'substitute' | 'insert' | 'delete';
  /** The words of the script; empty for `insert`. */
  script: string;
  /** The words that were heard; empty for `delete`. */
  heard: string;
  /** Where in the audio; null where the recognizer gave no times. */
  start_ms: number | null;
  /** Where in the audio it ends; null where the recognizer gave no times. */
  end_ms: number | null;
}

/** A workflow: what turns a script into audio. */
export interface Workflow extends WorkflowListItem {
  /** The graph and its parameters. */
  definition: WorkflowDefinition;
}

/** What a workflow does: nodes, edges and how it runs. */
export interface WorkflowDefinition {
  /** Unknown fields, such as the viewport of an editor, are kept. */
  graph: {
    /** The nodes of the graph. */
    nodes: WorkflowNode[];
    /** The connections of the nodes. */
    edges: WorkflowEdge[];
    [key: string]: unknown;
  };
  /** How runs of it are executed. */
  execution: {
    /** Node ids in the order they run; empty = computed from the edges. */
    steps: string[];
    /** The parameters. */
    params: ExecutionParams;
    [key: string]: unknown;
  };
}

/** What a workflow does; every part may be left out. */
export interface WorkflowDefinitionInput {
  /** Nodes and the edges between them. */
  graph?: {
    /** The nodes of the graph. */
    nodes?: WorkflowNodeInput[];
    /** The connections of the nodes. */
    edges?: WorkflowEdge[];
    [key: string]: unknown;
  };
  /** How runs of it are executed. */
  execution?: {
    /** Node ids in order; empty = computed from the edges. */
    steps?: string[];
    /** The parameters. */
    params?: ExecutionParams;
    [key: string]: unknown;
  };
}

/** A connection of two ports; unknown fields are kept. */
export interface WorkflowEdge {
  /** The id. */
  id: string;
  /** Node the lines come from. */
  source: string;
  /** The port of the source node. */
  sourcePort: string;
  /** Node the lines go to. */
  target: string;
  /** The port of the target node. */
  targetPort: string;
  [key: string]: unknown;
}

/** A workflow in a list, without its definition. */
export interface WorkflowListItem {
  /** The id. */
  id: string;
  /** The id of the user; null where it belongs to nobody. */
  user_id: string;
  /** What people call it. */
  name: string;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
  /** What it is for, in the words of whoever made it; null without any. */
  description: string | null;
  /** How many runs the workflow has had. */
  runs_count: number;
  /** When the newest run was created; null without any. */
  last_run_at: string | null;
  /** The status of the newest run; null without any. */
  last_run_status: RunStatus | null;
  /** Runs of the workflow by status. */
  run_status_counts: RunStatusCounts;
}

/** A node of a workflow; unknown fields are kept. */
export interface WorkflowNode {
  /** The id. */
  id: string;
  /** A node type, such as `source_script`. */
  type: string;
  /** What people call it. */
  name?: string;
  /** Where the node stands on the canvas. */
  position: {
    /** To the right, in pixels of the canvas. From -1000000000 to 1000000000. */
    x: number;
    /** Downwards, in pixels of the canvas. From -1000000000 to 1000000000. */
    y: number;
  };
  /** The settings of the node, as its type describes them. */
  config: Record<string, unknown>;
  /** The version of the node type that the config was written for. */
  config_version: number;
  [key: string]: unknown;
}

/** A node of a workflow; unknown fields are kept. */
export interface WorkflowNodeInput {
  /** The id. */
  id: string;
  /** A node type, such as `source_script`. */
  type: string;
  /** What people call it. White space around it is removed. */
  name?: string;
  /** Where the node stands on the canvas. */
  position?: {
    /** To the right, in pixels of the canvas. From -1000000000 to 1000000000. */
    x: number;
    /** Downwards, in pixels of the canvas. From -1000000000 to 1000000000. */
    y: number;
  };
  /** Left out fields take their defaults. */
  config?: Record<string, unknown>;
  /** The current version when left out. */
  config_version?: number;
  [key: string]: unknown;
}

/** What workflows, keys, uploads and members belong to. */
export interface Workspace {
  /** The id. */
  id: string;
  /** What people call it. */
  name: string;
  /** The name as it stands in addresses. */
  slug: string;
  /** The color that the workspace is shown in. From 0 to 6. */
  color_idx: number;
  /** The owner, whose plan sets limits and credits. */
  created_by: string;
  /** When it was made. ISO 8601 in UTC. */
  created_at: string;
  /** When it was changed last. ISO 8601 in UTC. */
  updated_at: string;
  /** 0 = the best voice, 1 = the cheapest. From 0 to 1. */
  routing_price_sensitivity: number;
  /** Whether routing may weigh how well a model suits the text. */
  routing_llm_fit: boolean;
}

/** What members share in their user interface. */
export interface WorkspaceSettings {
  /** The language that new scripts are offered in. */
  default_language: string | null;
  /** The look of the user interface; null = not set. */
  theme: 'light' | 'dark' | 'system' | null;
}

/** Query of any list with cursors. */
export interface PageQuery {
  /** Items to skip, 0 when left out. Not together with `cursor`. From 0 to 10000. */
  offset?: number;
  /** Opaque; from `pagination.next` or `prev`. One of these URLs as a whole is accepted, too. */
  cursor?: string;
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
}

/** Query of `api_keys.list`. */
export interface ApiKeysListQuery extends PageQuery {
  /** Items a page. From 1 to 100. Default 50. */
  limit?: number;
  /** Only those that stand so. Default 'active'. */
  status?: 'active' | 'revoked' | 'all';
}

/** Query of `workspaces.list`. */
export type WorkspacesListQuery = PageQuery;

/** Query of `workspaces.slug_available`. */
export interface WorkspacesSlugAvailableQuery {
  /** The slug to ask about. */
  slug: string;
}

/** Query of `users.list_invoices`. */
export interface UsersListInvoicesQuery {
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
  /** The id of the last invoice of the page before. */
  starting_after?: string;
}

/** Query of `templates.list`. */
export interface TemplatesListQuery extends PageQuery {
  /** Only those of this group. */
  category?: TemplateCategory | TemplateCategory[];
  /** Part of the name or the description. White space around it is removed. */
  search?: string;
  /** Newest first, most cloned first, or by name. Default 'recent'. */
  sort?: 'recent' | 'popular' | 'name';
  /** Only favorites of the calling user. Default false. */
  favorites_only?: boolean;
}

/** Query of `templates.mine`. */
export type TemplatesMineQuery = TemplatesListQuery;

/** Query of `workflows.list`. */
export interface WorkflowsListQuery extends PageQuery {
  /** Status of the latest run; draft = no run. */
  status?: 'draft' | 'running' | 'completed' | 'failed' | 'paused';
  /** Part of the name or the description. White space around it is removed. */
  search?: string;
  /** What the list is ordered by. */
  sort?: 'name' | 'updated_at' | 'runs_count' | ('name' | 'updated_at' | 'runs_count')[];
  /** Which end of the order comes first. */
  order?: 'asc' | 'desc' | ('asc' | 'desc')[];
  /** Only workflows whose newest run is not older. ISO 8601 in UTC. */
  last_run_after?: string;
  /** Only workflows whose newest run is older. ISO 8601 in UTC. */
  last_run_before?: string;
  /** Only workflows that have, or have not, had a failed run. */
  has_failed_run?: boolean;
}

/** Query of `workflows.name_availability`. */
export interface WorkflowsNameAvailabilityQuery {
  /** The name to ask about. White space around it is removed. */
  name: string;
  /** A workflow to leave out. */
  exclude_id?: string;
}

/** Query of `workflows.uploads`. */
export type WorkflowsUploadsQuery = PageQuery;

/** Query of `runs.list`. */
export interface RunsListQuery extends PageQuery {
  /** Statuses, separated by commas. */
  status?: string;
  /** Part of the name of who started the run. White space around it is removed. */
  search?: string;
  /** What the list is ordered by. Default 'created_at'. */
  sort?: 'created_at' | 'started_at' | 'completed_at' | 'status';
  /** Which end of the order comes first. Default 'desc'. */
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
  /** Whether the results of the passes are there too. Default false. */
  include_result?: boolean;
  /** The type of the node, such as `source_script`. */
  node_type?: string;
  /** The id of the node in the workflow. */
  node_id?: string;
}

/** Query of `runs.data`. */
export interface RunsDataQuery extends PageQuery {
  /** Part of the script, the line id or the character. White space around it is removed. */
  search?: string;
  /** Only cards of this locale; `total` does not change. White space around it is removed. */
  language?: string;
  /** Whether lines that a check dropped are there too. Default false. */
  include_dropped?: boolean;
}

/** Query of `runs.download`. */
export interface RunsDownloadQuery {
  /** files = JSON lines, one per audio file: its path, address, size and checksum; pickups = the lines that need a new take or an ear, with the reasons, as a csv that reads as a script, or as JSON. Default 'zip'. */
  format?: 'zip' | 'files' | 'pickups' | 'pickups-json';
}

/** Query of `runs.download_node`. */
export type RunsDownloadNodeQuery = RunsDownloadQuery;

/** Query of `runs.script`. */
export interface RunsScriptQuery {
  /** XLIFF 2.0 holds one source language and one target language, the others any number. Default 'csv'. */
  format?: 'csv' | 'xliff-1.2' | 'xliff-2.0';
  /** Only sources and their translations into this locale. White space around it is removed. */
  language?: string;
}

/** Query of `uploads.script`. */
export interface UploadsScriptQuery {
  /** Whether the first row of a csv file names the columns. Default true. */
  csv_has_header?: boolean;
  /** `character_name`: a csv file must have a column that names the speaker. */
  csv_column?: 'character_name';
  /** The column of ids: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.line_id'?: string;
  /** The column of what is spoken: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.script'?: string;
  /** The column of speakers: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.character_name'?: string;
  /** The column of locales: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.locale'?: string;
  /** The column of notes: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.notes'?: string;
  /** The column of directions: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.direction'?: string;
  /** The column of longest durations: a header, or a zero-based index where `csv_has_header` is false. */
  'columns.max_duration_ms'?: string;
  /** The locale of lines that name none; without it, it is detected. White space around it is removed. */
  source_language?: string;
}

/** Query of `voices.list`. */
export interface VoicesListQuery extends PageQuery {
  /** Only favorites of the caller. Default false. */
  favorites_only?: boolean;
  /** Only those that come from there. */
  source?: VoiceSource | VoiceSource[];
  /** Only voices that sound like one of these. */
  gender?: VoiceGender | VoiceGender[];
  /** Only voices that sound of one of these ages. */
  age?: VoiceAge | VoiceAge[];
  /** Only those of this group. */
  category?: VoiceCategory | VoiceCategory[];
  /** Only voices with one of these accents. */
  accent?: VoiceAccent | VoiceAccent[];
  /** The id of the provider. */
  provider?: SpeechProviderId | SpeechProviderId[];
  /** The model of the provider. */
  model?: string | string[];
  /** Voices that declare no locale never match. */
  language?: string | string[];
  /** Words that the name or the description has. */
  search?: string;
  /** By name when left out. Repeat it for several keys. */
  sort?: 'name' | 'created_at' | 'uses_count' | ('name' | 'created_at' | 'uses_count')[];
  /** One for each `sort`, by position; asc when left out. */
  order?: 'asc' | 'desc' | ('asc' | 'desc')[];
}

/** Query of `voices.facets`. */
export interface VoicesFacetsQuery {
  /** Only favorites of the caller. Default false. */
  favorites_only?: boolean;
  /** Only those that come from there. */
  source?: VoiceSource | VoiceSource[];
  /** Only voices that sound like one of these. */
  gender?: VoiceGender | VoiceGender[];
  /** Only voices that sound of one of these ages. */
  age?: VoiceAge | VoiceAge[];
  /** Only those of this group. */
  category?: VoiceCategory | VoiceCategory[];
  /** Only voices with one of these accents. */
  accent?: VoiceAccent | VoiceAccent[];
  /** The id of the provider. */
  provider?: SpeechProviderId | SpeechProviderId[];
  /** The model of the provider. */
  model?: string | string[];
  /** Voices that declare no locale never match. */
  language?: string | string[];
  /** Words that the name or the description has. */
  search?: string;
}

/** Query of `voices.similar`. */
export interface VoicesSimilarQuery {
  /** The most items of the answer. From 1 to 50. Default 10. */
  limit?: number;
  /** Voices that declare no locale never match. */
  language?: string | string[];
}

/** Query of `dictionary.list`. */
export interface DictionaryListQuery extends PageQuery {
  /** `en` also finds `en-us`. */
  language?: string | string[];
  /** Only entries that are written down in this way. */
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `dictionary.search`. */
export interface DictionarySearchQuery extends PageQuery {
  /** A part of the word or of its pronunciation, in any case. White space around it is removed. */
  q: string;
  /** `en` also finds `en-us`. */
  language?: string | string[];
  /** Only entries that are written down in this way. */
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `providers.list`. */
export type ProvidersListQuery = PageQuery;

/** Query of `providers.models`. */
export type ProvidersModelsQuery = PageQuery;

/** Query of `providers.voices`. */
export type ProvidersVoicesQuery = PageQuery;

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
export interface UsageActivityQuery extends PageQuery {
  /** How many local days the report looks back. Default '30d'. */
  range?: UsageRange;
  /** Only these actions. */
  type?: ActivityAction | ActivityAction[];
  /** Only what this user did. */
  user_id?: string;
}

/** Query of `billing.list_plans`. */
export interface BillingListPlansQuery {
  /** The page, from 1. From 1 to 1000. Default 1. */
  page?: number;
  /** Items a page. From 1 to 100. Default 20. */
  limit?: number;
}

/** Query of `webhook_endpoints.list`. */
export type WebhookEndpointsListQuery = PageQuery;

/** Query of `webhook_endpoints.deliveries`. */
export type WebhookEndpointsDeliveriesQuery = PageQuery;

/** Query of `deliveries.list`. */
export type DeliveriesListQuery = PageQuery;

/** The HTTP status of each error code. */
export interface ErrorStatuses {
  /** The request cannot be read: the body is not JSON. */
  BAD_REQUEST: 400;
  /** There is no credential, or the token does not verify. */
  UNAUTHENTICATED: 401;
  /** The API key is unknown, revoked, inactive, or of a reserved type. */
  INVALID_API_KEY: 401;
  /** The estimate's minimum exceeds the balance of the workspace owner. */
  INSUFFICIENT_CREDITS: 402;
  /** The upload does not fit into the storage allowance. */
  STORAGE_LIMIT_EXCEEDED: 402;
  /** A countable limit of the plan is used up. */
  PLAN_LIMIT_REACHED: 402;
  /** The payment was declined, or there is no payment method. */
  PAYMENT_REQUIRED: 402;
  /** The role is too low, the caller is not the owner, or this kind of credential is not accepted. */
  FORBIDDEN: 403;
  /** The API key lacks the operation's scope. */
  INSUFFICIENT_SCOPE: 403;
  /** The plan does not include this feature. */
  FEATURE_NOT_IN_PLAN: 403;
  /** The resource is missing, deleted, or not visible to the caller. */
  NOT_FOUND: 404;
  /** The path exists, the method does not. */
  METHOD_NOT_ALLOWED: 405;
  /** The state of the resource does not allow this. */
  CONFLICT: 409;
  /** The workflow has a run that has not ended. */
  RUN_ALREADY_ACTIVE: 409;
  /** The plan allows no further concurrent run. */
  CONCURRENT_RUN_LIMIT: 409;
  /** Another workspace has this slug. */
  WORKSPACE_SLUG_TAKEN: 409;
  /** The person is a member of the workspace already. */
  ALREADY_MEMBER: 409;
  /** An invite for this address is open already. */
  INVITE_PENDING: 409;
  /** Another resource has this name. */
  NAME_TAKEN: 409;
  /** The first request with this Idempotency-Key is still running. */
  IDEMPOTENCY_IN_PROGRESS: 409;
  /** The invite was accepted or revoked, or has expired. */
  INVITE_GONE: 410;
  /** If-Match does not name the current version. */
  PRECONDITION_FAILED: 412;
  /** The body is larger than 16 MiB where it carries a definition, or than 4 MiB elsewhere. */
  PAYLOAD_TOO_LARGE: 413;
  /** The body is not application/json. */
  UNSUPPORTED_MEDIA_TYPE: 415;
  /** The input breaks a rule of its schema; details list every fault with its field. */
  VALIDATION_ERROR: 422;
  /** This Idempotency-Key was used for a different request. */
  IDEMPOTENCY_KEY_REUSED: 422;
  /** Too many requests; Retry-After says when to come back. */
  RATE_LIMITED: 429;
  /** The service failed; quote the request id when you report it. */
  SERVER_ERROR: 500;
  /** A part of the service or a partner is away; Retry-After says when to come back. */
  UNAVAILABLE: 503;
}

/** The id of a provider that writes down what it hears. */
export type TranscriptionProviderId = 'openai_compatible' | 'elevenlabs' | 'deepgram';

/** The id of a provider that translates. */
export type TranslationProviderId = 'openai_compatible' | 'google' | 'deepl' | 'anthropic';

/** Config of a `source_script` node (Script). Every field may be left out. */
export type SourceScriptConfig = {
  /** Where the lines come from. Default 'text'. */
  input_type?: 'text' | 'file' | 'media';
  /** The script for `text`: one line per non-empty line. Default ''. */
  text?: string;
  /** Confirmed uploads for `file` and `media`. */
  upload_ids?: string[];
  /** `character_name`: csv files have a column of this name, or of an alias of it, that names the speaker; a file without one cannot start. null: the column of speakers is detected. */
  csv_column?: 'character_name' | null;
  /** Whether the first row of csv files names the columns. Default true. */
  csv_has_header?: boolean;
  /** Columns of csv files: headers, or zero-based indexes where the file has no header row. What is left out is detected. */
  columns?: {
    /** The id of a line. */
    line_id?: string | number;
    /** What is spoken. */
    script?: string | number;
    /** Who speaks. */
    character_name?: string | number;
    /** The locale of a line. */
    locale?: string | number;
    /** Notes for people. */
    notes?: string | number;
    /** How a line is to be said, for people. It changes nothing that is spoken. */
    direction?: string | number;
    /** How long a line may be. Milliseconds, where neither the header nor the cell names a unit. */
    max_duration_ms?: string | number;
  };
  /** Locale of lines that name none; null = detected. */
  source_language?: string | null;
  /** Who writes `media` down; null = the first one that the workspace has a key for. */
  transcription_provider?: TranscriptionProviderId | null;
  /** null = the provider's default model. */
  transcription_model?: string | null;
};

/** Config of a `source_audio` node (Recordings). Every field may be left out. */
export type SourceAudioConfig = {
  /** Confirmed uploads of the category `audio`: one line each. */
  upload_ids?: string[];
  /** A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one. */
  list_upload_id?: string | null;
  /** File name -> what is said in it, where no list says so. */
  scripts?: Record<string, string>;
  /** Locale of files that neither the list nor their name gives one; null = detected from the script. */
  source_language?: string | null;
};

/** Config of a `operator_translator` node (Translator). Every field may be left out. */
export type OperatorTranslatorConfig = {
  /** Every line is translated into each of them, unless the script has it there already. */
  target_languages?: string[];
  /** Who translates. null = nobody: only translations of the script and of the memory are taken. */
  provider?: TranslationProviderId | null;
  /** null = the provider's default model. */
  model?: string | null;
  /** pseudo: accents and about 30 % more text instead of a translation, to try a workflow with. Default 'translate'. */
  mode?: 'translate' | 'pseudo';
  /** Whether lines go on in their own language too. If not, their translations take their place. Default false. */
  keep_source?: boolean;
  /** Terms and what they are called; an answer without them is refused. */
  glossary?: {
    /** The term as scripts have it; capital letters are not told apart. White space around it is removed. */
    source: string;
    /** Locale code -> the term there, a bare language for all of its locales. null = it stays as it is. */
    target?: Record<string, string> | null;
  }[];
  /** How people are addressed, where the language and the provider know a difference. Default 'default'. */
  formality?: 'default' | 'formal' | 'informal';
  /** What a translator should know: audience, tone, story. Only language models read it. Default ''. */
  instructions?: string;
  /** Lines before and after that are shown for context, where the provider reads them. From 0 to 20. Default 3. */
  context_lines?: number;
  /** How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice. From 1 to 5. Default 2. */
  max_length_ratio?: number;
  /** Take what the workspace has translated before, without asking anybody. Default true. */
  reuse_translations?: boolean;
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
    /** Whose voice it is; left out, the generator's provider. */
    provider?: SpeechProviderId;
    /** Left out, the generator's where the provider is the same. */
    model?: string;
    /** Locale code -> voice with a provider, model, speed and pitch of its own. */
    by_locale?: Record<string, {
      voice_id: string;
      provider?: SpeechProviderId;
      model?: string;
      /** From 0.5 to 2. */
      speed?: number;
      /** From -12 to 12. */
      pitch?: number;
    }>;
  }>;
  /** A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it. */
  casting_upload_id?: string | null;
  /** Who speaks, chosen by price and quality. */
  routing?: {
    /** `auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone. Default 'off'. */
    mode?: 'off' | 'auto';
    /** Among whom is chosen; empty = all that the workspace can speak with. */
    candidates?: {
      provider: SpeechProviderId;
      /** Left out, every model of the provider. */
      model?: string;
      /** What you pay, where no price is known or yours is another. From 0 to 1000. */
      usd_per_1000_characters?: number;
      /** 1 = robotic, 4 = the best there is; your own judgment. From 1 to 4. */
      quality?: number;
    }[];
  };
  /** 1 = as the voice speaks. From 0.5 to 2. Default 1. */
  speed?: number;
  /** Semitones. From -12 to 12. Default 0. */
  pitch?: number;
  /** Take the stored take of the same text and voice, free. Default true. */
  reuse_takes?: boolean;
  /** Let checks ask for new takes of lines whose retries were used up in an earlier run, and ask the provider for lines that the fallback spoke. Default false. */
  respeak?: boolean;
  /** Calls at once; null = automatic. */
  concurrency?: number | null;
  /** Asked when the provider is away. Its takes are reused like those of the provider. */
  fallback_provider?: SpeechProviderId | null;
  /** What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named. */
  retry_ladder?: ('tempo' | 'seed' | 'sentences' | 'respelling' | 'model' | 'provider')[];
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
  /** ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file. Default 'preset'. */
  format?: 'wav' | 'mp3' | 'ogg' | 'opus' | 'flac' | 'mulaw' | 'alaw' | 'preset';
  /** For mp3 and ogg; null = automatic. Default 'preset'. */
  bitrate_kbps?: number | null | 'preset';
  /** How much faster a line may be made to fit its max_duration_ms; 0 = it isn't. From 0 to 30. Default 0. */
  max_stretch_percent?: number;
};

/** Config of a `validator_error_rate` node (Word accuracy check). Every field may be left out. */
export type ValidatorErrorRateConfig = {
  /** The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Who writes down what is heard; null = the first one that the workspace has a key for. */
  provider?: TranscriptionProviderId | null;
  /** Who of the provider listens; null = the provider's default model. */
  model?: string | null;
  /** line = the provider is told the line's language; detect = it finds out. Default 'line'. */
  language?: 'line' | 'detect';
  /** Takes that are sent to be written down at once; null = automatic. */
  concurrency?: number | null;
  /** Whether what is written otherwise and sounds the same is no error. Default true. */
  phonetic?: boolean;
};

/** Config of a `validator_naturalness` node (Naturalness check). Every field may be left out. */
export type ValidatorNaturalnessConfig = {
  /** The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Takes that are sent to be scored at once; null = automatic. */
  concurrency?: number | null;
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

/** Config of a `validator_pronunciation` node (Pronunciation check). Every field may be left out. */
export type ValidatorPronunciationConfig = {
  /** The least score that passes, 0-100: the share of the dictionary's words that are said right. From 0 to 100. Default 85. */
  threshold?: number;
  /** How often a failed line may come back. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Who writes down what is heard; null = the first one that the workspace has a key for. */
  provider?: TranscriptionProviderId | null;
  /** Who of the provider listens; null = the provider's default model. */
  model?: string | null;
  /** line = the provider is told the line's language; detect = it finds out. Default 'line'. */
  language?: 'line' | 'detect';
  /** Takes that are sent to be written down at once; null = automatic. */
  concurrency?: number | null;
};

/** Config of a `sink_preview` node (Delivery). Every field may be left out. */
export type SinkPreviewConfig = {
  /** Path of each audio file in the export. Default '{locale}/{character}/{line_id}.{ext}'. */
  file_pattern?: string;
  /** null = as it arrives. */
  format?: 'wav' | 'mp3' | 'ogg' | 'opus' | 'flac' | 'mulaw' | 'alaw' | null;
  /** Add manifest.csv and manifest.json. Default true. */
  manifest?: boolean;
  /** Which subtitles are added, for each locale. */
  subtitles?: ('srt' | 'vtt')[];
  /** word = short cues cut where the voice is; the VTT also tells when each word is said. Default 'line'. */
  subtitle_timing?: 'line' | 'word';
  /** Add report.html, a page to listen, judge and compare. Default true. */
  report?: boolean;
  /** A delivery target of the workspace that the files are sent to when the run completes. A run that fails or is cancelled is sent on request only. */
  delivery_target?: string | null;
};

/** The config of each node type. */
export interface NodeConfigs {
  /** Reads a script from text or files, one line per sentence, row or cue. */
  source_script: SourceScriptConfig;
  /** Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered. */
  source_audio: SourceAudioConfig;
  /** Turns every line into one line for each target language, and checks each translation. */
  operator_translator: OperatorTranslatorConfig;
  /** Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language. */
  operator_normalizer: OperatorNormalizerConfig;
  /** Speaks every line with the voice of its character and locale. */
  operator_generator: OperatorGeneratorConfig;
  /** Trims silence, sets loudness and true peak, fades, filters, resamples and encodes. */
  operator_mastering: OperatorMasteringConfig;
  /** Has takes written down by a speech-to-text provider and compares that with the script. */
  validator_error_rate: ValidatorErrorRateConfig;
  /** Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound. */
  validator_naturalness: ValidatorNaturalnessConfig;
  /** Measures clipping, silence, noise floor and truncated ends. */
  validator_noise: ValidatorNoiseConfig;
  /** Measures the speaking rate against the locale's norm and the line's longest duration. */
  validator_pacing: ValidatorPacingConfig;
  /** Measures loudness (LUFS) and true peak against a target. */
  validator_loudness: ValidatorLoudnessConfig;
  /** Has takes written down and checks that the words of the dictionary are said as it says. */
  validator_pronunciation: ValidatorPronunciationConfig;
  /** Collects takes, scripts and verdicts for preview and export. */
  sink_preview: SinkPreviewConfig;
}
