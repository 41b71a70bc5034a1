// Written by scripts/gen.ts. Do not edit.

import type { ApiPromise } from '../core/api-promise.ts';
import type { KeyedOptions, MatchOptions, RequestOptions } from '../core/request-options.ts';
import type { Pages } from '../core/pages.ts';

/** The workspace that the caller joined. */
export interface AcceptedInvite {
  workspace_id: string;
}

/** An entry of the activity log. */
export interface Activity {
  id: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  /** The user. Null for actions of the service, its operators and guests. `metadata` names the guest. */
  user: {
    id: string;
    name: string;
  } | null;
  action: ActivityAction;
  /** The exact action, such as `run_started` or `webhook_endpoint_disabled`. */
  kind: string;
  /** The changed resource. */
  resource: {
    type: string;
    /** Null if the resource has no ID. */
    id: string | null;
    /** Null if the resource has no name. */
    name: string | null;
  };
  /** Details of the action. Null if there are no details. */
  metadata: Record<string, unknown> | null;
  /** The IP address of the request. Null if there was no request. */
  ip: string | null;
}

/** An action in the activity log. */
export type ActivityAction = 'workflow_run' | 'voice_generated' | 'template_applied' | 'member_invited' | 'api_key_created' | 'settings_changed' | 'reviewed' | 'operator_acted';

/** The period of an activity chart: 7 local days, 12 local weeks that start on Monday, or 12 local months, the current one last. */
export type ActivityView = 'daily' | 'weekly' | 'monthly';

/** An API key, without its secret. */
export interface ApiKey {
  id: string;
  workspace_id: string;
  /** The user who created the key. Requests with the key act as this user. */
  created_by: string;
  name: string;
  /** Always `live`. */
  key_type: 'live';
  /** The first characters of the key. */
  key_prefix: string;
  /** The last characters of the key. */
  key_suffix: string;
  /** What programs with the key can do. */
  scopes: Scope[];
  /** Whether the key works. */
  active: boolean;
  /** Accurate to the minute. Null if the key was never used. */
  last_used_at: string | null;
  /** Requests per minute. Null means the default of 600. */
  rate_limit_per_min: number | null;
  /** Null until the key is revoked. */
  revoked_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** A short form for display, such as `vl_live_abcd…wxyz`. */
  preview: string;
}

/** Whether a value is available. `not_ready`: not yet. `unsupported`: never for this run. `unavailable`: no longer. */
export type Availability = 'available' | 'not_ready' | 'unsupported' | 'unavailable';

/** A limit on what runs use in a period. */
export interface Budget {
  id: string;
  name: string;
  scope: BudgetScope;
  /** The user, API key or workflow. Null for the scope `workspace`. */
  scope_id: string | null;
  period: BudgetPeriod;
  /** Credits per period. Null: no limit. */
  limit_credits: number | null;
  /** Provider cost per period. In millionths of a US dollar, by the list prices of the models. Only takes with the workspace's own keys count. Null: no limit. */
  limit_usd_micros: number | null;
  action: BudgetAction;
  /** The current period. */
  current: BudgetUse;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** What happens when a budget is used up. `warn`: only the alerts. `pause`: runs pause before they pass it. `deny`: runs do not start, and lines of running ones fail. */
export type BudgetAction = 'warn' | 'pause' | 'deny';

/** A calendar day or month, in UTC. */
export type BudgetPeriod = 'day' | 'month';

/** A budget reached 80% or 100% of a limit, or stopped work because the rest was too small. Sent once for each percentage in a period. */
export interface BudgetReachedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'budget.reached';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    budget_id: string;
    name: string;
    scope: BudgetScope;
    /** The user, API key or workflow. Null for the scope `workspace`. */
    scope_id: string | null;
    action: BudgetAction;
    percent: 80 | 100;
    /** ISO 8601 in UTC. */
    period_starts_at: string;
    /** ISO 8601 in UTC. */
    period_ends_at: string;
    /** Credits charged in the period. */
    credits: number;
    /** Null if the budget does not limit credits. */
    limit_credits: number | null;
    /** Provider cost in the period, in millionths of a US dollar. */
    provider_usd_micros: number;
    /** In millionths of a US dollar. Null if the budget does not limit money. */
    limit_usd_micros: number | null;
  };
}

/** Whose runs a budget limits: all of the workspace, or those that a member or an API key started, or those of a workflow. */
export type BudgetScope = 'workspace' | 'member' | 'api_key' | 'workflow';

/** What the scope of a budget has used in a period. */
export interface BudgetUse {
  /** ISO 8601 in UTC. */
  starts_at: string;
  /** ISO 8601 in UTC. */
  ends_at: string;
  /** Credits charged. */
  credits: number;
  /** What the providers bill for new takes. In millionths of a US dollar, by the list prices of the models. Only takes with the workspace's own keys count. */
  provider_usd_micros: number;
  /** New takes of models without a list price. Their cost is unknown and not included. */
  unpriced_takes: number;
  /** Credits that active runs have reserved. */
  held_credits: number;
  /** What lines in progress can cost at their providers, in millionths of a US dollar. */
  held_usd_micros: number;
}

/** The delivered audio of a line in one locale. */
export interface CardAudio {
  /** 16 hexadecimal characters. Null if there is no audio. */
  audio_id: string | null;
  /** A signed URL of the audio. Null if there is no audio. */
  playback_url: string | null;
  status: Availability;
  /** If the audio is not `available`: the reason. If it is: a warning that it is too long or misses its target level, or null. */
  reason: string | null;
  /** Null if there is no audio. */
  duration_ms: number | null;
  /** The media type of the audio. Null if there is no audio. */
  content_type: string | null;
  /** Null if the line has no take. */
  provider: string | null;
  /** Null if the line has no take. */
  model: string | null;
  /** Null if there is no audio. */
  word_times: WordTimes | null;
}

/** Where a translation comes from. */
export interface CardTranslation {
  /** `provider`: translated in this run. `memory`: translated in an earlier run of the workspace. `run`: taken from the run that this run retries. `pseudo`: accents and filler instead of a translation. */
  kind: 'provider' | 'memory' | 'run' | 'pseudo';
  /** The provider that translated the text, in this run or earlier. */
  provider: string | null;
  /** Null if unknown. */
  model: string | null;
  /** Number of provider calls for the text in this run. */
  attempts: number;
  /** What the provider bills for the text. If one call translates several lines, the share of this line. */
  billed: {
    /** `characters` or `tokens`. */
    unit: string;
    /** Number of units. */
    amount: number;
  } | null;
}

/** The voice of a take. */
export interface CardVoice {
  /** Null if there is no take, or if no voice is known. */
  voice_id: string | null;
  /** Null if `voice_id` is null. */
  display_name: string | null;
  /** `not_ready` while the line waits for its take. `unavailable` if it has no take, if the take has no voice or is no longer stored, or if the voice is no longer offered. */
  status: Availability;
  /** Why the voice is not available. Null if it is. */
  reason: string | null;
}

/** The voice that speaks the lines of a character in a locale. */
export interface CastVoice {
  /** The generator. */
  node_id: string;
  /** Null for lines without a character. */
  character_name: string | null;
  locale_code: string;
  /** Null if no voice speaks the locale, which `problems` reports. */
  voice: {
    id: string;
    name: string;
    provider: SpeechProviderId;
  } | null;
  /** Whether the config or the casting sheet names the voice. If not, it is the default voice of the provider for the locale. */
  chosen: boolean;
  /** Who pays the provider for these lines. Null if no voice speaks them. */
  paid_by: PaidBy | null;
}

/** What to change the subscription to. */
export interface ChangePlan {
  /** One of `billing.list_plans`. */
  new_plan_id: string;
}

/** The data that a browser needs to show the embedded checkout. */
export interface Checkout {
  /** The client secret of the checkout session, for the form of the payment processor. */
  client_secret: string;
}

/** The name of the new workflow. */
export interface CloneTemplate {
  /** Default: the name of the template with ` (Copy)` appended. A blank name also gets the default. */
  name?: string | null;
}

/** The workflow that the file belongs to. */
export interface ConfirmUpload {
  context_type: 'workflow';
  /** The workflow. */
  context_id: string;
}

/** Pagination with the number of items after filters. */
export interface CountedPagination {
  /** Items per page. */
  limit: number;
  /** URL of the next page. Null on the last page. */
  next: string | null;
  /** URL of the previous page. Null on the first page. */
  prev: string | null;
  /** Number of items after filters, exact below 10,000: 10,000 means 10,000 or more. */
  total: number;
}

/** A new API key. */
export interface CreateApiKey {
  /** White space around it is removed. */
  name: string;
  /** What programs with the key can do. Default: every `:read` scope and `workflows:run`. */
  scopes?: Scope[];
  /** Requests per minute. Null means the default of 600. */
  rate_limit_per_min?: number | null;
  /** Only `live` keys are supported. Default 'live'. */
  key_type?: 'live';
}

/** A new budget. At least one limit is required. */
export interface CreateBudget {
  /** White space around it is removed. */
  name: string;
  /** Default 'workspace'. */
  scope?: BudgetScope;
  /** The user, API key or workflow. Required unless the scope is `workspace`. */
  scope_id?: string | null;
  /** Default 'month'. */
  period?: BudgetPeriod;
  /** Credits per period. Null: no limit. */
  limit_credits?: number | null;
  /** Provider cost per period. In millionths of a US dollar, by the list prices of the models. Only takes with the workspace's own keys count. Null: no limit. */
  limit_usd_micros?: number | null;
  /** Default 'pause'. */
  action?: BudgetAction;
}

/** The plan to pay for. */
export interface CreateCheckout {
  plan_id: string;
  /** The http or https URL to which the payment processor redirects the customer afterwards. `{CHECKOUT_SESSION_ID}` in the URL is replaced with the ID of the session. */
  return_url: string;
}

/** The person to invite, and their role. */
export interface CreateInvite {
  email: string;
  role: MemberRole;
}

/** Where the customer continues afterwards. */
export interface CreatePaymentMethodPage {
  /** The http or https URL to which the payment processor redirects the customer afterwards. `{CHECKOUT_SESSION_ID}` in the URL is replaced with the ID of the session. */
  return_url: string;
}

/** A new schedule. */
export interface CreateSchedule {
  workflow_id: string;
  /** White space around it is removed. */
  name: string;
  /** When the schedule is due: minute, hour, day of month, month, day of week. Due times must be at least 15 minutes apart. White space around it is removed. */
  cron: string;
  /** The IANA time zone of the cron expression. Default 'UTC'. */
  time_zone?: string;
  input?: ScheduleInputInput;
  /** Start no run if it would deliver the same as the last run of the schedule: the same definition, texts and pronunciation, and all takes are stored. Default false. */
  skip_if_unchanged?: boolean;
  /** Default true. */
  enabled?: boolean;
}

/** A new template. */
export interface CreateTemplate {
  /** White space around it is removed. */
  name: string;
  description?: string | null;
  /** Null means no category. */
  category?: TemplateCategory | null;
  /** Default: an empty graph. */
  definition?: WorkflowDefinitionInput;
}

/** A file to upload. */
export interface CreateUpload {
  /** The extension must fit the category. */
  filename: string;
  category: UploadCategory;
  /** Compared with the received bytes. From 1 to 104857600. */
  size_bytes?: number;
  /** 64 hexadecimal characters. The service compares it with the received bytes. */
  checksum_sha256?: string;
}

/** A new webhook endpoint. */
export interface CreateWebhookEndpoint {
  /** A public https URL. */
  url: string;
  description?: string | null;
  /** Default: all events. */
  events?: WebhookEventType[];
}

/** A new workflow. */
export interface CreateWorkflow {
  /** White space around it is removed. */
  name: string;
  description?: string | null;
  /** Default: an empty graph. */
  definition?: WorkflowDefinitionInput;
}

/** A new workspace. */
export interface CreateWorkspace {
  /** White space around it is removed. */
  name: string;
  /** Default: derived from the name. */
  slug?: string;
  /** A position in a palette of seven colors. From 0 to 6. */
  color_idx?: number;
  /** From 0 (best voice) to 1 (lowest price). From 0 to 1. */
  routing_price_sensitivity?: number;
  /** Whether provider selection considers how well each model suits the texts: a take that a check rejects counts against its model in that locale. With `false`, only failed requests count. */
  routing_llm_fit?: boolean;
}

/** A pending upload, and the URL to send its bytes to. */
export interface CreatedUpload {
  upload: Upload;
  /** Send the bytes here with PUT, with the `content_type` of the upload and without an `Authorization` header. */
  upload_url: string;
}

/** The credits of an account in the current period. */
export interface Credits {
  /** Credits of the account, including those on hold for active runs. Null if the plan has no limit. */
  balance: number | null;
  /** Credits spent in this period. */
  used: number;
  /** Credits that new runs can spend: the balance without holds. Null if the plan has no limit. */
  remaining: number | null;
  /** ISO 8601 in UTC. */
  period_start: string;
  /** Unused credits expire at this time, and the next grant is made. ISO 8601 in UTC. */
  period_end: string;
  /** Credits that the plan grants per period. */
  plan_grant: PlanLimit;
  plan_tier: 'free' | 'paid' | 'custom';
}

/** The credits of the workspace owner fell below 10% of the monthly credits of the plan. */
export interface CreditsLowNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'credits.low';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    /** Remaining credits. */
    balance: number;
    /** 10% of the monthly grant. */
    threshold: number;
    /** Credits that the plan grants per month. */
    monthly_credits: number;
  };
}

/** The order of the numbers in dates such as `3/4/2024`. `auto`: the order of the locale. A four-digit number is always the year. */
export type DateOrder = 'auto' | 'mdy' | 'dmy' | 'ymd';

/** A problem of a definition. */
export interface DefinitionProblem {
  /** The dotted path of the field, from `definition`. */
  path: string;
  /** A machine-readable code, such as `unknown_port`. */
  code: string;
  message: string;
}

/** The problems of a definition. */
export interface DefinitionReport {
  /** Whether the definition can be saved. */
  valid: boolean;
  /** Problems that prevent saving. */
  errors: DefinitionProblem[];
  /** Problems that currently prevent a run, and parts that a run would skip. */
  warnings: DefinitionProblem[];
  /** How a run would read the script files of the definition. */
  readings: SourceReading[];
}

/** All files of a delivery are in the bucket. */
export interface DeliveryCompletedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'delivery.completed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    /** The ID of the delivery. The run's list of deliveries uses the same ID. */
    delivery_id: string;
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** The name of the delivery target. */
    target: string;
    /** Bucket and folder, as `s3://bucket/prefix`. Empty if the target was deleted. */
    destination: string;
    /** Whether an output node started the delivery when the run ended. */
    automatic: boolean;
    /** Files that were delivered. */
    files_done: number;
    /** Files that could not be delivered. */
    files_failed: number;
    /** Bytes of the files that were delivered. */
    size_bytes: number;
  };
}

/** A delivery failed: some files are not in the bucket. */
export interface DeliveryFailedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'delivery.failed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    /** The ID of the delivery. The run's list of deliveries uses the same ID. */
    delivery_id: string;
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** The name of the delivery target. */
    target: string;
    /** Bucket and folder, as `s3://bucket/prefix`. Empty if the target was deleted. */
    destination: string;
    /** Whether an output node started the delivery when the run ended. */
    automatic: boolean;
    /** Files that were delivered. */
    files_done: number;
    /** Files that could not be delivered. */
    files_failed: number;
    /** Bytes of the files that were delivered. */
    size_bytes: number;
    /** Why the delivery failed. */
    error: string;
  };
}

/** A bucket that runs can be delivered to. */
export interface DeliveryTarget {
  id: string;
  /** The name of the delivery target: lowercase letters, digits and hyphens. */
  name: string;
  /** The URL of the S3-compatible service. Null means Amazon S3 in the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** The folder for the files. Empty means the root of the bucket. */
  prefix: string;
  /** Whether requests name the bucket in the path instead of the host. */
  path_style: boolean;
  /** The masked end of the access key ID. */
  access_key_preview: string;
  /** When the access key was last tested by writing and deleting a file. ISO 8601 in UTC. */
  checked_at: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** The words around a word, for words with the same spelling and different pronunciations. The entry applies only if one of `before` is directly before the word and one of `after` is directly after it, in the same line. An empty list allows any word, but at least one list must not be empty. Case, punctuation and markup between the words do not matter. Returned in lower case, sorted. */
export interface DictionaryContext {
  /** Words or short phrases. One of them must occur directly before the word. */
  before: string[];
  /** Words or short phrases. One of them must occur directly after the word. */
  after: string[];
}

/** The words around a word, for words with the same spelling and different pronunciations. The entry applies only if one of `before` is directly before the word and one of `after` is directly after it, in the same line. An empty list allows any word, but at least one list must not be empty. Case, punctuation and markup between the words do not matter. Returned in lower case, sorted. */
export interface DictionaryContextInput {
  /** Words or short phrases. One of them must occur directly before the word. */
  before?: string[];
  /** Words or short phrases. One of them must occur directly after the word. */
  after?: string[];
}

/** The lines of the latest runs that an entry changes, and the cost of their new takes. */
export interface DictionaryEffects {
  /** Number of workflows that contain these lines. */
  workflows_count: number;
  /** Number of lines that contain the word in a locale and context of the entry. */
  lines_count: number;
  /** Number of different takes of these lines. */
  takes_count: number;
  /** The cost of new takes of all these lines, with the voices and models of the current takes. */
  credits: number;
  /** Whether all lines were searched. If false, the counts are lower bounds. */
  is_complete: boolean;
  /** The first 50 lines. */
  lines: DictionaryEffectsLine[];
}

/** The word of a stored or planned entry. */
export interface DictionaryEffectsInput {
  /** Contains at least one letter or digit. White space around it is removed. */
  word: string;
  /** Lowercase BCP 47 code, or `*` for every locale. If a word has several entries, the most specific language applies. White space around it is removed. */
  language: string;
  /** The words that must surround the word. Null means that the entry applies everywhere. An entry with a matching context takes precedence over entries without a context. */
  context?: DictionaryContextInput | null;
  /** The method of a planned entry. Default: the method of the stored entry. A recording does not change takes of providers without word timestamps. */
  method?: PronunciationMethod;
}

/** A line that contains the word. */
export interface DictionaryEffectsLine extends DictionarySuggestionLine {
  locale_code: string;
  /** The take of the line. Null if it has none. */
  take_id: string | null;
  /** The cost of speaking the line again, at the rate of its take. Null if the line has no take, or if the model of the take is no longer available. */
  credits: number | null;
}

/** A word and its pronunciation in a language. */
export interface DictionaryEntry {
  id: string;
  word: string;
  method: PronunciationMethod;
  /** The respelling, for `spelled`. For `recorded`, the text that the voice says if the recording cannot be used. */
  pronunciation: string | null;
  /** The pronunciation in the International Phonetic Alphabet, for `ipa`. */
  ipa: string | null;
  /** The recording, for `recorded`. Null if it was deleted. */
  upload_id: string | null;
  /** Lowercase BCP 47 code. `en` also applies to `en-us` and `en-gb`. `*` applies to every locale. */
  language: string;
  /** The words that must surround the word. Null means that the entry applies everywhere. */
  context: DictionaryContext | null;
  description: string | null;
  /** Number of runs that used the entry. */
  uses_count: number;
  created_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** A word and its pronunciation. */
export interface DictionaryEntryInput {
  /** Contains at least one letter or digit. White space around it is removed. */
  word: string;
  /** Default 'spelled'. */
  method?: PronunciationMethod;
  /** Required for `spelled`. For `recorded`, the text that the voice says if the recording cannot be used. */
  pronunciation?: string | null;
  /** Required for `ipa`. */
  ipa?: string | null;
  /** Required for `recorded`: a confirmed upload of the category `dictionary`. */
  upload_id?: string | null;
  /** Lowercase BCP 47 code, or `*` for every locale. If a word has several entries, the most specific language applies. White space around it is removed. */
  language: string;
  /** The words that must surround the word. Null means that the entry applies everywhere. An entry with a matching context takes precedence over entries without a context. */
  context?: DictionaryContextInput | null;
  description?: string | null;
}

/** The dictionary as a file. */
export interface DictionaryExport {
  filename: string;
  content_type: string;
  /** The text of the file. */
  content: string;
  /** Number of entries in the file. */
  entries_count: number;
  /** Number of entries that the file cannot contain: recordings, entries with a context in a PLS file, and entries beyond 10,000. */
  omitted_count: number;
}

/** The result of an import. */
export interface DictionaryImport {
  /** Number of new entries. */
  created_count: number;
  /** Number of entries with a changed pronunciation or description. */
  replaced_count: number;
  /** Number of entries that did not change. */
  unchanged_count: number;
  /** The first 100 problems, by row. */
  problems: DictionaryImportProblem[];
  problems_count: number;
}

/** A file of pronunciations. */
export interface DictionaryImportInput {
  format: LexiconFormat;
  /** The text of the file. A csv has a header with the columns `word`, `language`, `method`, `pronunciation`, `ipa`, `description`, `before` and `after`; `word` and one of `pronunciation` and `ipa` are required. Words of `before` and `after` are separated with `;`. */
  content: string;
  /** The language of entries for which the file names none. `*` applies to every locale. */
  language?: string | null;
  /** Which entry to keep if the dictionary already has the word in the language and context. Default 'replace'. */
  on_conflict?: 'replace' | 'keep';
}

/** A part of a file that was not imported or not completely imported. */
export interface DictionaryImportProblem {
  /** The row of a csv, or the line of another file. */
  row: number;
  message: string;
}

/** A language of the dictionary. */
export interface DictionaryLanguage {
  /** Lowercase BCP 47 code. */
  language: string;
  /** The same as `language`. */
  code: string;
  /** The English name of the language. */
  display_name: string;
  entries_count: number;
  /** The same as `entries_count`. */
  count: number;
}

/** An entry in the voices of a workflow. */
export interface DictionaryPreview {
  /** The text that the voices spoke, with the entry applied. */
  text: string;
  /** In the order of the lines. */
  voices: DictionaryPreviewVoice[];
}

/** A word and its pronunciation, to preview. */
export interface DictionaryPreviewEntry {
  /** Contains at least one letter or digit. White space around it is removed. */
  word: string;
  /** Default 'spelled'. */
  method?: PronunciationMethod;
  /** Required for `spelled`. For `recorded`, the text that the voice says if the recording cannot be used. */
  pronunciation?: string | null;
  /** Required for `ipa`. */
  ipa?: string | null;
  /** Required for `recorded`: a confirmed upload of the category `dictionary`. */
  upload_id?: string | null;
  /** Lowercase BCP 47 code, or `*` for every locale. If a word has several entries, the most specific language applies. White space around it is removed. */
  language: string;
  /** The words that must surround the word. Null means that the entry applies everywhere. An entry with a matching context takes precedence over entries without a context. */
  context?: DictionaryContextInput | null;
  description?: string | null;
}

/** An entry to preview in the voices of a workflow. */
export interface DictionaryPreviewInput {
  /** The workflow with the voices to use. */
  workflow_id: string;
  /** The locale of the lines with the voices to use. White space around it is removed. */
  locale: string;
  /** A stored entry. Null means that you send `entry`. */
  entry_id?: string | null;
  /** An entry, which does not have to be stored. Required without `entry_id`. The method cannot be `recorded`. */
  entry?: DictionaryPreviewEntry | null;
  /** A text that contains the word. Null means the word alone, regardless of the context of the entry. */
  text?: string | null;
  /** Use only these voices of the workflow. Null means all voices, if there are at most 10. */
  voice_ids?: string[] | null;
}

/** A voice of the workflow with its audio, or the reason why there is none. */
export interface DictionaryPreviewVoice {
  voice_id: string;
  voice_name: string;
  provider: string;
  model: string;
  /** The URL of the audio, a WAV file. Null if there is no audio. */
  link: DownloadLink | null;
  /** The features that the model does not support. With `markup.phoneme`, it speaks the word as written. */
  dropped: string[];
  /** Why there is no audio. Null otherwise. */
  reason: string | null;
}

/** A word without an entry that may need one. */
export interface DictionarySuggestion {
  word: string;
  /** The locale of the lines. */
  locale_code: string;
  /** Number of different takes in which checks transcribed a different word. */
  misrecognized_takes_count: number;
  /** Number of different lines of these takes. */
  lines_count: number;
  /** The words that were transcribed instead, most frequent first, at most 5. */
  transcribed: {
    text: string;
    takes_count: number;
  }[];
  /** The latest lines, at most 3. */
  lines: DictionarySuggestionLine[];
}

/** A line in which checks transcribed another word. */
export interface DictionarySuggestionLine {
  workflow_id: string;
  run_id: string;
  line_id: string;
  script: string;
}

/** Words that may need an entry, the most frequently misheard first. */
export interface DictionarySuggestions {
  /** At most 50. */
  suggestions: DictionarySuggestion[];
  /** Whether the response covers all findings of the searched runs and lists all words. */
  is_complete: boolean;
}

/** A signed URL of a file, valid for 15 minutes. */
export interface DownloadLink {
  /** Works without a credential until `expires_at`. */
  url: string;
  /** The suggested file name. */
  filename: string;
  /** When the URL expires. ISO 8601 in UTC. */
  expires_at: string;
}

/** A verdict that dropped a line, with its validator. */
export interface DroppingVerdict extends Verdict {
  validator_node_id: string;
  /** The same as `kind`. */
  validator_kind: ValidatorKind;
  /** The same as `label`. */
  validator_label: string;
}

/** An empty object. */
export type Empty = Record<string, never>;

/** The person who opens a link. */
export interface EnterReview {
  /** The secret of the link: the part of its URL after `#`. It is `vl_share_` followed by 43 characters. */
  token: string;
  /** The name that others see. White space around it is removed. */
  name: string;
  /** Required if the link has a passcode. */
  passcode?: string | null;
}

/** A machine-readable error code. */
export type ErrorCode = 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'INSUFFICIENT_CREDITS' | 'BUDGET_EXCEEDED' | 'STORAGE_LIMIT_EXCEEDED' | 'PLAN_LIMIT_REACHED' | 'PAYMENT_REQUIRED' | 'FORBIDDEN' | 'SUSPENDED' | 'INSUFFICIENT_SCOPE' | 'FEATURE_NOT_IN_PLAN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT' | 'WORKSPACE_SLUG_TAKEN' | 'ALREADY_MEMBER' | 'INVITE_PENDING' | 'NAME_TAKEN' | 'IDEMPOTENCY_IN_PROGRESS' | 'INVITE_GONE' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_ERROR' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'SERVER_ERROR' | 'UNAVAILABLE';

/** The body of every error response. */
export interface ErrorEnvelope {
  error: {
    code: ErrorCode;
    /** What is wrong, in one sentence. */
    message: string;
    /** The fields with errors. Always present with 422. */
    details?: FieldError[];
  };
  meta: Meta;
}

/** A measurement behind a verdict: value, limits and part of the audio. */
export interface Evidence {
  /** The name of the measurement, such as `longest_pause`. */
  metric: string;
  /** The result, in `unit`. */
  value: number;
  /** The lowest allowed value. Null if there is no lower limit. */
  min: number | null;
  /** The highest allowed value. Null if there is no upper limit. */
  max: number | null;
  /** The unit of the value and its limits. Null if there is no unit. */
  unit: string | null;
  /** Start of the measured part, in milliseconds. Null if the value is for the whole audio. */
  start_ms: number | null;
  /** End of the measured part, in milliseconds. Null if the value is for the whole audio. */
  end_ms: number | null;
  /** Whether the value is within its limits. */
  passed: boolean;
}

/** Parameters of the runs of a workflow. Unknown fields are kept. */
export interface ExecutionParams {
  /** The run fails if more lines than this fail. Default: 0. */
  max_failed_lines?: number;
  [key: string]: unknown;
}

/** One invalid field of the request, or additional information about another error. */
export interface FieldError {
  /** A dotted path, such as `body.definition.graph.edges.2.targetPort`. In an entry with additional information, a name such as `run_id`. */
  field: string;
  /** The problem, and what is allowed. In an entry with additional information, its value, such as the ID of a run. */
  message: string;
}

/** What guests can do. Each permission includes the previous ones. */
export type GuestPermission = 'listen' | 'comment' | 'decide';

/** The session of a guest. */
export interface GuestSession {
  /** The bearer token of the guest, `vl_guest_` and 43 characters. */
  token: string;
  review_id: string;
  permission: GuestPermission;
  guest: ReviewActor;
  /** 12 hours after entry, or when the link expires. To continue, enter again. ISO 8601 in UTC. */
  expires_at: string;
}

/** The process is running. */
export interface Health {
  /** `ok` while the process responds. */
  status: 'ok';
  /** The version of the service. */
  version: string;
}

/** An invite to a workspace. Only the email contains its token. */
export interface Invite {
  id: string;
  email: string;
  role: MemberRole;
  status: InviteStatus;
  /** ISO 8601 in UTC. */
  expires_at: string;
  /** The user who sent the invite. */
  invited_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** The status of an invite. `declined`: the invited person does not want to join. */
export type InviteStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired';

/** An invoice. */
export interface Invoice {
  /** The ID at the payment processor. */
  id: string;
  /** Null until the invoice is finalized. */
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** In the smallest currency unit. */
  amount_due: number;
  /** In the smallest currency unit. */
  amount_paid: number;
  /** ISO 4217 code in lowercase, such as `usd`. */
  currency: string;
  /** ISO 8601 in UTC. */
  period_start: string;
  /** ISO 8601 in UTC. */
  period_end: string;
  /** ISO 8601 in UTC. */
  created: string;
  /** A page to view and pay the invoice. Null until the invoice is finalized. */
  hosted_invoice_url: string | null;
  /** The invoice as a PDF. Null until the invoice is finalized. */
  invoice_pdf: string | null;
}

/** A page of invoices, newest first. */
export interface InvoicePage {
  invoices: Invoice[];
  /** Whether more invoices follow. To get them, set `starting_after` to the ID of the last invoice. */
  has_more: boolean;
}

/** The ID of a provider that accepts a key. */
export type KeyedProviderId = 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax' | 'deepl' | 'anthropic' | 'scoring_endpoint';

/** The delivered audio of a locale. */
export interface LanguageAudio {
  locale_code: string;
  line_count: number;
  total_duration_ms: number;
  /** Mean length of a line. */
  avg_duration_ms: number;
}

/** The usage of one locale. */
export interface LanguageUsage {
  /** Lowercase BCP 47 code, such as `de-de`. */
  locale_code: string;
  /** The English name, such as `American English`. */
  display_name: string;
  /** Share of the characters in the period, from 0 to 1. Shares sum to 1. From 0 to 1. */
  share: number;
  /** Settled credits. */
  credits: number;
  /** Unicode code points of new takes. Reused takes do not count. */
  characters: number;
  /** Lines with new audio, once per run. Lines with only reused takes are not counted. */
  lines: number;
  /** What `share` is based on. */
  allocation_basis: 'characters';
}

/** A file format of pronunciations: W3C Pronunciation Lexicon Specification 1.0, TermBase eXchange (ISO 30042), or csv. */
export type LexiconFormat = 'pls' | 'tbx' | 'csv';

/** A line was delivered, dropped by a check, or skipped because it has no text to speak. */
export interface LineCompletedEvent {
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'line.completed';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    line_id: string;
    /** Position in the script, from 0. */
    line_index: number;
    locale_code: string;
    status: 'delivered' | 'dropped' | 'skipped';
    /** Null if the line has no audio. */
    audio_id: string | null;
    /** Null if the line has no audio. */
    duration_ms: number | null;
    /** How many times the line was synthesized again. */
    retry_count: number;
    /** Credits charged for the line. */
    credits: number;
    /** Whether a stored take was used, which costs no credits. */
    reused: boolean;
  };
}

/** A line failed and was not delivered. */
export interface LineFailedEvent {
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'line.failed';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    line_id: string;
    /** Position in the script, from 0. */
    line_index: number;
    locale_code: string;
    /** The node that could not process the line. */
    node_id: string;
    /** Why the line failed. */
    error: string;
    /** The error with its code and details. */
    error_details: RunError;
  };
}

/** A generator made or reused a take of a line. */
export interface LineTakeEvent {
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'line.take';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    line_id: string;
    /** Position in the script, from 0. */
    line_index: number;
    locale_code: string;
    /** The generator. */
    node_id: string;
    /** The pass of the generator, from 0. Retries have higher numbers. */
    iteration: number;
    /** The take. It can be downloaded, but later nodes may still reject or master it. */
    audio_id: string;
    /** Credits charged for the take. */
    credits: number;
    /** Whether a stored take was used, which costs no credits. */
    reused: boolean;
  };
}

/** The progress of one locale of a run. */
export interface LocaleProgress {
  total_lines: number;
  /** Lines that were delivered, dropped, skipped or failed. */
  finished_lines: number;
}

/** A member of a workspace, or a person with an open invite. */
export interface Member {
  /** The ID of the membership. For the status `invited`, the ID of the invite. */
  id: string;
  /** Null for the status `invited`. */
  user_id: string | null;
  /** Empty if the identity provider reports no address. */
  email: string;
  /** Null if unknown. */
  first_name: string | null;
  /** Null if unknown. */
  last_name: string | null;
  /** Null if the person has no picture. */
  image_url: string | null;
  role: MemberRole;
  /** Accurate to the minute. Null if the member was never active. */
  last_active_at: string | null;
  /** `invited` until the person accepts the invite. */
  status: 'active' | 'invited';
}

/** Admins manage the workspace, editors edit and run workflows, viewers see and download. */
export type MemberRole = 'admin' | 'editor' | 'viewer';

/** Metadata of the response. */
export interface Meta {
  /** The ID of the request, also in the `X-Request-Id` header. */
  request_id: string;
  /** The time of the response. ISO 8601 in UTC. */
  timestamp: string;
}

/** A metric of a run, with display hints. */
export interface Metric {
  key: 'lines_delivered' | 'total_duration' | 'average_duration' | 'characters' | 'credits' | 'pass_rate' | 'average_score' | 'retries' | 'dropped_lines' | 'skipped_lines' | 'too_long_lines' | 'outlier_lines' | 'time_to_first_audio' | 'run_duration' | 'realtime_factor';
  label: string;
  /** The value as text for display. */
  formatted_value: string;
  /** Whether the value is available. */
  status: Availability;
  display: {
    variant: 'number' | 'duration' | 'percent' | 'score' | 'ratio';
    /** How prominent the metric should be. */
    emphasis: 'primary' | 'secondary';
  };
  /** Null if the value is not available. */
  value: number | string | null;
  /** The unit of the value. Null if there is no unit. */
  unit: string | null;
  /** Why the value is not available. Null otherwise. */
  reason: string | null;
}

/** A group of metrics. */
export interface MetricSection {
  key: 'audio' | 'quality' | 'timing';
  layout: 'grid' | 'list';
  title: string;
  metrics: Metric[];
}

/** The list price of a model at its provider. */
export interface ModelPrice {
  /** In US dollars. */
  usd: number;
  /** The number of units that the price is for. */
  per: number;
  /** The unit that the provider bills. */
  unit: 'characters' | 'bytes' | 'tokens' | 'seconds';
  /** When the price was looked up. Prices change. */
  as_of: string;
}

/** Whether a name is in use. */
export interface NameAvailability {
  name: string;
  available: boolean;
}

/** An API key with its secret, which is returned only once. */
export interface NewApiKey extends ApiKey {
  /** The secret key. It is returned only once. */
  api_key: string;
}

/** A link with its URL. */
export interface NewReviewLink extends ReviewLink {
  /** The URL to share. It contains the secret of the link, and is returned only once. */
  url: string;
}

/** A webhook endpoint with its signing secret, which is returned only once. */
export interface NewWebhookEndpoint extends WebhookEndpoint {
  /** The signing secret, `whsec_…`. It is returned only once. */
  secret: string;
}

/** The values of a config field: inline, or the URL of a list. */
export type NodeOption = {
  kind: 'href';
  /** The path of the operation that lists the values. */
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
  /** The fields that its lines have (outputs) or need (inputs). */
  fields: string[];
}

/** The state of a node in a run. */
export interface NodeState {
  node_id: string;
  node_type: string;
  /** The name of the node. If it has none, the name of its type. */
  node_display_name: string;
  status: NodeStatus;
  /** How many passes the node has started. 0 before it starts. */
  iteration: number;
  /** Null until the node starts. */
  started_at: string | null;
  /** Null until the node ends. */
  completed_at: string | null;
  /** 0 until the node starts. */
  duration_ms: number;
  /** The error message. Null if there is no error. */
  error: string | null;
  /** The error with its code and details. Null if there is no error. */
  error_details: RunError | null;
}

/** A node changed its status or started another iteration. */
export interface NodeStateEvent {
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'node.state';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    node_id: string;
    node_type: string;
    status: NodeStatus;
    /** The pass of the node, from 0. */
    iteration: number;
    /** The error message. Null if there is no error. */
    error: string | null;
    /** The error with its code and details. Null if there is no error. */
    error_details: RunError | null;
  };
}

/** The status of a node in a run. */
export type NodeStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';

/** A node type: what it does, its ports and its config. */
export interface NodeType {
  node_type: string;
  display_name: string;
  description: string;
  /** The current version of the config. */
  version: number;
  inputs: NodePort[];
  outputs: NodePort[];
  /** The JSON Schema of each config field. */
  config_schema: Record<string, Record<string, unknown>>;
}

/** A node type with its category and options. */
export interface NodeTypeDetail extends NodeType {
  category: 'source' | 'operator' | 'validation' | 'output';
  /** The allowed values, by config field. Fields without a list are absent. */
  options: Record<string, NodeOption>;
}

/** A text to normalize. */
export interface NormalizeText {
  text: string;
  /** Lowercase BCP 47 code. Case does not matter in requests. White space around it is removed. */
  locale: string;
  /** The kinds of expressions to normalize. Other text does not change. */
  kinds?: NormalizerKind[];
  /** First replace the words that have a `spelled` entry in the dictionary. Default true. */
  apply_dictionary?: boolean;
  /** Keep tags and bracketed directions in the spoken text. Placeholders are always kept. Default true. */
  keep_markup?: boolean;
  /** Default 'auto'. */
  date_order?: DateOrder;
  /** Default 'auto'. */
  telephone?: TelephoneReading;
  /** The currency of `$`, `¥`, `£` or `kr` without a country, as an ISO 4217 code such as `CAD`. Null means the currency of the locale. */
  currency?: string | null;
}

/** The normalized text. */
export interface NormalizedText {
  /** The text after dictionary replacements. Offsets refer to this text. */
  text: string;
  /** What a voice says: `text` with all changes. */
  spoken_script: string;
  /** In order of position, without overlaps. */
  changes: TextChange[];
  /** Whether the normalizer has all rules for the language of `locale`. If not, it changes only whole numbers and marks that are not spoken. Also false for an unknown language code. */
  supported: boolean;
}

/** A kind of text that the normalizer spells out. */
export type NormalizerKind = 'number' | 'ordinal' | 'date' | 'time' | 'currency' | 'unit' | 'abbreviation' | 'acronym' | 'roman' | 'phone' | 'web' | 'symbol';

/** The emails that a user wants. */
export interface NotificationPreferences {
  /** Whether to send an email when a run that the user started completes. */
  completed_generation_email: boolean;
  /** Whether to send an email when a run that the user started fails. */
  failed_generation_email: boolean;
  /** Whether to send a weekly summary of the usage of their workspaces, Monday to Sunday in UTC. No email is sent for a week without usage. */
  weekly_usage_summary_email: boolean;
  /** Whether the operator can send product news. The service itself sends none. */
  product_updates_email: boolean;
}

/** A take of a delivered line. */
export interface OutputAudioFile {
  /** 16 hexadecimal characters. */
  audio_id: string;
  /** 0 for the first take. */
  iteration: number;
  /** A signed URL of the audio. */
  playback_url: string;
  duration_ms: number;
  /** The media type of the audio. */
  content_type: string;
}

/** A line that a run delivers. */
export interface OutputLine {
  line_id: string;
  /** Position in the script, from 0. */
  line_index: number;
  locale_code: string;
  /** Null if the script names no character. */
  character_name: string | null;
  script: string;
  /** 16 hexadecimal characters. */
  audio_id: string;
  duration_ms: number;
  /** The path in the export. */
  file: string;
  /** The stored takes of the line, oldest first. The delivered take has the audio that this output delivers. */
  audio_files: OutputAudioFile[];
  /** The position in `audio_files` of the delivered take. */
  recommended_audio_file_index: number;
  /** The results of the checks of the delivered take. */
  delivery: {
    /** Whether no check rejects the delivered take. */
    passed: boolean;
    /** The checks that reject the delivered take. It is delivered because no retries were left. */
    failing_checks: ValidatorKind[];
  };
}

/** The page size and the URLs of the neighboring pages. */
export interface Pagination {
  /** Items per page. */
  limit: number;
  /** URL of the next page. Null on the last page. */
  next: string | null;
  /** URL of the previous page. Null on the first page. */
  prev: string | null;
}

/** Who pays the provider. `workspace`: the own key of the workspace, with its bill in addition to the credits. `platform`: this service, for the credits alone. `none`: nobody, because the engine is part of this service or no key is usable. */
export type PaidBy = 'workspace' | 'platform' | 'none';

/** The limit that paused a run. `cap`: its `max_credits`. `estimate`: the maximum that its estimate named at the start. `budget`: a budget of the workspace. */
export type PauseLimit = 'cap' | 'estimate' | 'budget';

/** Why a run is paused. `requested`: somebody paused it. `budget`: the next line would have passed a limit, which `pause_limit` names. `provider_unavailable`: a provider cannot be called now; the run resumes by itself. */
export type PauseReason = 'requested' | 'budget' | 'provider_unavailable';

/** A saved card. */
export interface PaymentMethod {
  /** The ID at the payment processor. */
  id: string;
  /** The card brand, such as `visa`. */
  brand: string;
  /** The last four digits of the card number. */
  last4: string;
  /** The month in which the card expires. From 1 to 12. */
  exp_month: number;
  /** The year in which the card expires, with four digits. */
  exp_year: number;
  /** Whether invoices are charged to this card. */
  is_default: boolean;
}

/** A page of the payment processor that collects a payment method. */
export interface PaymentMethodPage {
  /** The page. It works once, for a day. */
  url: string;
}

/** The data that a browser needs to collect a payment method. */
export interface PaymentMethodSetup {
  /** The client secret of the setup intent. Pass it to the payment form in the browser. */
  client_secret: string;
}

/** A subscription plan. */
export interface Plan {
  id: string;
  /** A stable identifier, such as `creator-monthly`. */
  slug: string;
  name: string;
  tier: 'free' | 'paid' | 'custom';
  limits: PlanLimits;
  billing_interval: 'monthly' | 'yearly';
  /** Price per billing interval in the smallest currency unit. 0 for free and custom plans. */
  amount: number;
  /** ISO 4217 code in lowercase, such as `usd`. */
  currency: string;
  /** Position in a list of plans, from 0. */
  display_order: number;
}

/** The cost and the effective date of a plan change. */
export interface PlanChangePreview {
  current_plan: Plan;
  new_plan: Plan;
  type: 'upgrade' | 'downgrade' | 'same';
  /** The amount due now, in the smallest currency unit. Null if nothing is due now. */
  proration_amount: number | null;
  /** When the new plan starts. ISO 8601 in UTC. */
  effective_at: string;
  /** ISO 4217 code in lowercase, such as `usd`. */
  currency: string;
}

/** A number, or `unlimited`. */
export type PlanLimit = number | 'unlimited';

/** What a plan includes. */
export interface PlanLimits {
  /** Credits granted each month. Unused credits expire at the end of the month. */
  monthly_credits: PlanLimit;
  /** Workspaces that one user can own. */
  workspaces_per_owner: PlanLimit;
  /** Concurrent runs in all workspaces of the owner. */
  concurrent_runs_per_user: PlanLimit;
  /** Bytes of confirmed uploads. */
  storage_bytes_per_workspace: PlanLimit;
  /** Days that the audio of ended runs is stored. */
  retention_days: PlanLimit;
  /** `1` if workspaces can use their own provider keys, else `0`. */
  byok_enabled: 0 | 1;
  /** Members and open invites of a workspace, including the owner. */
  seats: PlanLimit;
}

/** The progress of the run. */
export interface ProgressEvent {
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'progress';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    /** Number of known steps. A step is the processing of one line at one node. */
    total_steps: number;
    /** Of `total_steps`, those that have ended. */
    finished_steps: number;
    /** Lines of the run so far. */
    total_lines: number;
    /** Lines that were delivered, dropped, skipped or failed. */
    finished_lines: number;
    failed_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines without text to speak. */
    skipped_lines: number;
    /** Credits charged so far. */
    credits: number;
    /** The progress of each locale, by locale code. */
    by_locale: Record<string, LocaleProgress>;
  };
}

/** A word, and the languages to read it in. */
export interface PronunciationInput {
  /** Contains at least one letter or digit. White space around it is removed. */
  word: string;
  /** The locale of the voice that says the word. White space around it is removed. */
  language: string;
  /** The locale whose rules of reading apply, for a word from another language. Default: `language`. White space around it is removed. */
  origin?: string;
}

/** How a pronunciation is given: respelled, in IPA, or as a recording. */
export type PronunciationMethod = 'spelled' | 'ipa' | 'recorded';

/** A provider as the workspace can use it. */
export interface Provider {
  id: ProviderId;
  /** The same as `id`. */
  provider: ProviderId;
  /** The first of `services`. */
  kind: ProviderService;
  display_name: string;
  /** Whether the provider is part of this service and therefore needs no key or network. */
  embedded: boolean;
  /** What the provider can do in a run. */
  services: ProviderService[];
  /** Whether runs of the workspace can use it now. */
  available: boolean;
  /** Who pays for speech of the provider in a run of the workspace. */
  paid_by: PaidBy;
  /** The state of the workspace's key. Null if the provider needs none. */
  key_status: ProviderKeyState | null;
  /** Number of speech models. */
  models_count: number;
  /** The same as `models_count`. */
  model_count: number;
  /** Number of voices that the workspace can use. */
  voices_count: number;
  /** The same as `voices_count`. */
  voice_count: number;
}

/** Credentials, as the `credentials_schema` of the provider describes them. */
export type ProviderCredentials = Record<string, unknown>;

/** The ID of a provider. */
export type ProviderId = 'espeak' | 'local' | 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax' | 'deepl' | 'anthropic' | 'scoring_endpoint';

/** All providers that accept a key, with the state of each key. */
export interface ProviderKeyList {
  providers: ProviderKeyStatus[];
}

/** The state of a provider key. `unverified`: the provider could not be reached yet. */
export type ProviderKeyState = 'not_configured' | 'valid' | 'invalid' | 'unverified';

/** A provider and the key of the workspace for it. */
export interface ProviderKeyStatus {
  provider: KeyedProviderId;
  display_name: string;
  /** The JSON Schema of the request body that stores a key. */
  credentials_schema: Record<string, unknown>;
  /** Whether a key is stored. */
  configured: boolean;
  /** Whether the provider accepted the key at the last check. */
  is_valid: boolean;
  /** When the provider last accepted the key. */
  validated_at: string | null;
  /** The masked end of the key. Empty if no key is stored. */
  key_preview: string;
  status: ProviderKeyState;
}

/** A model of a speech provider. */
export interface ProviderModel {
  id: string;
  provider: ProviderId;
  kind: 'speech';
  display_name: string;
  /** Whether generators use the model if their config sets none. */
  is_default: boolean;
  /** Credits that a run is charged. With the workspace's own key, the provider bills the workspace in addition. */
  credits_per_1000_characters: number;
  /** Who pays the provider in a run of the workspace. */
  paid_by: PaidBy;
  /** The list price at the provider. Null if unknown. */
  provider_price: ModelPrice | null;
  /** The last day on which the model is available. Null if no retirement is announced. */
  retires_at: string | null;
  /** The ID of the model to use instead. */
  successor: string | null;
  /** The longest text of one request, in Unicode code points. Longer lines are split. */
  max_characters: number;
  /** Lowercase BCP 47 codes. Null if the model is not limited to certain languages. */
  supported_languages: string[] | null;
  /** The JSON Schema of the `controls` of this model. You can build a form from it. */
  controls: Record<string, unknown>;
  /** The control that takes the direction of a line. Null if the model takes no free text. */
  direction_control: string | null;
  /** Whether the model takes the lines around a line as `context`. */
  takes_context: boolean;
  /** Number of voices of the model that the workspace can use. */
  voice_count: number;
}

/** What a provider can do in a run. */
export type ProviderService = 'speech' | 'transcription' | 'translation' | 'scoring';

/** A bucket, and the access key to write to it. */
export interface PutDeliveryTarget {
  /** The URL of the S3-compatible service. Null means Amazon S3 in the region. */
  endpoint?: string | null;
  /** The region of the bucket. Use `auto` if the service requires it. Default 'us-east-1'. */
  region?: string;
  bucket: string;
  /** The folder for the files. Empty means the root of the bucket. Default ''. */
  prefix?: string;
  /** Whether requests name the bucket in the path instead of the host. Null means `true` if `endpoint` is set. */
  path_style?: boolean | null;
  /** The ID of an access key with write access to the bucket. White space around it is removed. */
  access_key_id: string;
  /** The secret of the access key. It is never returned. White space around it is removed. */
  secret_access_key: string;
}

/** The service can serve requests. */
export interface Readiness {
  /** `ready` if the service can serve requests. */
  status: 'ready';
  /** The result of each check. */
  checks: {
    /** Whether the database responds. */
    database: 'ok';
    /** Whether the object storage responds. `full`: it rejects new files. `unavailable`: it does not respond, so files cannot be read or written, and runs wait. */
    storage: 'ok' | 'full' | 'unavailable';
    /** `none`: no worker has polled the queue for 30 seconds, so runs wait. */
    workers: 'ok' | 'none';
  };
}

/** An invite, as the invited person sees it. */
export interface ReceivedInvite {
  workspace_id: string;
  /** The name of the workspace. Empty if the invite has ended, unless the caller is a member. */
  workspace_name: string;
  /** The name of the person who sent the invite, or their email address. Empty if the invite has ended, unless the caller is a member. */
  inviter_name: string;
  /** The address that the invite was sent to. Empty if the invite has ended, unless the caller is a member. The invited person always sees it. */
  email: string;
  role: MemberRole;
  status: InviteStatus;
  /** ISO 8601 in UTC. */
  expires_at: string;
  /** The caller's email address. Null if unknown. */
  caller_email: string | null;
  /** Whether the invite was sent to the caller's verified email address. */
  is_for_caller: boolean;
  /** Whether the caller is a member of the workspace. */
  is_member: boolean;
}

/** The provider whose voices to list again. */
export interface RefreshVoices {
  provider: SpeechProviderId;
}

/** The result of listing the voices of a provider again. */
export interface RefreshedVoices {
  provider: SpeechProviderId;
  /** Number of voices that the key can use now. */
  voices_count: number;
  /** ISO 8601 in UTC. */
  refreshed_at: string;
}

/** A full replacement of a workflow. Omitted fields are removed. */
export interface ReplaceWorkflow {
  /** White space around it is removed. */
  name: string;
  description?: string | null;
  definition: WorkflowDefinitionInput;
}

/** The cap of the resumed run. */
export interface ResumeRun {
  /** Replaces the cap. At least what the run has charged and reserved. From 1 to 1000000000. */
  max_credits?: number;
}

/** Which lines to run again. Default: all failed and dropped lines. */
export interface RetryRun {
  /** IDs of lines to run again, in every locale. */
  line_ids?: string[];
  /** Lines to run again, each in one locale or in all locales, in addition to `line_ids`. */
  lines?: {
    line_id: string;
    /** Default: the line in every locale. White space around it is removed. */
    locale_code?: string;
  }[];
  /** Also create new takes for lines that used up their retries, unless lines are named, and for lines that failed after they were spoken. Default false. */
  respeak?: boolean;
  /** The run pauses before it would charge more credits. Default: no cap. From 1 to 1000000000. */
  max_credits?: number;
}

/** The review of a run. */
export interface Review {
  id: string;
  workflow_id: string;
  workflow_name: string;
  /** The run that the review was opened for. */
  root_run_id: string;
  /** The latest run of the review. */
  current_run_id: string;
  current_run_number: number;
  current_run_status: RunStatus;
  /** Whether deliveries to buckets wait for the review. */
  requires_approval: boolean;
  /** When the last line was approved or waived. Null while a line is neither. */
  approved_at: string | null;
  /** The number of the last event of the review. */
  seq: number;
  /** Oldest first. Guests see only those of their link. */
  assignments: ReviewAssignment[];
  /** One entry per locale, by locale code. */
  progress: ReviewProgress[];
  /** The caller. */
  me: ReviewActor;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A person in a review. */
export interface ReviewActor {
  /** `guest`: someone who entered with a share link under a self-chosen name. */
  kind: 'user' | 'guest';
  id: string;
  /** The name that the person had at the time of the action. */
  name: string;
}

/** Every line of a review is approved or waived. */
export interface ReviewApprovedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'review.approved';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    review_id: string;
    workflow_id: string;
    /** The latest run of the review. */
    run_id: string;
    items_count: number;
    /** Lines without a decision. */
    open_count: number;
    approved_count: number;
    rejected_count: number;
    needs_work_count: number;
    waived_count: number;
  };
}

/** Lines were assigned to someone, or their assignment was removed. */
export interface ReviewAssignedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.assigned';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    assignment_id: string;
    /** Null if the assignment was removed. Guests also receive null if their lines were assigned to someone else. */
    assignee: ReviewAssignee | null;
    items_count: number;
    /** The positions of the lines. Empty if `refetch` is true. */
    nos: number[];
    /** Whether the event has too many lines to list them. If true, read the lines again. */
    refetch: boolean;
  };
}

/** The person or guests who review the lines. */
export interface ReviewAssignee {
  /** `link`: the guests of a share link. */
  kind: 'user' | 'link';
  id: string;
  /** The name of the user, or the label of the link, when the lines were assigned. */
  name: string;
}

/** Lines that are assigned to someone. */
export interface ReviewAssignment {
  id: string;
  assignee: ReviewAssignee;
  /** Null without a date. */
  due_at: string | null;
  /** Lines of the assignment. A line has one assignment, the last one. */
  items_count: number;
  /** Lines of the assignment without a decision. */
  open_count: number;
  /** When the link was revoked or expired. Null for members and for active links. */
  ended_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** Lines to assign, and the person or guests to assign them to. Requires either `user_id` or `link_id`, and either `filter` or `nos`. */
export interface ReviewAssignmentInput {
  /** A member of the workspace. */
  user_id?: string;
  /** An active share link of the review that shows all of the lines. Assigns the lines to its guests. */
  link_id?: string;
  /** When the work should be done. */
  due_at?: string | null;
  filter?: ReviewFilter;
  /** Positions of lines, instead of a filter. */
  nos?: number[];
}

/** The change of one line. */
export interface ReviewChange {
  /** The position of the line. */
  no: number;
  /** The version after the change. */
  version: number;
  before: ReviewDecisionState;
  after: ReviewDecisionState;
}

/** A comment about a line. */
export interface ReviewComment {
  id: string;
  /** The position of the line. */
  no: number;
  /** The comment that this comment replies to. Null if it is not a reply. */
  parent_id: string | null;
  /** The take or audio that the comment is about. Null means the line. */
  audio_id: string | null;
  /** The position in the audio. Null means the whole audio. */
  start_ms: number | null;
  /** The end of the commented part. Null means a single point. */
  end_ms: number | null;
  /** Empty if the comment was deleted. */
  body: string;
  actor: ReviewActor;
  is_resolved: boolean;
  /** Whether the comment was deleted. It stays in the list while it has replies. */
  is_deleted: boolean;
  /** Increases with each change. Send it in quotes as `If-Match`. */
  version: number;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** A change of a comment. */
export interface ReviewCommentChange {
  /** Only the author and editors can change the text. White space around it is removed. */
  body?: string;
  /** Not for replies. */
  is_resolved?: boolean;
}

/** A comment was changed, resolved or deleted. */
export interface ReviewCommentChangedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.comment_changed';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    /** The position of the line. */
    no: number;
    comment: ReviewComment;
  };
}

/** A comment about a line. */
export interface ReviewCommentInput {
  /** White space around it is removed. */
  body: string;
  /** A take of the line, or its delivered audio. */
  audio_id?: string | null;
  /** The position in the audio. Null means the whole audio. */
  start_ms?: number | null;
  /** The end of the commented part. Null means a single point. */
  end_ms?: number | null;
  /** The comment to reply to. You cannot reply to a reply. */
  parent_id?: string | null;
}

/** Someone added a comment. */
export interface ReviewCommentedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.commented';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    /** The position of the line. */
    no: number;
    comment: ReviewComment;
  };
}

/** Someone commented in a review. */
export interface ReviewCommentedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'review.commented';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    review_id: string;
    workflow_id: string;
    /** The latest run of the review. */
    run_id: string;
    /** The position of the line in the review. */
    no: number;
    line_id: string;
    locale_code: string;
    comment_id: string;
    /** The name of the author. */
    author: string;
    body: string;
  };
}

/** Decisions were made or withdrawn. */
export interface ReviewDecidedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.decided';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    /** Up to 100 lines. If you filter the history by `no`, only that line. Empty if `refetch` is true. */
    items: ReviewChange[];
    /** Whether the event has too many lines to list them. If true, read the lines again. */
    refetch: boolean;
  };
}

/** A decision about a line. `waived`: the line is delivered without approval. */
export type ReviewDecision = 'approved' | 'rejected' | 'needs_work' | 'waived';

/** A decision about one of several lines. */
export interface ReviewDecisionEntry extends ReviewDecisionInput {
  /** The position of the line. Alternatively, set `line_id` and `locale_code`. */
  no?: number;
  line_id?: string;
  locale_code?: string;
  /** The version that you read. Null decides about any version. */
  expected_version?: number | null;
}

/** A decision about a line. */
export interface ReviewDecisionInput {
  /** Null opens the line again. */
  decision: ReviewDecision | null;
  /** The chosen take. Default: for `approved`, the take of the delivered audio. */
  audio_id?: string | null;
  /** A short reason. */
  reason?: string | null;
  /** Instructions for the next take. */
  note?: string | null;
  /** Whether to withdraw the approval of a locked take even if a run has used it. Default false. */
  unlock?: boolean;
}

/** A decision with its take, reason and note. */
export interface ReviewDecisionState {
  /** Null if the line is open. */
  decision: ReviewDecision | null;
  /** The take that the decision names. */
  chosen_audio_id: string | null;
  /** Null without a reason. */
  reason: string | null;
  /** Null without a note. */
  note: string | null;
}

/** The result of several decisions. */
export interface ReviewDecisions {
  /** The number of the last event of the review. */
  seq: number;
  /** Number of lines that now have the decision. */
  saved_count: number;
  /** The lines that now have the decision. At most 500. */
  saved: ReviewItem[];
  /** Number of lines that do not have the decision, because they have a newer version, a locked take, or no audio to approve. */
  conflicts_count: number;
  /** The lines that do not have the decision, in their current state. At most 500. */
  conflicts: ReviewItem[];
}

/** Decisions about several lines: `entries`, or one `decision` for all lines of a `filter`. */
export interface ReviewDecisionsInput {
  entries?: ReviewDecisionEntry[];
  filter?: ReviewFilter;
  /** With `filter`: the last event that the caller has seen. Lines that have changed since then are conflicts. */
  seq?: number;
  /** Null opens the line again. */
  decision?: ReviewDecision | null;
  /** A short reason. */
  reason?: string | null;
  /** Instructions for the next take. */
  note?: string | null;
  /** Whether to withdraw the approval of a locked take even if a run has used it. Default false. */
  unlock?: boolean;
}

/** An event of a review. */
export type ReviewEvent = ReviewDecidedEvent | ReviewCommentedEvent | ReviewCommentChangedEvent | ReviewAssignedEvent | ReviewUnlockedEvent | ReviewGateChangedEvent | ReviewRunChangedEvent;

/** Filters of lines, as in the query of `reviews.items`. */
export interface ReviewFilter {
  search?: string;
  locale?: string[];
  character?: string[];
  decision?: ('open' | 'approved' | 'rejected' | 'needs_work' | 'waived')[];
  verdict?: VerdictStatus[];
  status?: ('delivered' | 'dropped' | 'failed' | 'missing')[];
  assignment?: string[];
  commented?: boolean;
  outlier?: boolean;
  too_long?: boolean;
  new_take?: boolean;
}

/** All lines are now approved or waived, or one of them no longer is. */
export interface ReviewGateChangedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.gate_changed';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    /** Null if a line is no longer approved or waived. */
    approved_at: string | null;
  };
}

/** A line of a review in one locale. */
export interface ReviewItem extends ReviewDecisionState {
  /** The position in the review, from 1. */
  no: number;
  line_id: string;
  /** Position in the script, from 0. */
  line_index: number;
  locale_code: string;
  /** Null if the script names no character. */
  character_name: string | null;
  script: string;
  /** The text before translation. Null for a line that was not translated. */
  source_script: string | null;
  /** The result of the line in its run. `missing`: the run ended before the line did. */
  status: 'delivered' | 'dropped' | 'failed' | 'missing';
  /** The delivered audio. Null if nothing was delivered for the line. */
  audio_id: string | null;
  /** Null without audio. */
  duration_ms: number | null;
  /** The takes of the line in all runs of the review. */
  takes_count: number;
  /** The lowest score of the delivered take. Null if no check scored it. */
  score: number | null;
  /** The result of all checks. Null without checks. */
  verdict: VerdictStatus | null;
  /** Whether the audio differs audibly from the other lines of its voice. Always false for runs of over 5,000 lines. */
  is_outlier: boolean;
  /** Whether the delivered audio or the text exceeds a limit of the script. */
  too_long: boolean;
  /** Whether the line was spoken again in this review. */
  has_new_take: boolean;
  /** Null if the line is open. */
  decided_by: ReviewActor | null;
  /** Null if the line is open. */
  decided_at: string | null;
  /** Whether later runs reuse the approved take while the text is unchanged. */
  is_locked: boolean;
  /** Null if the line is unassigned. */
  assignment_id: string | null;
  comments_count: number;
  /** Number of unresolved comments, without replies. */
  unresolved_count: number;
  /** Increases with each decision. Send it in quotes as `If-Match`. */
  version: number;
}

/** A line of a review with its takes. */
export interface ReviewItemDetail extends ReviewItem {
  /** What the script says about the line. */
  notes: string | null;
  /** How to speak the line, according to the script. */
  direction: string | null;
  /** Null if the script sets no limit. */
  max_duration_ms: number | null;
  /** The maximum number of characters of the text. Null if the script sets no limit. */
  max_characters: number | null;
  /** Which limits are exceeded, and by how much. Null if none. */
  too_long_reason: string | null;
  /** Oldest first, including takes of the same text from the last 10 runs of the review. */
  takes: ReviewTake[];
  /** Oldest first, replies included. */
  comments: ReviewComment[];
}

/** A page of the lines of a review. */
export interface ReviewItems {
  /** The last event of the review that the page includes. */
  seq: number;
  /** Exact number of lines that match the filters. */
  total: number;
  items: ReviewItem[];
}

/** A link that lets people without an account take part in a review as guests. */
export interface ReviewLink {
  id: string;
  label: string;
  /** The locales that guests see. Null means all. */
  locales: string[] | null;
  /** The characters whose lines guests see. An empty string means lines without a character. Null means all lines. */
  characters: string[] | null;
  permission: GuestPermission;
  has_passcode: boolean;
  created_by: ReviewActor;
  /** ISO 8601 in UTC. */
  expires_at: string;
  /** Null unless it was revoked. */
  revoked_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A link to share a review. */
export interface ReviewLinkInput {
  /** A label for the link, such as the recipient. White space around it is removed. */
  label: string;
  /** The locales that guests see. Null means all. */
  locales?: string[] | null;
  /** The characters whose lines guests see. An empty string means lines without a character. Null means all lines. */
  characters?: string[] | null;
  permission: GuestPermission;
  /** At most 90 days from now. Default: in 14 days. */
  expires_at?: string | null;
  /** A secret that guests enter. Send it through a different channel than the link. */
  passcode?: string | null;
}

/** The decisions of a locale. */
export interface ReviewProgress {
  locale_code: string;
  items_count: number;
  /** Lines without a decision. */
  open_count: number;
  approved_count: number;
  rejected_count: number;
  needs_work_count: number;
  waived_count: number;
}

/** Which lines to speak again: `filter`, or `nos`. Default: all lines that are rejected or need work. */
export interface ReviewRetryInput {
  filter?: ReviewFilter;
  /** Positions of lines, instead of a filter. */
  nos?: number[];
  /** The run pauses before it would charge more credits. Default: no cap. From 1 to 1000000000. */
  max_credits?: number;
}

/** A retry of lines of the review started or ended. */
export interface ReviewRunChangedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.run_changed';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    run_id: string;
    /** The status of the run at the time of the event. */
    status: RunStatus;
    /** The lines with a new take, which are open again. Empty if `refetch` is true. */
    nos: number[];
    /** Whether the event has too many lines to list them. If true, read the lines again. */
    refetch: boolean;
  };
}

/** A take of a line, with its audio and verdicts. */
export interface ReviewTake {
  /** The take, for decisions. 16 hexadecimal characters. */
  audio_id: string;
  /** The first run of the review with the take. */
  run_id: string;
  run_number: number;
  /** Whether the delivered audio was made from this take. The URL then plays the delivered audio. */
  is_delivered: boolean;
  /** A signed URL of the audio. Null if it is no longer stored. */
  playback_url: string | null;
  /** Null without audio. */
  duration_ms: number | null;
  /** Levels of equal sections of the audio, 0 to 255. */
  peaks: number[];
  /** Empty if their times are `estimated`. */
  words: ReviewWord[];
  /** Null if the audio is no longer stored. */
  word_times: WordTimes | null;
  /** Null if the audio is no longer stored. */
  voice_name: string | null;
  /** Null for guests. */
  provider: string | null;
  /** Null for guests. */
  model: string | null;
  /** The retry strategy. Null for a first take and for guests. */
  strategy: string | null;
  /** Null for guests. */
  credits: number | null;
  verdicts: Verdict[];
}

/** Which lines to unlock. Either `filter` or `nos` is required. */
export interface ReviewUnlockInput {
  filter?: ReviewFilter;
  /** Positions of lines, instead of a filter. */
  nos?: number[];
}

/** How many lines were unlocked. */
export interface ReviewUnlocked {
  /** Lines whose take was locked before. */
  unlocked_count: number;
}

/** Later runs may speak approved lines again. */
export interface ReviewUnlockedEvent {
  /** Increases within the review. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'review.unlocked';
  /** ISO 8601 in UTC. */
  at: string;
  actor: ReviewActor;
  data: {
    items_count: number;
    /** The positions of the lines. Empty if `refetch` is true. */
    nos: number[];
    /** Whether the event has too many lines to list them. If true, read the lines again. */
    refetch: boolean;
  };
}

/** Decisions of a review changed. Sent at most once a minute for each review. */
export interface ReviewUpdatedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'review.updated';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    review_id: string;
    workflow_id: string;
    /** The latest run of the review. */
    run_id: string;
    items_count: number;
    /** Lines without a decision. */
    open_count: number;
    approved_count: number;
    rejected_count: number;
    needs_work_count: number;
    waived_count: number;
  };
}

/** A word with its times in the audio. */
export interface ReviewWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

/** The options of a key rotation. */
export interface RotateApiKey {
  /** How long the old key still works, in seconds. From 0 to 86400. Default 0. */
  grace_period_seconds?: number;
}

/** The old and the new key of a rotation. */
export interface RotatedApiKey {
  /** The key that was replaced. */
  old_key: ApiKey;
  /** The new key, with its secret. */
  new_key: NewApiKey;
}

/** A run of a workflow. */
export interface Run extends RunListItem {
  workflow_id: string;
  /** The same as `credits`. */
  token_cost: number;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** The error message. Null if there is no error. */
  error: string | null;
  /** The error with its code and details. Null if there is no error. */
  error_details: RunError | null;
}

/** A run got the status `cancelled`. */
export interface RunCancelledNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.cancelled';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** Null if the run ended before it started. */
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    /** Credits charged. */
    credits: number;
    total_lines: number;
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines without text to speak. */
    skipped_lines: number;
    failed_lines: number;
  };
}

/** A line card: one line in one locale, with its takes and verdicts. */
export interface RunCard {
  /** The ID of the card. Unique for each line and locale of the run. */
  id: string;
  line_id: string;
  /** The line that this line was translated from. Null for a line of the script. */
  source_line_id: string | null;
  /** Position in the script, from 0. */
  line_index: number;
  locale_code: string;
  /** Null if the script names no character. */
  character_name: string | null;
  /** The notes of the script on the line. */
  notes: string | null;
  /** How to speak the line, according to the script. */
  direction: string | null;
  /** The controls that the script sets for the line. */
  controls: Record<string, string | number | boolean | null> | null;
  /** The maximum duration of the audio, in milliseconds. Null if there is no limit. */
  max_duration_ms: number | null;
  /** The maximum number of characters of the text. Null if there is no limit. */
  max_characters: number | null;
  /** Whether the audio is longer than `max_duration_ms`, or the text has more than `max_characters`. */
  too_long: boolean;
  /** Which limits are exceeded, and by how much. Null if none. */
  too_long_reason: string | null;
  script: string;
  /** The spoken text, if a normalizer changed it. Null means `script`. */
  spoken_script: string | null;
  /** Null if the script contains the line in this locale. */
  translation: CardTranslation | null;
  audio: CardAudio;
  /** The verdicts on the delivered take. */
  validations: Verdict[];
  voice: CardVoice;
  /** URL of an SVG image of the waveform (200 levels). Null if there is no audio. */
  waveform_url: string | null;
  /** How many times the line was synthesized again. */
  retry_count: number;
  /** All takes of the line, oldest first. */
  takes: Take[];
  /** The result of the line in this locale. `skipped`: it has no text to speak. */
  status: 'delivered' | 'generated' | 'not_delivered' | 'dropped' | 'skipped';
  /** Why the line was dropped. */
  dropped: {
    verdicts: DroppingVerdict[];
  } | null;
}

/** A run completed. */
export interface RunCompletedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.completed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** Null if the run ended before it started. */
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    /** Credits charged. */
    credits: number;
    total_lines: number;
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines without text to speak. */
    skipped_lines: number;
    failed_lines: number;
  };
}

/** A page of the lines of a run. */
export interface RunData {
  workflow_id: string;
  run_id: string;
  run_status: RunStatus;
  /** The lines of the page. */
  rows: RunDataRow[];
  /** Whether the rows are final. `not_ready` while the run is active. */
  partial: {
    status: Availability;
    /** Why the rows are not final. Null if they are. */
    reason: string | null;
  };
}

/** A line of the script, with a card per locale. */
export interface RunDataRow {
  /** Identifies the row within the run. */
  id: string;
  /** Position in the script, from 0. */
  line_index: number;
  line_id: string;
  /** The line that this line was translated from. Null for a line of the script. */
  source_line_id: string | null;
  script: string;
  /** Whether the text is available. */
  script_status: Availability;
  /** One card per locale. */
  cards: RunCard[];
}

/** A delivery of a run to a bucket, and its progress. */
export interface RunDelivery {
  id: string;
  run_id: string;
  /** The output node. Null means the whole run. */
  node_id: string | null;
  /** The name of the delivery target: lowercase letters, digits and hyphens. */
  target: string;
  /** Bucket and folder, as `s3://bucket/prefix`. */
  destination: string;
  /** Whether the delivery was started by an output node when the run ended. */
  automatic: boolean;
  /** `awaiting_approval`: it starts when the review of the run has approved or waived every line. */
  status: 'awaiting_approval' | 'pending' | 'running' | 'completed' | 'failed';
  /** Null until the files are counted. */
  files_total: number | null;
  /** Files that were delivered. */
  files_done: number;
  /** Files that could not be delivered. */
  files_failed: number;
  /** Bytes of the files that were delivered. */
  size_bytes: number;
  /** The first 100 files that could not be delivered. */
  failures: {
    /** The path under the prefix. */
    file: string;
    /** Why the file was not delivered. */
    error: string;
  }[];
  /** Why the delivery failed, or why it is being retried. Null if there is no error. */
  error: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** Null until the delivery starts. */
  started_at: string | null;
  /** Null until the delivery ends. */
  completed_at: string | null;
}

/** A run with the definition that it was started with. */
export interface RunDetail extends Run {
  definition_snapshot: WorkflowDefinition;
}

/** An error of a run. */
export interface RunError {
  /** A machine-readable code, such as `empty_script`. */
  code: string;
  /** The message, the same as `error`. */
  message: string;
  /** The node that failed. Null if no single node caused the error. */
  node_id: string | null;
  /** The fields or lines with errors. May be empty. */
  details: {
    /** A dotted path, or a line. */
    field: string;
    message: string;
  }[];
}

/** The credits that a run would cost. */
export interface RunEstimate {
  /** The cost without retries. */
  min_credits: number;
  /** The expected cost, if the checks send back one in ten of the lines that they have not judged yet. */
  expected_credits: number;
  /** The cost with all retries. */
  max_credits: number;
  /** Lines to synthesize, without retries. */
  new_takes: number;
  /** Lines with a stored take, which cost nothing. */
  reused_takes: number;
  /** Reused lines with a locked, approved take. */
  locked_takes: number;
  /** The credits of each node. */
  breakdown: {
    node_id: string;
    node_type: string;
    /** The cost without retries. */
    min_credits: number;
    /** The expected cost, if the checks send back one in ten of the lines that they have not judged yet. */
    expected_credits: number;
    /** The cost with all retries. */
    max_credits: number;
  }[];
  /** Credits that new runs can spend. Null if the plan of the workspace owner has no limit. */
  current_balance: number | null;
  /** Credits that are missing if all retries are used. */
  deficit_at_max: number;
  /** The limits that apply to the run, and whether its cost is over them. */
  limits: RunLimit[];
  /** Whether a run can start: `problems` is empty, no budget denies it, and the balance covers what it reserves, which is `min_credits` or less with a cap or budget. Ignores runs that are already active. */
  can_run: boolean;
  /** How a run would read the script files of the workflow. */
  readings: SourceReading[];
  /** The voice of each character in each locale, in the order of the script. At most 1,000. */
  voices: CastVoice[];
  /** The reasons why the run cannot start. Does not consider the balance and active runs. */
  problems: DefinitionProblem[];
  /** Omissions and assumptions of the estimate, and problems that would occur during the run, by node. */
  notes: {
    node_id: string;
    code: string;
    message: string;
  }[];
}

/** An event of a run. */
export type RunEvent = RunStatusEvent | NodeStateEvent | LineTakeEvent | LineCompletedEvent | LineFailedEvent | ProgressEvent;

/** A run failed. */
export interface RunFailedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.failed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** Null if the run ended before it started. */
    started_at: string | null;
    /** ISO 8601 in UTC. */
    completed_at: string;
    /** Credits charged. */
    credits: number;
    total_lines: number;
    delivered_lines: number;
    /** Lines that a check dropped. */
    dropped_lines: number;
    /** Lines without text to speak. */
    skipped_lines: number;
    failed_lines: number;
    /** The error message. Null if there is no error. */
    error: string | null;
    /** The error with its code and details. Null if there is no error. */
    error_details: RunError | null;
  };
}

/** A limit on the credits of a run, compared with its cost. */
export interface RunLimit {
  /** `cap`: the `max_credits` of the request. */
  source: 'cap' | 'budget';
  /** Null for the cap. */
  budget_id: string | null;
  name: string;
  /** What happens before the run passes the limit. */
  action: BudgetAction;
  /** Credits that the run can spend. Null for a budget that limits only provider cost. */
  available_credits: number | null;
  /** Provider cost that is left, in millionths of a US dollar. Null without such a limit. */
  available_usd_micros: number | null;
  /** The smallest figure of the estimate that is over `available_credits`. `minimum`: the run cannot end without passing it. */
  exceeded_by: 'none' | 'maximum' | 'expected' | 'minimum';
}

/** A run in a list. */
export interface RunListItem {
  id: string;
  status: RunStatus;
  /** The number of the run in its workflow, from 1. */
  run_number: number;
  /** Nodes of the definition. */
  total_nodes: number;
  /** Number of known steps. A step is the processing of one line at one node. */
  total_steps: number;
  /** Of `total_steps`, those that have ended. */
  finished_steps: number;
  /** Credits charged so far. */
  credits: number;
  /** What providers bill to the workspace's own keys for the new takes, in millionths of a US dollar, by the list prices of the models. */
  provider_usd_micros: number;
  /** New takes of models without a list price. Their cost is unknown and not in `provider_usd_micros`. */
  unpriced_takes: number;
  usage_summary: RunUsage;
  /** Null until the run starts. */
  started_at: string | null;
  /** Null until the run ends. */
  completed_at: string | null;
  /** Null if no pause was requested. */
  pause_requested_at: string | null;
  /** Null if the run is not paused. */
  paused_at: string | null;
  /** Null if the run is not paused. */
  pause_reason: PauseReason | null;
  /** Null if `pause_reason` is not `budget`. */
  pause_limit: PauseLimit | null;
  /** The budget that paused the run, which may have been deleted since. Null if `pause_limit` is not `budget`. */
  pause_budget_id: string | null;
  /** What stopped the run, and how to continue. Null if the run is not paused, or if somebody paused it. */
  pause_message: string | null;
  /** The cap: the run pauses before it would charge more. Null without a cap. */
  max_credits: number | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** Whether the run has ended and has audio to download. A run with the status `failed` or `cancelled` has the lines that it delivered. */
  has_export: boolean;
  /** The user who started the run. */
  triggered_by: {
    user_id: string;
    user_name: string;
  };
}

/** What a run delivers, per output node. */
export interface RunOutputs {
  run_id: string;
  run_status: RunStatus;
  /** Credits charged. */
  credits: number;
  outputs: {
    node_id: string;
    node_type: string;
    /** The name of the node. If it has none, the name of its type. */
    display_name: string;
    status: NodeStatus;
    /** The first 100 lines. The run data has all of them. */
    lines: OutputLine[];
    /** Number of all lines. */
    line_count: number;
    /** Whether there are more lines than `lines` contains. */
    truncated: boolean;
  }[];
}

/** The overview of a run. */
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
    /** Null until the run starts. */
    started_at: string | null;
    /** Null until the run ends. */
    completed_at: string | null;
    /** Whether the run has ended and has audio to download. */
    has_export: boolean;
    /** The review of the run. Null until someone opens it. */
    review_id: string | null;
    /** The error message. Null if there is no error. */
    error: string | null;
    /** The error with its code and details. Null if there is no error. */
    error_details: RunError | null;
  };
  /** The definition that the run was started with, and the states of its nodes. */
  workflow_snapshot: {
    definition: WorkflowDefinition;
    node_states: NodeState[];
  };
  /** The metrics of the run, in groups. */
  metric_sections: MetricSection[];
  /** How the run read its scripts. A source appears after it has been read. */
  readings: SourceReading[];
  /** The delivered audio of each locale. */
  audio_by_language: LanguageAudio[];
  /** Lines whose audio is longer than `max_duration_ms`, or whose text has more than `max_characters`. */
  too_long: number;
  /** The results of each validator. */
  validators: ValidatorSummary[];
  /** Further data about this run that the service offers. */
  capabilities: {
    /** Whether the verdicts of each line are available. */
    validator_drilldown: boolean;
    /** Whether the event stream reports timing. */
    live_trace_timing: boolean;
    /** Whether the metrics are final and stored. Becomes true shortly after the run ends. */
    persisted_aggregates: boolean;
  };
  future_links: {
    /** The lines of the run with their verdicts. */
    validator_drilldown: string;
    /** The event stream of the run. */
    live_trace: string;
  };
}

/** Parameters of one run. */
export interface RunParams {
  /** The run fails if more lines than this fail. Default: 0. */
  max_failed_lines?: number;
}

/** Parameters of one run. */
export interface RunParamsInput {
  /** The run fails if more lines than this fail. Default: 0. */
  max_failed_lines?: number;
}

/** A run paused: because of its cap or a budget, because a provider is unavailable, or because somebody paused it. While it waits for a provider, attempts to continue send no further events. */
export interface RunPausedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.paused';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** Null if the run ended before it started. */
    started_at: string | null;
    /** ISO 8601 in UTC. */
    paused_at: string;
    pause_reason: PauseReason;
    /** What stopped the run, and how to continue. Null if somebody paused it. */
    pause_message: string | null;
    /** Credits charged so far. */
    credits: number;
  };
}

/** A paused run continues. After a wait for a provider, sent with the first new take. */
export interface RunResumedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.resumed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** Null if the run ended before it started. */
    started_at: string | null;
    /** ISO 8601 in UTC. */
    resumed_at: string;
    /** Credits charged so far. */
    credits: number;
  };
}

/** A run started. */
export interface RunStartedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'run.started';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    run_id: string;
    workflow_id: string;
    /** The number of the run in its workflow, from 1. */
    run_number: number;
    /** ISO 8601 in UTC. */
    started_at: string;
  };
}

/** The status of a run. `completed`, `failed` and `cancelled` are final. */
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
  /** Increases within the run. Send it as `Last-Event-ID` to resume after it. */
  id: number;
  type: 'run.status';
  run_id: string;
  /** When the event happened. ISO 8601 in UTC. */
  at: string;
  data: {
    status: RunStatus;
    /** Null for the first status. */
    previous_status: RunStatus | null;
    /** The error message. Null if there is no error. */
    error: string | null;
    /** The error with its code and details. Null if there is no error. */
    error_details: RunError | null;
    /** Null if the run is not paused. */
    pause_reason: PauseReason | null;
    /** Null if `pause_reason` is not `budget`. */
    pause_limit: PauseLimit | null;
    /** The budget that paused the run, which may have been deleted since. Null if `pause_limit` is not `budget`. */
    pause_budget_id: string | null;
    /** What stopped the run, and how to continue. Null if the run is not paused, or if somebody paused it. */
    pause_message: string | null;
    /** Credits charged so far. */
    credits: number;
  };
}

/** One pass of a node in a run. */
export interface RunStep {
  id: string;
  node_id: string;
  node_type: string;
  /** The name of the node. If it has none, the name of its type. */
  node_display_name: string;
  status: NodeStatus;
  /** The pass of the node, from 0. */
  iteration: number;
  /** Null until the pass starts. */
  started_at: string | null;
  /** Null until the pass ends. */
  completed_at: string | null;
  /** Counts of the pass. Null unless `include_result` is true. */
  result: Record<string, unknown> | null;
  /** Whether the pass has a result. */
  has_result: boolean;
  /** The output ports through which at least one line left the node. */
  active_ports: string[] | null;
  /** The error message. Null if there is no error. */
  error: string | null;
  /** The error with its code and details. Null if there is no error. */
  error_details: RunError | null;
}

/** Counts and averages over the runs of a workflow. */
export interface RunSummary extends RunStatusCounts {
  total_runs: number;
  /** completed / (completed + failed + cancelled). Null if no run has ended. */
  pass_rate: number | null;
  /** Mean time from start to end of completed runs. Null if no run has completed. */
  average_duration_seconds: number | null;
}

/** What a run has used so far, in total and per locale. */
export interface RunUsage {
  /** Unicode code points of new takes. Reused takes do not count. */
  characters: number;
  /** Lines of the run, including lines with reused takes, but not source lines that translations replaced. Usage reports count only lines with new audio. */
  lines: number;
  /** Length of the new takes. */
  audio_ms: number;
  /** How many times lines were synthesized again. */
  retries: number;
  /** Usage by locale code. */
  by_locale: Record<string, {
    characters: number;
    lines: number;
    audio_ms: number;
  }>;
}

/** Starts runs of a workflow at fixed times. */
export interface Schedule {
  id: string;
  workflow_id: string;
  /** The user who created the schedule. Its runs have the rights of this user. */
  created_by: string;
  name: string;
  /** Five fields: minute, hour, day of month, month, day of week. */
  cron: string;
  /** The IANA time zone of the cron expression. */
  time_zone: string;
  input: ScheduleInput;
  /** Start no run if it would deliver the same as the last run of the schedule: the same definition, texts and pronunciation, and all takes are stored. */
  skip_if_unchanged: boolean;
  enabled: boolean;
  /** `manual`: by a user. `failures`: five starts in a row failed. Null while the schedule is enabled. */
  disabled_reason: 'manual' | 'failures' | null;
  /** How many starts in a row failed. */
  failures_count: number;
  /** The next due time. Null while the schedule is disabled. */
  next_run_at: string | null;
  /** The latest due time. Null before the first one. */
  last_run: ScheduleOccurrence | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** A schedule could not start a run. */
export interface ScheduleFailedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'schedule.failed';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    schedule_id: string;
    workflow_id: string;
    name: string;
    /** ISO 8601 in UTC. */
    due_at: string;
    /** The error code, such as `INSUFFICIENT_CREDITS`. */
    code: string;
    message: string;
    /** How many starts in a row failed. */
    failures_count: number;
    /** Whether the schedule was disabled because of this failure. */
    disabled: boolean;
  };
}

/** What the runs of a schedule change in the workflow. The script is always that of the workflow. */
export interface ScheduleInput {
  /** Replaces the source language of the script. */
  source_language?: string;
  /** Merged into the parameters of the definition. */
  params?: RunParams;
  /** The run pauses before it would charge more credits. Default: no cap. From 1 to 1000000000. */
  max_credits?: number;
}

/** What the runs of a schedule change in the workflow. The script is always that of the workflow. */
export interface ScheduleInputInput {
  /** Replaces the source language of the script. White space around it is removed. */
  source_language?: string;
  /** Merged into the parameters of the definition. */
  params?: RunParamsInput;
  /** The run pauses before it would charge more credits. Default: no cap. From 1 to 1000000000. */
  max_credits?: number;
}

/** A due time of a schedule, and what happened. */
export interface ScheduleOccurrence {
  /** ISO 8601 in UTC. */
  due_at: string;
  outcome: ScheduleOutcome;
  /** The run that was started. Null for other outcomes. */
  run_id: string | null;
  /** For `skipped`, `unchanged` or `run_active`. For `failed`, the error code, such as `INSUFFICIENT_CREDITS`. Otherwise null. */
  reason: string | null;
  /** Why no run started, for a person. Null for `started`. */
  message: string | null;
  /** When the service handled the due time. ISO 8601 in UTC. */
  created_at: string;
}

/** What a schedule did at a due time. `started`: it started a run. `skipped`: no run was needed or possible, because nothing changed or a run was active. `failed`: the run could not start. `missed`: no worker noticed the due time early enough, or before somebody changed or disabled the schedule. */
export type ScheduleOutcome = 'started' | 'skipped' | 'failed' | 'missed';

/** A permission of an API key, in the form `<area>:<action>`. */
export type Scope = 'workflows:read' | 'workflows:run' | 'workflows:write' | 'reviews:read' | 'reviews:write' | 'voices:read' | 'voices:write' | 'dictionary:read' | 'dictionary:write' | 'uploads:write' | 'workspace:read' | 'templates:read' | 'catalog:read' | 'webhooks:write';

/** How a script was parsed. */
export interface ScriptReading {
  /** The extension of the file name. `txt` for text in the config. */
  format: string;
  /** The text encoding. Null for formats that declare their own. */
  encoding: string | null;
  /** Whether the encoding was guessed, because neither the file nor its bytes declare it. */
  encoding_guessed: boolean;
  /** The number of lines. A line in two locales counts twice. */
  line_count: number;
  /** Number of lines that got their position as their ID, because the file has no IDs. */
  generated_id_count: number;
  /** The columns of a table, or fields of JSON entries, that were used. At most 100. */
  columns_used: {
    /** The header, or the zero-based index without a header row. */
    column: string;
    used_as: 'line_id' | 'script' | 'character_name' | 'locale' | 'notes' | 'direction' | 'controls' | 'max_duration_ms' | 'max_characters' | 'source_line_id';
    /** The locale of a script column. */
    locale_code?: string;
    /** The unit of a column of limits. Missing if only its cells have units. */
    unit?: 'ms' | 's' | 'characters';
  }[];
  /** The columns that were not used. At most 100. */
  columns_unused: string[];
  /** Number of parts of the file that did not become lines. For example, a row without text counts. An empty cell also counts if its row has text in another language. */
  skipped_count: number;
  /** The first 50 skipped parts. */
  skipped: {
    /** From 1: the spreadsheet row of a table, the text line of other formats. */
    row: number;
    /** A machine-readable code, such as `invalid_cue` or `metadata`. */
    code: string;
    message: string;
  }[];
  /** All warnings, also those that are not listed. */
  warning_count: number;
  /** The first 50 parts that become lines, but look like mistakes in the file, such as an error value of a spreadsheet. */
  warnings: {
    /** From 1, as in `skipped`. */
    row: number;
    /** A machine-readable code, such as `spreadsheet_error` or `unclosed_quote`. */
    code: string;
    message: string;
  }[];
  /** Lines per locale, most lines first. At most 200. */
  locales: {
    locale_code: string;
    line_count: number;
  }[];
  /** Lines per character, most lines first. At most 200. */
  characters: {
    /** Null for lines without a character. */
    character_name: string | null;
    line_count: number;
  }[];
}

/** A voice, and its similarity to another one. */
export interface SimilarVoice extends Voice {
  /** From 0 to 1, based on measured features. 1 means that the voices sound the same. From 0 to 1. */
  similarity_score: number;
}

/** Whether a slug is available. */
export interface SlugAvailability {
  slug: string;
  available: boolean;
}

/** How a file of a source node was parsed. */
export interface SourceReading {
  /** The node that reads the script. */
  node_id: string;
  /** Null for text in the config. */
  upload_id: string | null;
  /** Null for text in the config. */
  filename: string | null;
  /** How the file was parsed. */
  reading: ScriptReading;
}

/** The ID of a speech provider. */
export type SpeechProviderId = 'espeak' | 'local' | 'openai_compatible' | 'elevenlabs' | 'google' | 'azure' | 'cartesia' | 'naver' | 'fish_audio' | 'rime' | 'respeecher' | 'deepgram' | 'polly' | 'inworld' | 'minimax';

/** Overrides for this run only. */
export interface StartRun {
  /** Replaces the script. The workflow must have exactly one `source_script`. */
  script_text?: string;
  /** Replaces the source language of the script. White space around it is removed. */
  source_language?: string;
  /** Merged into the parameters of the definition. */
  params?: RunParamsInput;
  /** The run pauses before it would charge more credits. Default: no cap. From 1 to 1000000000. */
  max_credits?: number;
}

/** The target of a new delivery. */
export interface StartRunDelivery {
  /** The name of a delivery target of the workspace. */
  target: string;
  /** Deliver only the output of this node. Default: the whole run. */
  node_id?: string;
}

/** The plan to subscribe to. */
export interface Subscribe {
  plan_id: string;
}

/** The paid plan of a user. */
export interface Subscription {
  id: string;
  plan: Plan;
  status: SubscriptionStatus;
  /** ISO 8601 in UTC. */
  current_period_start: string;
  /** ISO 8601 in UTC. */
  current_period_end: string;
  /** Whether the subscription ends with the current period. */
  cancel_at_period_end: boolean;
  /** When the cancellation was requested. */
  canceled_at: string | null;
  /** The plan that starts at `scheduled_at`. */
  scheduled_plan: Plan | null;
  /** Null if no change is scheduled. */
  scheduled_at: string | null;
}

/** The status of a subscription, as reported by the payment processor. */
export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'paused';

/** A pronunciation of a word, with the fields of a dictionary entry. */
export interface SuggestedPronunciation {
  word: string;
  /** Lowercase BCP 47 code. Case does not matter in requests. */
  language: string;
  /** A respelling that voices of `language` read like `ipa`. Null if the letters of the language cannot write it. */
  pronunciation: string | null;
  /** How the embedded engine reads the word. Null if it cannot. */
  ipa: string | null;
  /** Why `ipa` or `pronunciation` is null. Null if both exist. */
  reason: string | null;
}

/** One synthesis of a line, with its verdicts. */
export interface Take {
  /** 0 for the first take. */
  iteration: number;
  /** 16 hexadecimal characters. */
  audio_id: string;
  /** A signed URL of the audio. Null if the take is no longer stored. */
  playback_url: string | null;
  /** Null if the take is no longer stored. */
  provider: string | null;
  /** Null if the take is no longer stored. */
  model: string | null;
  voice: CardVoice;
  /** Credits that this run was charged for the take. 0 for a reused take. */
  credits: number;
  /** Who paid the provider when the take was made. Null if the take is no longer stored. */
  paid_by: PaidBy | null;
  /** The retry strategy, if a check rejected an earlier take. `plain`: the same request again. Null for the first take. */
  strategy: 'tempo' | 'seed' | 'sentences' | 'respelling' | 'model' | 'provider' | 'plain' | null;
  /** The parts of the request that the model does not support, such as `speed`, `direction`, `context` or `controls.stability`. Empty if the take is no longer stored. */
  dropped: string[];
  /** Null if the take is no longer stored. */
  word_times: WordTimes | null;
  verdicts: Verdict[];
}

/** How to read telephone numbers. `auto`: in the usual way of the locale. `digits`: digit by digit. `grouped`: in larger numbers, such as "twelve thirty-four". */
export type TelephoneReading = 'auto' | 'digits' | 'grouped';

/** A workflow to start from. */
export interface Template {
  id: string;
  name: string;
  definition: WorkflowDefinition;
  /** Whether the template is part of the service and therefore read-only. */
  is_starter: boolean;
  /** Whether the template is visible in every workspace. */
  is_public: boolean;
  /** How many times the template was cloned. */
  uses_count: number;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** Null if there is no description. */
  description: string | null;
  /** Null if there is no category. */
  category: TemplateCategory | null;
  /** Whether it is a favorite of the user. */
  is_favorite: boolean;
  /** The author. */
  created_by: string;
}

/** What a template is for. */
export type TemplateCategory = 'media' | 'creative' | 'business' | 'education' | 'wellness';

/** The credits per 1,000 characters of script. */
export interface TemplateEstimate {
  template_id: string;
  /** The cost if each generator synthesizes each line once. Null if a provider is not set up. */
  credits_per_1000_characters: number | null;
  /** The cost if every retry is used. Null if a provider is not set up. */
  max_credits_per_1000_characters: number | null;
  /** The rate of each generator. */
  generators: {
    node_id: string;
    provider: SpeechProviderId;
    /** Null if the provider is not set up or has no such model. */
    model: string | null;
    /** The rate of the model. Null if unknown. */
    credits_per_1000_characters: number | null;
    /** Who pays the provider. Null if the rate is unknown. */
    paid_by: PaidBy | null;
    /** Retries of all checks that can send a line back to the generator. */
    max_retries: number;
  }[];
}

/** A part of the text that is spoken differently from its written form. */
export interface TextChange {
  /** Start in `text`, in UTF-16 code units. */
  start: number;
  /** End in `text`, exclusive. */
  end: number;
  /** The replaced part of `text`. */
  written: string;
  /** What a voice says instead. */
  spoken: string;
  /** `markup`: removed, because `keep_markup` is false. */
  kind: 'number' | 'ordinal' | 'date' | 'time' | 'currency' | 'unit' | 'abbreviation' | 'acronym' | 'roman' | 'phone' | 'web' | 'symbol' | 'markup';
}

/** The fields to change. */
export interface UpdateApiKey {
  /** Null leaves it unchanged. */
  name?: string | null;
  /** Replaces the permissions of the key. */
  scopes?: Scope[];
  /** Requests per minute. Null means the default of 600. */
  rate_limit_per_min?: number | null;
  /** `false` disables the key until it is set to `true` again. */
  active?: boolean;
}

/** The fields to change. To change the scope or the period, create another budget. */
export interface UpdateBudget {
  /** Null leaves it unchanged. */
  name?: string | null;
  /** Credits per period. Null removes the limit. */
  limit_credits?: number | null;
  /** Provider cost per period. In millionths of a US dollar, by the list prices of the models. Only takes with the workspace's own keys count. Null removes the limit. */
  limit_usd_micros?: number | null;
  /** Null leaves it unchanged. */
  action?: BudgetAction | null;
}

/** The new role. */
export interface UpdateMember {
  role: MemberRole;
}

/** The preferences to change. */
export interface UpdateNotificationPreferences {
  /** Whether to send an email when a run that the user started completes. */
  completed_generation_email?: boolean;
  /** Whether to send an email when a run that the user started fails. */
  failed_generation_email?: boolean;
  /** Whether to send a weekly summary of the usage of their workspaces, Monday to Sunday in UTC. No email is sent for a week without usage. */
  weekly_usage_summary_email?: boolean;
  /** Whether the operator can send product news. The service itself sends none. */
  product_updates_email?: boolean;
}

/** The fields to change. */
export interface UpdateSchedule {
  /** Null leaves it unchanged. */
  name?: string | null;
  /** Null leaves it unchanged. */
  cron?: string | null;
  /** Null leaves it unchanged. */
  time_zone?: string | null;
  /** Replaces the whole input. Null leaves it unchanged. */
  input?: ScheduleInputInput | null;
  /** Null leaves it unchanged. */
  skip_if_unchanged?: boolean | null;
  /** `true` enables the schedule again, regardless of why it was disabled. Null leaves it unchanged. */
  enabled?: boolean | null;
}

/** The fields to change. */
export interface UpdateTemplate {
  /** Null leaves it unchanged. */
  name?: string | null;
  /** Null removes it. */
  description?: string | null;
  /** Null removes it. */
  category?: TemplateCategory | null;
  /** Replaces the stored definition. Null is rejected. */
  definition?: WorkflowDefinitionInput;
}

/** The fields to change. */
export interface UpdateWebhookEndpoint {
  /** A public https URL. */
  url?: string;
  description?: string | null;
  events?: WebhookEventType[];
  /** `true` enables the endpoint again, regardless of why it was disabled. */
  active?: boolean;
}

/** The fields to change. */
export interface UpdateWorkflow {
  /** Null leaves it unchanged. */
  name?: string | null;
  /** Null removes it. */
  description?: string | null;
  /** Null leaves it unchanged. */
  definition?: WorkflowDefinitionInput | null;
}

/** The fields to change. */
export interface UpdateWorkspace {
  /** Null leaves it unchanged. */
  name?: string | null;
  slug?: string;
  /** A position in a palette of seven colors. From 0 to 6. */
  color_idx?: number;
  /** From 0 (best voice) to 1 (lowest price). From 0 to 1. */
  routing_price_sensitivity?: number;
  /** Whether provider selection considers how well each model suits the texts: a take that a check rejects counts against its model in that locale. With `false`, only failed requests count. */
  routing_llm_fit?: boolean;
}

/** The settings to change. Null clears a setting. */
export interface UpdateWorkspaceSettings {
  /** The language that the studio suggests for a script whose language cannot be detected. Null if not set. */
  default_language?: string | null;
  /** The colors of the studio. Null and `system` mean those of the device. */
  theme?: 'light' | 'dark' | 'system' | null;
}

/** An uploaded file. */
export interface Upload {
  id: string;
  user_id: string;
  workspace_id: string;
  filename: string;
  category: UploadCategory;
  /** The media type to send the bytes with. */
  content_type: string;
  /** The extension of the file name. */
  format: string;
  /** `confirmed` once the bytes were received and checked. */
  status: 'pending' | 'confirmed';
  /** The declared size. After confirmation, the stored size. */
  size_bytes: number | null;
  /** 64 hexadecimal characters. Null if none was declared. */
  checksum_sha256: string | null;
  /** A signed URL. Null until the upload is confirmed. */
  download_url: string | null;
  /** Null until the upload is confirmed. */
  context_type: 'workflow' | null;
  /** The ID of the workflow. Null until the upload is confirmed. */
  context_id: string | null;
  /** Characters of a script. Null while a large script waits to be counted. Always null for JSON, XLIFF and DOCX files over 8 MiB, for DOCX files that unpack to a large text, and for unreadable files. */
  char_count: number | null;
  /** Lines of a script. Null if `char_count` is null. */
  line_count: number | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** The purpose of an upload. */
export type UploadCategory = 'script' | 'audio' | 'dictionary';

/** An upload was confirmed. */
export interface UploadConfirmedNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'upload.confirmed';
  /** When the event happened. ISO 8601 in UTC. */
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

/** An uploaded script, read as in a run. */
export interface UploadScript {
  upload_id: string;
  filename: string;
  /** How the file was parsed. */
  reading: ScriptReading;
  /** The first 50 lines. */
  lines: {
    line_id: string;
    /** The source line of this translation. Null for a source line. */
    source_line_id: string | null;
    /** From 1, as in `reading.skipped`. */
    row: number;
    locale_code: string;
    /** Null if the file names no character. */
    character_name: string | null;
    script: string;
    /** Notes for people. Not spoken. */
    notes: string | null;
    /** How to speak the line. Models that take directions follow it. */
    direction: string | null;
    /** The controls that the script sets for the line. */
    controls: Record<string, string | number | boolean | null> | null;
    /** The maximum duration of the audio, in milliseconds. Null if there is no limit. */
    max_duration_ms: number | null;
    /** The maximum number of characters of the text. Null if there is no limit. */
    max_characters: number | null;
    /** Start time, for formats with times. */
    start_ms: number | null;
  }[];
}

/** The usage in one bar of an activity chart. */
export interface UsageBucket {
  /** A day such as `Nov 21`, the Monday of a week, or a month such as `Nov 2026`. */
  label: string;
  /** ISO 8601 in UTC. */
  start: string;
  /** Exclusive. ISO 8601 in UTC. */
  end: string;
  /** Settled credits. */
  credits: number;
  /** Unicode code points of new takes. Reused takes do not count. */
  characters: number;
  /** Lines with new audio, once per run. Lines with only reused takes are not counted. */
  lines: number;
  /** Runs that were created. */
  runs: number;
}

/** The usage of a workspace by locale. */
export interface UsageByLanguage {
  /** Null if `activity_view` was sent. */
  range: UsageRange | null;
  timezone: string;
  period: UsagePeriod;
  /** Null if `activity_view` was not sent. */
  activity_view: ActivityView | null;
  /** The sum of `credits` over the rows. */
  total_credits: number;
  /** Most credits first. Only locales with new audio. */
  languages: LanguageUsage[];
}

/** The usage in one local day. */
export interface UsageDay {
  /** In the time zone of the request. */
  date: string;
  /** Settled credits. */
  credits: number;
  /** Unicode code points of new takes. Reused takes do not count. */
  characters: number;
  /** Lines with new audio, once per run. Lines with only reused takes are not counted. */
  lines: number;
  /** Runs that were created. */
  runs: number;
}

/** The bucket with the most credits. */
export interface UsagePeak extends UsageBucket {
  /** The credits used in the bucket. */
  value: number;
}

/** A period from the start of a local day to the end of another. */
export interface UsagePeriod {
  /** The start of the first local day. ISO 8601 in UTC. */
  start: string;
  /** The end of the last local day, exclusive. It may be in the future. ISO 8601 in UTC. */
  end: string;
}

/** The period of a report in local days, including today. */
export type UsageRange = '30d' | '60d' | '90d';

/** The usage of a workspace. */
export interface UsageSummary {
  range: UsageRange;
  activity_view: ActivityView;
  timezone: string;
  /** The period of all fields except `activity`. */
  period: UsagePeriod;
  credits: {
    /** Credits settled in the period, as in the ledger. */
    used: number;
    /** Monthly credits of the owner’s plan, for all their workspaces. Null if unlimited. */
    quota: number | null;
    /** 100 × used / quota, rounded to 4 decimals. Can exceed 100 for several months. Null if there is no quota. */
    percent: number | null;
  };
  characters: {
    /** Unicode code points of new takes. */
    total: number;
  };
  /** The credits and characters of the period by who paid the provider. */
  paid_by: {
    workspace: {
      /** Settled credits. */
      credits: number;
      /** Unicode code points of new takes. Reused takes do not count. */
      characters: number;
    };
    platform: {
      /** Settled credits. */
      credits: number;
      /** Unicode code points of new takes. Reused takes do not count. */
      characters: number;
    };
    none: {
      /** Settled credits. */
      credits: number;
      /** Unicode code points of new takes. Reused takes do not count. */
      characters: number;
    };
  };
  lines: {
    total: number;
    /** Mean characters per line, including retries. Null if there are no lines. */
    avg_chars_per_line: number | null;
  };
  /** Runs that were created in the period, by current status. */
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
    /** The length of a bucket. */
    bucket_unit: 'day' | 'week' | 'month';
    /** A label for display, such as `Last 12 weeks`. */
    range_label: string;
    /** Oldest first, without gaps. */
    buckets: UsageBucket[];
    /** Credits of all buckets. */
    total: number;
    /** Mean credits per bucket, including empty ones. */
    avg: number;
    /** The first bucket with the most credits. Null if no credits were used. */
    peak: UsagePeak | null;
  };
  /** Each local day of the period, oldest first, including empty days. */
  daily: UsageDay[];
}

/** The definition to check. */
export interface ValidateWorkflow {
  /** A workflow definition. It may be invalid. */
  definition: unknown;
}

/** What a validator measures. */
export type ValidatorKind = 'error_rate' | 'naturalness' | 'noise' | 'pacing' | 'loudness' | 'pronunciation';

/** The results of one validator over a whole run. */
export interface ValidatorSummary {
  node_id: string;
  kind: ValidatorKind;
  /** The display name of the check. */
  label: string;
  /** Whether there are results. */
  status: Availability;
  /** Mean score of the scored takes. Null if no take was scored. */
  avg_score: number | null;
  /** Share of takes that passed. Null if no take was scored. */
  pass_rate: number | null;
  /** Takes that passed. */
  pass_count: number;
  /** Takes that failed. */
  fail_count: number;
  /** How many times the check requested a new take. */
  retry_count: number;
  /** Why there are no results. Null otherwise. */
  reason: string | null;
}

/** The result of one validator for one take. */
export interface Verdict {
  kind: ValidatorKind;
  /** The display name of the check. */
  label: string;
  /** From 0 to 100. Null if nothing could be measured. */
  score: number | null;
  status: VerdictStatus;
  /** Why the take failed or was not scored. Null otherwise. */
  reason: string | null;
  /** The lowest score that passes. Null if there is no threshold. */
  threshold: number | null;
  /** Whether the line continued although this check rejected it, because no retries were left. */
  exhausted: boolean;
  /** Word error rate. 0 means no errors. Null if it was not measured. */
  wer: number | null;
  /** Character error rate. 0 means no errors. Null if it was not measured. */
  cer: number | null;
  /** The transcribed text. Null if the take was not transcribed. */
  transcript: string | null;
  /** The scored part, such as `audio`. */
  scored_on: string | null;
  /** The provider that transcribed or scored. Null if the service did. */
  provider: string | null;
  /** The model that transcribed or scored. Null if unknown. */
  model: string | null;
  /** The score if words that sound the same count as correct. Null if sounds were not compared. */
  phonetic_score: number | null;
  /** The script compared with the transcript. For `pronunciation`, only the words of the dictionary. */
  diff: WordDiff[];
  /** The measurements behind the score. May be empty. */
  evidence: Evidence[];
}

/** The status of a verdict. `unscored`: nothing could be measured. */
export type VerdictStatus = 'pass' | 'fail' | 'unscored';

/** A voice that can speak lines. */
export interface Voice {
  id: string;
  name: string;
  provider: SpeechProviderId;
  /** The name or ID by which the provider knows the voice. */
  provider_voice_id: string;
  description: string | null;
  /** Whether runs can use the voice. */
  is_active: boolean;
  /** Null if unknown. */
  gender: VoiceGender | null;
  /** Null if unknown. */
  accent: VoiceAccent | null;
  /** Null if unknown. */
  age: VoiceAge | null;
  /** Null if unknown. */
  category: VoiceCategory | null;
  /** For lists of voices. Null if none was chosen. */
  color: string | null;
  /** Keywords for the search. */
  tags: string[];
  /** The voice in a few words. */
  descriptor: string | null;
  /** Number of workflows that use the voice. */
  uses_count: number;
  /** Reserved for voices that a user adds. Always null for voices of a provider. */
  user_id: string | null;
  source: VoiceSource;
  /** Length of the sample in seconds. Null until the sample is synthesized, and for samples of a provider. */
  duration_seconds: number | null;
  /** URL of a sample, for callers that may read the voice. Null if there is no sample. */
  sample_url: string | null;
  /** Lowercase BCP 47 codes. Empty if the voice declares none: it speaks the languages of its model. */
  supported_languages: string[];
  /** Models that support the voice. Null means all models of the provider. */
  supported_models: string[] | null;
  /** `draft`: suitable for drafts, timing and tests, but not for delivery. `neural`: a neural voice on the machines of this service. Null if unknown. */
  quality: 'draft' | 'neural' | null;
  /** Whether it is a favorite of the workspace. */
  is_favorite: boolean;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** The accent of a voice. */
export type VoiceAccent = 'american' | 'british' | 'australian' | 'indian' | 'canadian' | 'irish' | 'african' | 'european' | 'east_asian' | 'southeast_asian' | 'latin_american' | 'middle_eastern' | 'slavic' | 'spanish' | 'french' | 'german' | 'italian' | 'portuguese' | 'japanese' | 'korean' | 'chinese' | 'thai' | 'vietnamese' | 'other';

/** The perceived age of a voice. */
export type VoiceAge = 'young' | 'middle_aged' | 'old';

/** The content that a voice suits. */
export type VoiceCategory = 'news' | 'narration' | 'story' | 'podcast' | 'conversational' | 'social_media' | 'educational' | 'business';

/** The values of each attribute, and how many voices have each value, most frequent first. Each attribute is listed under its singular and under its plural name. */
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
  sources: {
    value: string;
    count: number;
  }[];
  genders: {
    value: string;
    count: number;
  }[];
  ages: {
    value: string;
    count: number;
  }[];
  categories: {
    value: string;
    count: number;
  }[];
  accents: {
    value: string;
    count: number;
  }[];
  providers: {
    value: string;
    count: number;
  }[];
  models: {
    value: string;
    count: number;
  }[];
  languages: {
    value: string;
    count: number;
  }[];
}

/** The perceived gender of a voice. */
export type VoiceGender = 'male' | 'female' | 'neutral';

/** What a voice speaks. */
export interface VoicePreviewInput {
  /** Default: the first locale of the voice, or else en-us. White space around it is removed. */
  locale?: string;
}

/** The origin of a voice. `platform`: the catalog of a provider. `recorded` and `uploaded` are reserved: no voice has them yet. */
export type VoiceSource = 'platform' | 'recorded' | 'uploaded';

/** A webhook event for one endpoint, and its last attempt. */
export interface WebhookDelivery {
  id: string;
  endpoint_id: string;
  /** The body that is sent. */
  event: WebhookEvent;
  /** `pending` while attempts follow. The final status depends on whether an attempt got a 2xx response. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Number of attempts so far. */
  attempts: number;
  /** Null if no more attempts follow. */
  next_attempt_at: string | null;
  /** Null before the first attempt. */
  last_attempt_at: string | null;
  /** Status of the last response. Null if there was no response. */
  response_status: number | null;
  /** Start of the body of the last response. */
  response_body: string | null;
  /** Duration of the last attempt. */
  duration_ms: number | null;
  /** Why the last attempt failed. Null if it did not fail. */
  error: string | null;
  /** The webhook delivery that this one repeats. */
  redelivery_of: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A webhook endpoint, without its secret. */
export interface WebhookEndpoint {
  id: string;
  workspace_id: string;
  created_by: string;
  /** The URL that events are sent to. */
  url: string;
  description: string | null;
  /** The types of webhook events that are sent to it. */
  events: WebhookEventType[];
  /** Whether events are sent. */
  active: boolean;
  /** Null while the endpoint is active. */
  disabled_at: string | null;
  /** `manual`: by a user. `gone`: the endpoint returned 410. `failures`: every attempt failed for about a day. Null while the endpoint is active. */
  disabled_reason: 'manual' | 'gone' | 'failures' | null;
  /** When attempts started to fail. Null while attempts succeed. */
  failing_since: string | null;
  /** After a rotation, requests are also signed with the old secret until this time. */
  previous_secret_expires_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
}

/** A webhook event: the body of a webhook request. */
export type WebhookEvent = RunStartedNotice | RunPausedNotice | RunResumedNotice | RunCompletedNotice | RunFailedNotice | RunCancelledNotice | UploadConfirmedNotice | DeliveryCompletedNotice | DeliveryFailedNotice | ReviewUpdatedNotice | ReviewCommentedNotice | ReviewApprovedNotice | CreditsLowNotice | BudgetReachedNotice | ScheduleFailedNotice | WebhookTestNotice;

/** An event that an endpoint can subscribe to. */
export type WebhookEventType = 'run.started' | 'run.paused' | 'run.resumed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'upload.confirmed' | 'delivery.completed' | 'delivery.failed' | 'review.updated' | 'review.commented' | 'review.approved' | 'credits.low' | 'budget.reached' | 'schedule.failed';

/** Sent when you test an endpoint. */
export interface WebhookTestNotice {
  /** The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header. */
  id: string;
  type: 'webhook.test';
  /** When the event happened. ISO 8601 in UTC. */
  timestamp: string;
  workspace_id: string;
  data: {
    endpoint_id: string;
  };
}

/** The user or API key that sent the request. */
export interface Whoami {
  /** The kind of credential. */
  auth_kind: 'jwt' | 'api_key';
  /** The user who sends the request, or who created the API key. */
  user_id: string;
  /** The workspace of the API key. For a token, the personal workspace of the user. */
  workspace_id: string | null;
  /** Null for a token. */
  api_key_id: string | null;
  /** The scopes of the API key. A token has all scopes. */
  scopes: Scope[];
}

/** Words of the script, and the words of the transcript in the same place. */
export interface WordDiff {
  /** `homophone`: spelled differently but sounds the same. `insert`: transcribed but not in the script. `delete`: in the script but not transcribed. */
  op: 'match' | 'homophone' | 'substitute' | 'insert' | 'delete';
  /** The words of the script. Empty for `insert`. */
  script: string;
  /** The transcribed words. Empty for `delete`. */
  transcript: string;
  /** Start in the audio, in milliseconds. Null if the transcription has no times. */
  start_ms: number | null;
  /** End in the audio, in milliseconds. Null if the transcription has no times. */
  end_ms: number | null;
}

/** Where the times of the words of a take come from. `engine`: from the engine that spoke it. `aligned`: from a comparison of its audio with a reference that speaks the same text. `estimated`: unknown, so subtitles divide the speech by the lengths of the words. */
export type WordTimes = 'engine' | 'aligned' | 'estimated';

/** A workflow: a graph that turns a script into audio. */
export interface Workflow extends WorkflowListItem {
  definition: WorkflowDefinition;
}

/** The definition of a workflow: nodes, edges and parameters. */
export interface WorkflowDefinition {
  /** The JSON Schema with which editors check the file. Has no effect. */
  $schema?: string;
  /** Unknown fields, such as the viewport of an editor, are kept. */
  graph: {
    nodes: WorkflowNode[];
    edges: WorkflowEdge[];
    [key: string]: unknown;
  };
  execution: {
    /** Node IDs in execution order. If empty, the service computes the order from the edges. */
    steps: string[];
    params: ExecutionParams;
    [key: string]: unknown;
  };
}

/** The definition of a workflow. Every part is optional. */
export interface WorkflowDefinitionInput {
  /** The JSON Schema with which editors check the file. Has no effect. */
  $schema?: string;
  graph?: {
    nodes?: WorkflowNodeInput[];
    edges?: WorkflowEdge[];
    [key: string]: unknown;
  };
  execution?: {
    /** Node IDs in execution order. If empty, the service computes the order from the edges. */
    steps?: string[];
    params?: ExecutionParams;
    [key: string]: unknown;
  };
}

/** A connection from an output port to an input port. Unknown fields are kept. */
export interface WorkflowEdge {
  id: string;
  /** The node that lines come from. */
  source: string;
  sourcePort: string;
  /** The node that lines go to. */
  target: string;
  targetPort: string;
  [key: string]: unknown;
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
  /** Null if there is no description. */
  description: string | null;
  /** How often the workflow was started. */
  runs_count: number;
  /** When the latest run was created. Null if the workflow has no runs. */
  last_run_at: string | null;
  /** The status of the latest run. Null if the workflow has no runs. */
  last_run_status: RunStatus | null;
  run_status_counts: RunStatusCounts;
}

/** A node of a workflow. Unknown fields are kept. */
export interface WorkflowNode {
  id: string;
  /** The type of the node, such as `source_script`. */
  type: string;
  name?: string;
  /** In pixels of the canvas. Has no effect on runs. */
  position: {
    /** From -1000000000 to 1000000000. */
    x: number;
    /** From -1000000000 to 1000000000. */
    y: number;
  };
  /** The settings of the node, complete. */
  config: Record<string, unknown>;
  /** The version of the node type that the config is for. */
  config_version: number;
  [key: string]: unknown;
}

/** A node of a workflow. Unknown fields are kept. */
export interface WorkflowNodeInput {
  id: string;
  /** The type of the node, such as `source_script`. */
  type: string;
  /** White space around it is removed. */
  name?: string;
  /** In pixels of the canvas. Has no effect on runs. */
  position?: {
    /** From -1000000000 to 1000000000. */
    x: number;
    /** From -1000000000 to 1000000000. */
    y: number;
  };
  /** Omitted fields get their defaults. */
  config?: Record<string, unknown>;
  /** Default: the current version. */
  config_version?: number;
  [key: string]: unknown;
}

/** A workspace. Workflows, keys, uploads and members belong to it. */
export interface Workspace {
  id: string;
  name: string;
  slug: string;
  /** A position in a palette of seven colors. From 0 to 6. */
  color_idx: number;
  /** The owner, whose plan sets limits and credits. */
  created_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
  /** From 0 (best voice) to 1 (lowest price). From 0 to 1. */
  routing_price_sensitivity: number;
  /** Whether provider selection considers how well each model suits the texts: a take that a check rejects counts against its model in that locale. With `false`, only failed requests count. */
  routing_llm_fit: boolean;
}

/** User interface settings that the members of a workspace share. */
export interface WorkspaceSettings {
  /** The language that the studio suggests for a script whose language cannot be detected. Null if not set. */
  default_language: string | null;
  /** The colors of the studio. Null and `system` mean those of the device. */
  theme: 'light' | 'dark' | 'system' | null;
}

/** Query of any list with cursors. */
export interface PageQuery {
  /** Number of items to skip. Default: 0. Cannot be combined with `cursor`. From 0 to 10000. */
  offset?: number;
  /** The `cursor` value from the URL in `pagination.next` or `pagination.prev`. You can also pass the whole URL. */
  cursor?: string;
  /** Items per page. From 1 to 100. Default 20. */
  limit?: number;
}

/** Query of `api_keys.list`. */
export interface ApiKeysListQuery extends PageQuery {
  /** Items per page. From 1 to 100. Default 50. */
  limit?: number;
  /** Return only keys with this status. Default 'active'. */
  status?: 'active' | 'revoked' | 'all';
}

/** Query of `workspaces.list`. */
export type WorkspacesListQuery = PageQuery;

/** Query of `workspaces.slug_available`. */
export interface WorkspacesSlugAvailableQuery {
  /** A slug that a workspace could get. */
  slug: string;
}

/** Query of `users.list_invoices`. */
export interface UsersListInvoicesQuery {
  /** Items per page. From 1 to 100. Default 20. */
  limit?: number;
  /** The ID of the last invoice of the previous page. */
  starting_after?: string;
}

/** Query of `templates.list`. */
export interface TemplatesListQuery extends PageQuery {
  /** Return only templates in these categories. */
  category?: TemplateCategory | TemplateCategory[];
  /** Text in the name or the description. White space around it is removed. */
  search?: string;
  /** `recent`: newest first. `popular`: most cloned first. `name`: by name. Default 'recent'. */
  sort?: 'recent' | 'popular' | 'name';
  /** Return only favorites of the user. Default false. */
  favorites_only?: boolean;
}

/** Query of `templates.mine`. */
export type TemplatesMineQuery = TemplatesListQuery;

/** Query of `workflows.list`. */
export interface WorkflowsListQuery extends PageQuery {
  /** Return only workflows whose latest run has this status. `draft`: no runs. */
  status?: 'draft' | 'running' | 'completed' | 'failed' | 'paused';
  /** Text in the name or the description. White space around it is removed. */
  search?: string;
  /** Default: `updated_at`, descending. Repeat it to sort by several keys. */
  sort?: 'name' | 'updated_at' | 'runs_count' | ('name' | 'updated_at' | 'runs_count')[];
  /** The sort order of each `sort` key, by position. Must not have more values than `sort`. */
  order?: 'asc' | 'desc' | ('asc' | 'desc')[];
  /** Return only workflows whose latest run was created at this time or later. ISO 8601 in UTC. */
  last_run_after?: string;
  /** Return only workflows whose latest run was created at this time or earlier. ISO 8601 in UTC. */
  last_run_before?: string;
  /** Return only workflows with, or without, a failed run. */
  has_failed_run?: boolean;
}

/** Query of `workflows.name_availability`. */
export interface WorkflowsNameAvailabilityQuery {
  /** White space around it is removed. */
  name: string;
  /** The ID of a workflow to ignore, such as the workflow that you rename. */
  exclude_id?: string;
}

/** Query of `workflows.uploads`. */
export type WorkflowsUploadsQuery = PageQuery;

/** Query of `schedules.list`. */
export interface SchedulesListQuery extends PageQuery {
  /** Return only the schedules of this workflow. */
  workflow_id?: string;
}

/** Query of `schedules.occurrences`. */
export type SchedulesOccurrencesQuery = PageQuery;

/** Query of `runs.list`. */
export interface RunsListQuery extends PageQuery {
  /** Return only runs with these statuses, separated by commas. */
  status?: string;
  /** Return only runs started by a user whose name contains this text. Leading and trailing whitespace is ignored. */
  search?: string;
  /** What to order the runs by. Default 'created_at'. */
  sort?: 'created_at' | 'started_at' | 'completed_at' | 'status';
  /** `desc`: latest or last first. Default 'desc'. */
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
  /** Whether to include the result of each pass. Default false. */
  include_result?: boolean;
  /** Return only entries for nodes of this type. */
  node_type?: string;
  /** Return only entries for this node. */
  node_id?: string;
}

/** Query of `runs.data`. */
export interface RunsDataQuery extends PageQuery {
  /** Text in the script, the line ID or the character. White space around it is removed. */
  search?: string;
  /** Return only cards of this locale. `total` does not change. White space around it is removed. */
  language?: string;
  /** Whether to include lines that a check dropped. Default false. */
  include_dropped?: boolean;
}

/** Query of `runs.download`. */
export interface RunsDownloadQuery {
  /** `zip`: all files. `files`: JSON Lines with the path, URL, size and checksum of each audio file. `pickups`: a CSV script of the lines that need attention, each with its reasons: a reviewer sent the line back, it needs a new take, or someone should listen to it. `pickups-json`: the same as JSON. Default 'zip'. */
  format?: 'zip' | 'files' | 'pickups' | 'pickups-json';
  /** `approved`: only lines whose delivered take was approved in the review of the run. */
  only?: 'approved';
}

/** Query of `runs.download_node`. */
export type RunsDownloadNodeQuery = RunsDownloadQuery;

/** Query of `runs.script`. */
export interface RunsScriptQuery {
  /** XLIFF 2.0 supports one source and one target language, the other formats any number. Default 'csv'. */
  format?: 'csv' | 'xliff-1.2' | 'xliff-2.0';
  /** Include only source lines and their translations into this locale. White space around it is removed. */
  language?: string;
}

/** Query of `reviews.items`. */
export interface ReviewsItemsQuery {
  /** Items per page. From 1 to 500. Default 100. */
  limit?: number;
  /** Items to skip. From 0 to 200000. Default 0. */
  offset?: number;
  /** The order. `changed`: by the last decision. Default 'no'. */
  sort?: 'no' | 'score' | 'duration_ms' | 'changed';
  /** `asc`: the first or lowest first. Default 'asc'. */
  order?: 'asc' | 'desc';
  /** Part of a text, line ID or character name. Case does not matter. */
  search?: string;
  /** Return only these locales. */
  locale?: string | string[];
  /** Return only lines of these characters. An empty name selects lines without one. */
  character?: string | string[];
  /** Return only lines with these decisions. */
  decision?: 'open' | 'approved' | 'rejected' | 'needs_work' | 'waived' | ('open' | 'approved' | 'rejected' | 'needs_work' | 'waived')[];
  /** Return only lines with these check results. */
  verdict?: VerdictStatus | VerdictStatus[];
  /** Return only lines with these run results. */
  status?: 'delivered' | 'dropped' | 'failed' | 'missing' | ('delivered' | 'dropped' | 'failed' | 'missing')[];
  /** Return only lines of these assignments. */
  assignment?: string | string[];
  /** `true`: only lines with comments. `false`: only lines without. */
  commented?: boolean;
  /** `true`: only outliers. `false`: only other lines. */
  outlier?: boolean;
  /** `true`: only lines that exceed a limit. `false`: only other lines. */
  too_long?: boolean;
  /** `true`: only open lines that were spoken again. `false`: only other lines. */
  new_take?: boolean;
}

/** Query of `reviews.history`. */
export interface ReviewsHistoryQuery extends PageQuery {
  /** Return only events of this line. From 1 to 1000000. */
  no?: number;
}

/** Query of `reviews.links`. */
export interface ReviewsLinksQuery extends PageQuery {
  /** `true`: only active links. `false`: only links that no longer work. */
  active?: boolean;
}

/** Query of `uploads.script`. */
export interface UploadsScriptQuery {
  /** Whether the first row of a CSV file contains the column names. Default true. */
  csv_has_header?: boolean;
  /** `character_name`: a CSV file must have a column with character names. */
  csv_column?: 'character_name';
  /** The column of line IDs: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.line_id'?: string;
  /** The column of texts: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.script'?: string;
  /** The text columns by locale, each as `de-de:German text`. May be repeated. */
  'columns.texts'?: string | string[];
  /** The column of characters: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.character_name'?: string;
  /** The column of locales: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.locale'?: string;
  /** The column of notes: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.notes'?: string;
  /** The column of directions: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.direction'?: string;
  /** The column of maximum durations: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.max_duration_ms'?: string;
  /** The column of maximum numbers of characters: a header, or a zero-based index if `csv_has_header` is false. Empty means that there is no such column. */
  'columns.max_characters'?: string;
  /** The locale of lines without one. Default: detected. White space around it is removed. */
  source_language?: string;
}

/** Query of `voices.list`. */
export interface VoicesListQuery extends PageQuery {
  /** Return only favorites of the workspace. Default false. */
  favorites_only?: boolean;
  /** Return only voices with one of these values. */
  source?: VoiceSource | VoiceSource[];
  /** Return only voices with one of these values. */
  gender?: VoiceGender | VoiceGender[];
  /** Return only voices with one of these values. */
  age?: VoiceAge | VoiceAge[];
  /** Return only voices with one of these values. */
  category?: VoiceCategory | VoiceCategory[];
  /** Return only voices with one of these values. */
  accent?: VoiceAccent | VoiceAccent[];
  /** Return only voices with one of these values. */
  provider?: SpeechProviderId | SpeechProviderId[];
  /** Return only voices of these models. */
  model?: string | string[];
  /** Return only voices that support one of these locales. */
  language?: string | string[];
  /** Return only voices that declare no languages. They speak the languages of their model, and no `language` matches them. Default false. */
  any_language?: boolean;
  /** Text in the name or the description. */
  search?: string;
  /** Default: `name`. Repeat it to sort by several keys. */
  sort?: 'name' | 'created_at' | 'uses_count' | ('name' | 'created_at' | 'uses_count')[];
  /** The sort order of each `sort` key, by position. Must not have more values than `sort`. Default: `asc`. */
  order?: 'asc' | 'desc' | ('asc' | 'desc')[];
}

/** Query of `voices.facets`. */
export interface VoicesFacetsQuery {
  /** Return only favorites of the workspace. Default false. */
  favorites_only?: boolean;
  /** Return only voices with one of these values. */
  source?: VoiceSource | VoiceSource[];
  /** Return only voices with one of these values. */
  gender?: VoiceGender | VoiceGender[];
  /** Return only voices with one of these values. */
  age?: VoiceAge | VoiceAge[];
  /** Return only voices with one of these values. */
  category?: VoiceCategory | VoiceCategory[];
  /** Return only voices with one of these values. */
  accent?: VoiceAccent | VoiceAccent[];
  /** Return only voices with one of these values. */
  provider?: SpeechProviderId | SpeechProviderId[];
  /** Return only voices of these models. */
  model?: string | string[];
  /** Return only voices that support one of these locales. */
  language?: string | string[];
  /** Return only voices that declare no languages. They speak the languages of their model, and no `language` matches them. Default false. */
  any_language?: boolean;
  /** Text in the name or the description. */
  search?: string;
}

/** Query of `voices.similar`. */
export interface VoicesSimilarQuery {
  /** The maximum number of voices. From 1 to 50. Default 10. */
  limit?: number;
  /** Return only voices that support one of these locales. */
  language?: string | string[];
}

/** Query of `dictionary.list`. */
export interface DictionaryListQuery extends PageQuery {
  /** Part of the word or of its pronunciation. Case does not matter. White space around it is removed. */
  search?: string;
  /** Return only entries in these languages. `en` includes `en-us`; `*` selects the entries that apply to every locale. */
  language?: string | string[];
  /** Return only entries with these methods. */
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `dictionary.search`. */
export interface DictionarySearchQuery extends PageQuery {
  /** Part of the word or of its pronunciation. Case does not matter. White space around it is removed. */
  q?: string;
  /** An alias of `q`. Must not be combined with it. White space around it is removed. */
  search?: string;
  /** Return only entries in these languages. `en` includes `en-us`; `*` selects the entries that apply to every locale. */
  language?: string | string[];
  /** Return only entries with these methods. */
  method?: PronunciationMethod | PronunciationMethod[];
}

/** Query of `dictionary.export`. */
export interface DictionaryExportQuery {
  /** The file format of the response. Default 'pls'. */
  format?: LexiconFormat;
  /** Export only entries of exactly this language. Required for `pls`, which has one language per file, if the dictionary has several. White space around it is removed. */
  language?: string;
}

/** Query of `providers.list`. */
export type ProvidersListQuery = PageQuery;

/** Query of `providers.models`. */
export type ProvidersModelsQuery = PageQuery;

/** Query of `providers.voices`. */
export type ProvidersVoicesQuery = PageQuery;

/** Query of `usage.summary`. */
export interface UsageSummaryQuery {
  /** The period of all fields except `activity`. Default '30d'. */
  range?: UsageRange;
  /** The period of `activity`. Default 'daily'. */
  activity_view?: ActivityView;
  /** The IANA time zone that decides when a day starts. Default 'UTC'. */
  timezone?: string;
}

/** Query of `usage.by_language`. */
export interface UsageByLanguageQuery {
  /** The period in local days, including today. Default '30d'. */
  range?: UsageRange;
  /** Use the period of this activity chart instead of `range`. */
  activity_view?: ActivityView;
  /** The IANA time zone that decides when a day starts. Default 'UTC'. */
  timezone?: string;
}

/** Query of `usage.activity`. */
export interface UsageActivityQuery extends PageQuery {
  /** The period in local days, including today. Default '30d'. */
  range?: UsageRange;
  /** Return only these actions. */
  type?: ActivityAction | ActivityAction[];
  /** Return only actions of this user. */
  user_id?: string;
}

/** Query of `billing.list_plans`. */
export interface BillingListPlansQuery {
  /** Starts at 1. From 1 to 1000. Default 1. */
  page?: number;
  /** Items per page. From 1 to 100. Default 20. */
  limit?: number;
}

/** Query of `budgets.list`. */
export type BudgetsListQuery = PageQuery;

/** Query of `webhook_endpoints.list`. */
export type WebhookEndpointsListQuery = PageQuery;

/** Query of `webhook_endpoints.deliveries`. */
export type WebhookEndpointsDeliveriesQuery = PageQuery;

/** Query of `deliveries.list`. */
export type DeliveriesListQuery = PageQuery;

/** The HTTP status of each error code. */
export interface ErrorStatuses {
  /** The body is not valid JSON. */
  BAD_REQUEST: 400;
  /** The credential is missing, or the token is invalid. */
  UNAUTHENTICATED: 401;
  /** The API key is unknown, revoked, inactive, or of a reserved type. */
  INVALID_API_KEY: 401;
  /** The minimum cost exceeds the credits of the workspace owner. */
  INSUFFICIENT_CREDITS: 402;
  /** The cap of the run or a budget of the workspace does not allow the work. */
  BUDGET_EXCEEDED: 402;
  /** The upload exceeds the storage limit of the workspace. */
  STORAGE_LIMIT_EXCEEDED: 402;
  /** A limit of the plan is reached. */
  PLAN_LIMIT_REACHED: 402;
  /** The payment was declined, or no payment method exists. */
  PAYMENT_REQUIRED: 402;
  /** The role of the caller is not sufficient, the caller is not the owner, or this kind of credential is not accepted. */
  FORBIDDEN: 403;
  /** The operator of the service has suspended the user or the workspace. */
  SUSPENDED: 403;
  /** The API key does not have the scope of the operation. */
  INSUFFICIENT_SCOPE: 403;
  /** The plan does not include this feature. */
  FEATURE_NOT_IN_PLAN: 403;
  /** The resource does not exist, was deleted, or is not visible to the caller. */
  NOT_FOUND: 404;
  /** The path does not support this method. */
  METHOD_NOT_ALLOWED: 405;
  /** The current state of the resource does not allow the operation. */
  CONFLICT: 409;
  /** The workflow already has an active run. */
  RUN_ALREADY_ACTIVE: 409;
  /** The plan does not allow more concurrent runs. */
  CONCURRENT_RUN_LIMIT: 409;
  /** Another workspace already has this slug. */
  WORKSPACE_SLUG_TAKEN: 409;
  /** The person is already a member of the workspace. */
  ALREADY_MEMBER: 409;
  /** An invite for this email address is already open. */
  INVITE_PENDING: 409;
  /** Another resource already has this name. */
  NAME_TAKEN: 409;
  /** The first request with this Idempotency-Key is still in progress. */
  IDEMPOTENCY_IN_PROGRESS: 409;
  /** The invite was accepted or revoked, or it has expired. */
  INVITE_GONE: 410;
  /** If-Match does not name the current version. */
  PRECONDITION_FAILED: 412;
  /** The body is larger than 4 MiB, or than 16 MiB if it contains a definition. */
  PAYLOAD_TOO_LARGE: 413;
  /** The body is not application/json. */
  UNSUPPORTED_MEDIA_TYPE: 415;
  /** The request is invalid. `details` lists every error with its field. */
  VALIDATION_ERROR: 422;
  /** This Idempotency-Key was already used for a different request. */
  IDEMPOTENCY_KEY_REUSED: 422;
  /** Too many requests. Retry after the seconds in `Retry-After`. */
  RATE_LIMITED: 429;
  /** An internal error. Include the request ID when you report it. */
  SERVER_ERROR: 500;
  /** The service or a provider is temporarily unavailable. Retry after the seconds in `Retry-After`. */
  UNAVAILABLE: 503;
}

/** The ID of a transcription provider. */
export type TranscriptionProviderId = 'local' | 'openai_compatible' | 'elevenlabs' | 'deepgram';

/** The ID of a translation provider. */
export type TranslationProviderId = 'openai_compatible' | 'google' | 'deepl' | 'anthropic';

/** Config of a `source_script` node (Script). Every field may be left out. */
export type SourceScriptConfig = {
  /** The source of the lines. Default 'text'. */
  input_type?: 'text' | 'file' | 'media';
  /** The script for `text`. Each non-empty line is a line. Default ''. */
  text?: string;
  /** Confirmed uploads for `file` and `media`. */
  upload_ids?: string[];
  /** `character_name`: CSV files, Word tables and JSON entries must have a column or field of this name, or of an alias, with character names. For other formats, it is an error. Null means the column is detected. */
  csv_column?: 'character_name' | null;
  /** Whether the first row of CSV files and Word tables has the names of the columns. Default true. */
  csv_has_header?: boolean;
  /** Columns of CSV files and Word tables: headers, or zero-based indexes if there is no header row. For JSON: fields of line objects. For other formats, a name is an error. Omitted columns are detected. Null means that no column has it. */
  columns?: {
    /** The ID of a line. */
    line_id?: string | number | null;
    /** The text to speak. */
    script?: string | number | null;
    /** The text columns by locale. No other column then has texts, except `script`. */
    texts?: Record<string, string | number>;
    /** The character who speaks. */
    character_name?: string | number | null;
    /** The locale of a line. */
    locale?: string | number | null;
    /** Notes for people. Not spoken. */
    notes?: string | number | null;
    /** How a line should be spoken. Models with a `direction_control` receive it. */
    direction?: string | number | null;
    /** The longest allowed audio of a line. In milliseconds, unless the header or the cell has a unit. */
    max_duration_ms?: string | number | null;
    /** The maximum number of characters of the text of a line. */
    max_characters?: string | number | null;
  };
  /** The locale of lines without one. Null means detected. */
  source_language?: string | null;
  /** The provider that transcribes `media`. Null means the first one that the workspace has a key for. */
  transcription_provider?: TranscriptionProviderId | null;
  /** Null means the default model of the provider. */
  transcription_model?: string | null;
};

/** Config of a `source_audio` node (Recordings). Every field may be left out. */
export type SourceAudioConfig = {
  /** Confirmed uploads of the category `audio`. Each is one line. */
  upload_ids?: string[];
  /** A CSV, TSV or JSON upload that describes the files: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export can be used. */
  list_upload_id?: string | null;
  /** Text by file name, for files that the list does not describe. */
  scripts?: Record<string, string>;
  /** The locale of files without one in the list or in their name. Null means detected from the script. */
  source_language?: string | null;
};

/** Config of a `operator_translator` node (Translator). Every field may be left out. */
export type OperatorTranslatorConfig = {
  /** The languages to translate into. Lines that the script already contains in a language are not translated into it. */
  target_languages?: string[];
  /** The translation provider. Null means none: only translations of the script and the translation memory are used. */
  provider?: TranslationProviderId | null;
  /** Null means the default model of the provider. */
  model?: string | null;
  /** pseudo: accents and about 30% more text instead of a translation, to test a workflow. Default 'translate'. */
  mode?: 'translate' | 'pseudo';
  /** Whether lines also continue in their source language. If false, their translations replace them. Default false. */
  keep_source?: boolean;
  /** Terms and their translations. Translations without them are rejected. */
  glossary?: {
    /** The term in scripts. Case does not matter. White space around it is removed. */
    source: string;
    /** Translation by locale code. A bare language code applies to all of its locales. Null means the term is not translated. */
    target?: Record<string, string> | null;
  }[];
  /** The form of address, if the language and the provider support it. Default 'default'. */
  formality?: 'default' | 'formal' | 'informal';
  /** Instructions for the translation: audience, tone, story. Only for language models. Default ''. */
  instructions?: string;
  /** Lines before and after to send as context, if the provider supports it. From 0 to 20. Default 3. */
  context_lines?: number;
  /** The maximum length of a translation relative to its source. Chinese, Japanese and Korean characters count twice. From 1 to 5. Default 2. */
  max_length_ratio?: number;
  /** Reuse earlier translations of the workspace without a provider call. Default true. */
  reuse_translations?: boolean;
};

/** Config of a `operator_normalizer` node (Text normalizer). Every field may be left out. */
export type OperatorNormalizerConfig = {
  /** The kinds of expressions to normalize. Other text does not change. */
  kinds?: NormalizerKind[];
  /** First replace the words that have a `spelled` entry in the dictionary. Default true. */
  apply_dictionary?: boolean;
  /** Keep tags and bracketed directions in the spoken text. Placeholders are always kept. Default true. */
  keep_markup?: boolean;
  /** Default 'auto'. */
  date_order?: DateOrder;
  /** Default 'auto'. */
  telephone?: TelephoneReading;
  /** The currency of `$`, `¥`, `£` or `kr` without a country, as an ISO 4217 code such as `CAD`. Null means the currency of the locale. */
  currency?: string | null;
  /** The locale of the rules. Null means the locale of each line. */
  locale?: string | null;
};

/** Config of a `operator_generator` node (Voice generator). Every field may be left out. */
export type OperatorGeneratorConfig = {
  /** The speech provider. Default 'espeak'. */
  provider?: SpeechProviderId;
  /** Null means the default model of the provider. */
  model?: string | null;
  /** The default voice, for lines without a voice in another setting. */
  voice_id?: string | null;
  /** Voice ID by locale code. */
  voices_by_locale?: Record<string, string>;
  /** By character name: the voice, or voices by locale, with speed and pitch. */
  voices_by_character?: Record<string, {
    voice_id?: string;
    voices_by_locale?: Record<string, string>;
    /** From 0.5 to 2. */
    speed?: number;
    /** From -12 to 12. */
    pitch?: number;
    /** Values by control name. The `controls` of the model list the names. Null removes a control. */
    controls?: Record<string, string | number | boolean | null>;
    /** The provider of the voice. Default: the provider of the generator. */
    provider?: SpeechProviderId;
    /** Default: the model of the generator, if the provider is the same. */
    model?: string;
    /** By locale code: a voice with its own provider, model, speed and pitch. */
    by_locale?: Record<string, {
      voice_id: string;
      provider?: SpeechProviderId;
      model?: string;
      /** From 0.5 to 2. */
      speed?: number;
      /** From -12 to 12. */
      pitch?: number;
      /** Values by control name. The `controls` of the model list the names. Null removes a control. */
      controls?: Record<string, string | number | boolean | null>;
    }>;
    /** Default: the setting of the generator. */
    placeholders?: 'sample' | 'skip';
    /** Values for the lines of this character. The values of the generator apply to other names. */
    placeholder_values?: Record<string, string | Record<string, string>>;
    /** Default: the setting of the generator. */
    audio_tags?: 'auto' | 'remove';
  }>;
  /** A CSV file with the columns character, locale, voice and optionally provider, model, speed, pitch. It is read when a run starts. `voices_by_character` takes precedence. */
  casting_upload_id?: string | null;
  /** Selects the provider by price and quality. */
  routing?: {
    /** `auto`: once per run, selects a provider and model for each locale, weighing price and quality by the `routing_price_sensitivity` of the workspace. `provider` and `model` then apply only to voices that are assigned to a character. Default 'off'. */
    mode?: 'off' | 'auto';
    /** The candidates for provider selection. Empty means everything that the workspace can use. */
    candidates?: {
      provider: SpeechProviderId;
      /** Default: every model of the provider. */
      model?: string;
      /** Your price, if the list price is unknown or differs. From 0 to 1000. */
      usd_per_1000_characters?: number;
      /** Your own rating, from 1 (robotic) to 4 (best). From 1 to 4. */
      quality?: number;
    }[];
  };
  /** Speaking rate. 1 is the normal rate of the voice. From 0.5 to 2. Default 1. */
  speed?: number;
  /** The pitch, in semitones. 0 is the normal pitch of the voice. From -12 to 12. Default 0. */
  pitch?: number;
  /** How lines are said: a value by control name, such as 0.3 for `stability`, as the `controls` of the model describe them. The most specific value wins: the direction of a line, then its controls, then the character's locale, then the character, then the generator. Null takes a control away. A control that the speaking model does not have is reported as dropped. */
  controls?: Record<string, string | number | boolean | null>;
  /** `neighbors` also sends the model the words of the script rows before and after a line, so that lines follow from each other. A change of a line then makes new takes of the lines next to it, too. A model that takes no context reports `context` as dropped. Default 'none'. */
  context?: 'none' | 'neighbors';
  /** Reuse the stored take of the same text and voice, at no cost. Default true. */
  reuse_takes?: boolean;
  /** Create new takes for lines that used up their retries in an earlier run, and call the provider for lines that the fallback synthesized. Default false. */
  respeak?: boolean;
  /** Concurrent provider calls. Null means automatic. */
  concurrency?: number | null;
  /** Called if the provider is unavailable. Its takes are reused like those of the provider. */
  fallback_provider?: SpeechProviderId | null;
  /** Lines with placeholders such as `{player_name}` or `%s`: `sample` speaks a neutral word in their place, `skip` skips the line. `placeholder_values` takes precedence. Default 'sample'. */
  placeholders?: 'sample' | 'skip';
  /** Text to speak by placeholder name, or by locale code and placeholder name. Values are billed as spoken. At most 1,000, including those in `voices_by_character`, and 100,000 characters in total. */
  placeholder_values?: Record<string, string | Record<string, string>>;
  /** Audio tags such as `[whispers]` or `(laughs)`: `auto` passes them to models that support them and removes them for others, `remove` always removes them. Default 'auto'. */
  audio_tags?: 'auto' | 'remove';
  /** The retry strategies after a check rejects a take: `tempo` as long as the pacing check asks for another speed, otherwise the first in the list that the line has not tried. The strategies `model` and `provider` change how the voice sounds, so they are not in the default. */
  retry_strategies?: ('tempo' | 'seed' | 'sentences' | 'respelling' | 'model' | 'provider')[];
};

/** Config of a `operator_mastering` node (Mastering). Every field may be left out. */
export type OperatorMasteringConfig = {
  /** The destination of the audio. Fields with a value other than "preset" override it. Default 'standard'. */
  preset?: 'standard' | 'podcast' | 'broadcast' | 'game' | 'audiobook' | 'phone_mulaw' | 'phone_alaw' | 'ad';
  /** Trim silence around the speech. Default 'preset'. */
  trim_silence?: boolean | 'preset';
  /** Silence before and after the speech. Default 'preset'. */
  padding_ms?: number | 'preset';
  /** Silence after the speech. Null means the same as before it. Default 'preset'. */
  tail_padding_ms?: number | null | 'preset';
  /** Level of room tone under the whole file. Null means none. Default 'preset'. */
  room_tone_dbfs?: number | null | 'preset';
  /** Integrated loudness. Null means unchanged. Default 'preset'. */
  loudness_lufs?: number | null | 'preset';
  /** Mean level of the file, instead of its loudness. Null means unused. Default 'preset'. */
  rms_dbfs?: number | null | 'preset';
  /** The maximum true peak. Default 'preset'. */
  true_peak_dbtp?: number | 'preset';
  /** Length of the fades at both ends. Default 'preset'. */
  fade_ms?: number | 'preset';
  /** High-pass filter. Null means none. Default 'preset'. */
  high_pass_hz?: number | null | 'preset';
  /** Low-pass filter. Null means none. Default 'preset'. */
  low_pass_hz?: number | null | 'preset';
  /** In hertz. Null means unchanged. mulaw and alaw are always 8000. Default 'preset'. */
  sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | null | 'preset';
  /** 1 for mono, 2 for stereo. Default 'preset'. */
  channels?: 1 | 2 | 'preset';
  /** ogg is Vorbis, opus is always at 48 kHz, and mulaw and alaw are G.711 in a WAV file. Default 'preset'. */
  format?: 'wav' | 'mp3' | 'ogg' | 'opus' | 'flac' | 'mulaw' | 'alaw' | 'preset';
  /** For mp3 and ogg. Null means automatic. Default 'preset'. */
  bitrate_kbps?: number | null | 'preset';
  /** How much a line may be sped up to fit its `max_duration_ms`. 0 means never. From 0 to 30. Default 0. */
  max_stretch_percent?: number;
};

/** Config of a `validator_error_rate` node (Word accuracy check). Every field may be left out. */
export type ValidatorErrorRateConfig = {
  /** The lowest score that passes, from 0 to 100: 100 × (1 - error rate). 85 allows 15 errors in 100 words. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** The transcription provider. Null means the first one that the workspace has a key for. */
  provider?: TranscriptionProviderId | null;
  /** The transcription model. Null means the default model of the provider. */
  model?: string | null;
  /** line: send the language of the line. detect: let the provider detect it. Default 'line'. */
  language?: 'line' | 'detect';
  /** Concurrent transcriptions. Null means automatic. */
  concurrency?: number | null;
  /** Whether words that are spelled differently but sound the same count as correct. Default true. */
  phonetic?: boolean;
};

/** Config of a `validator_naturalness` node (Naturalness check). Every field may be left out. */
export type ValidatorNaturalnessConfig = {
  /** The lowest score that passes, from 0 to 100: (MOS - 1) / 4 × 100. 85 requires a MOS of 4.4. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Concurrent calls of the scoring endpoint. Null means automatic. */
  concurrency?: number | null;
};

/** Config of a `validator_noise` node (Noise check). Every field may be left out. */
export type ValidatorNoiseConfig = {
  /** The lowest score that passes, from 0 to 100. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** The maximum level of the quietest parts. From -120 to 0. Default -50. */
  noise_floor_max_dbfs?: number;
  /** The maximum number of places where consecutive samples are clipped. From 0 to 10000. Default 0. */
  max_clipped_runs?: number;
  /** The maximum share of silence, from 0 to 1. From 0 to 1. Default 0.5. */
  max_silence_ratio?: number;
  /** The maximum silence at the start. From 0 to 60000. Default 1000. */
  max_lead_silence_ms?: number;
  /** The maximum silence at the end. From 0 to 60000. Default 1500. */
  max_tail_silence_ms?: number;
  /** The maximum silence within the speech. From 0 to 60000. Default 2000. */
  max_inner_silence_ms?: number;
  /** Fail takes that end in the middle of a sound. Default true. */
  check_truncated_end?: boolean;
  /** Fail takes with short bursts of sound before, after or between the speech. Default true. */
  check_clicks?: boolean;
};

/** Config of a `validator_pacing` node (Pacing check). Every field may be left out. */
export type ValidatorPacingConfig = {
  /** The lowest score that passes, from 0 to 100. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** Null means the norm of the locale. */
  min_syllables_per_second?: number | null;
  /** Null means the norm of the locale. */
  max_syllables_per_second?: number | null;
  /** Fail takes that are longer than the `max_duration_ms` of the line. Default true. */
  enforce_max_duration?: boolean;
};

/** Config of a `validator_loudness` node (Loudness check). Every field may be left out. */
export type ValidatorLoudnessConfig = {
  /** The lowest score that passes, from 0 to 100. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** The target integrated loudness. From -40 to -5. Default -16. */
  target_lufs?: number;
  /** The allowed distance from the target. From 0.1 to 20. Default 1. */
  tolerance_lu?: number;
  /** The maximum true peak. From -9 to 0. Default -1. */
  max_true_peak_dbtp?: number;
};

/** Config of a `validator_pronunciation` node (Pronunciation check). Every field may be left out. */
export type ValidatorPronunciationConfig = {
  /** The lowest score that passes, from 0 to 100: the share of dictionary words that are pronounced correctly. From 0 to 100. Default 85. */
  threshold?: number;
  /** The maximum number of retries of a line. From 0 to 10. Default 2. */
  max_retry?: number;
  /** The transcription provider. Null means the first one that the workspace has a key for. */
  provider?: TranscriptionProviderId | null;
  /** The transcription model. Null means the default model of the provider. */
  model?: string | null;
  /** line: send the language of the line. detect: let the provider detect it. Default 'line'. */
  language?: 'line' | 'detect';
  /** Concurrent transcriptions. Null means automatic. */
  concurrency?: number | null;
};

/** Config of a `sink_preview` node (Delivery). Every field may be left out. */
export type SinkPreviewConfig = {
  /** The path of each audio file in the export. Default '{locale}/{character}/{line_id}.{ext}'. */
  file_pattern?: string;
  /** Null means unchanged. */
  format?: 'wav' | 'mp3' | 'ogg' | 'opus' | 'flac' | 'mulaw' | 'alaw' | null;
  /** Add manifest.csv and manifest.json. Default true. */
  manifest?: boolean;
  /** The subtitle formats to add, for each locale. */
  subtitles?: ('srt' | 'vtt')[];
  /** word: short cues that are timed to the speech, and the time of each word in VTT files. Default 'line'. */
  subtitle_timing?: 'line' | 'word';
  /** Add report.html, a page for listening, reviewing and comparing. Default true. */
  report?: boolean;
  /** A delivery target of the workspace. When a run completes, its files are delivered there. Runs with the status `failed` or `cancelled` are not delivered automatically. */
  delivery_target?: string | null;
  /** Hold deliveries to buckets until the review of the run approves or waives every line. Default false. */
  require_approval?: boolean;
};

/** The config of each node type. */
export interface NodeConfigs {
  /** Reads a script from text, files or recordings. Each line of a text, row of a table, cue of subtitles or sentence of a recording becomes a line. */
  source_script: SourceScriptConfig;
  /** Adds uploaded recordings to the run, one line each, to check, master and deliver them. */
  source_audio: SourceAudioConfig;
  /** Translates every line into each target language, and checks each translation. */
  operator_translator: OperatorTranslatorConfig;
  /** Spells out numbers, dates, times, amounts, units, abbreviations and URLs as words. */
  operator_normalizer: OperatorNormalizerConfig;
  /** Synthesizes every line with the voice of its character and locale. */
  operator_generator: OperatorGeneratorConfig;
  /** Trims silence, sets loudness and true peak, fades, filters, resamples and encodes. */
  operator_mastering: OperatorMasteringConfig;
  /** Transcribes takes and compares the transcript with the script. */
  validator_error_rate: ValidatorErrorRateConfig;
  /** Scores the naturalness of takes with the scoring endpoint of the workspace. */
  validator_naturalness: ValidatorNaturalnessConfig;
  /** Measures clipping, clicks, silence, noise floor and truncated ends. */
  validator_noise: ValidatorNoiseConfig;
  /** Compares the speaking rate with the norm of the locale, and the length with the `max_duration_ms` of the line. */
  validator_pacing: ValidatorPacingConfig;
  /** Measures loudness (LUFS) and true peak against a target. */
  validator_loudness: ValidatorLoudnessConfig;
  /** Transcribes takes and checks the pronunciation of dictionary words. */
  validator_pronunciation: ValidatorPronunciationConfig;
  /** Collects takes, scripts and verdicts for preview and export. */
  sink_preview: SinkPreviewConfig;
}

/** The user or API key that sends the request. */
export interface AuthOperations {
  /**
   * Get the caller. Returns the user, the workspace, the API key and the scopes of the credential that you send.
   *
   * `GET /api/v1/auth/whoami`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const { workspace_id } = await client.auth.whoami();
   * ```
   */
  whoami(options?: RequestOptions): ApiPromise<Whoami>;
}

/** Credentials for programs. They need a token. API keys cannot call them. */
export interface ApiKeysOperations {
  /**
   * List API keys. Admins see all keys of the workspace, editors only their own.
   *
   * `GET /api/v1/api-keys`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const apiKey of client.apiKeys.list()) console.log(apiKey.name);
   * ```
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): Pages<ApiKey>;

  /**
   * Create an API key. Only this response contains the secret key.
   *
   * `POST /api/v1/api-keys`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const { api_key } = await client.apiKeys.create({ name: 'CI' });
   * ```
   */
  create(body: CreateApiKey, options?: KeyedOptions): ApiPromise<NewApiKey>;

  /**
   * Get an API key. The response does not contain the secret.
   *
   * `GET /api/v1/api-keys/:key_id`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const apiKey = await client.apiKeys.get(keyId);
   * ```
   */
  get(keyId: string, options?: RequestOptions): ApiPromise<ApiKey>;

  /**
   * Update an API key. Changes only the fields in the request. Changes take effect in every server process within a second.
   *
   * `PATCH /api/v1/api-keys/:key_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const apiKey = await client.apiKeys.update(keyId, { name: 'Hourly builds', rate_limit_per_min: null });
   * ```
   */
  update(keyId: string, body: UpdateApiKey, options?: MatchOptions): ApiPromise<ApiKey>;

  /**
   * Rotate an API key. Creates a new key with the same scopes and rate limit, which acts as the caller. The old key works until its grace period ends.
   *
   * `PATCH /api/v1/api-keys/:key_id/rotate`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link WriteError}.
   * @example
   * ```ts
   * const { new_key } = await client.apiKeys.rotate(keyId, { grace_period_seconds: 3600 });
   * ```
   */
  rotate(keyId: string, body?: RotateApiKey, options?: RequestOptions): ApiPromise<RotatedApiKey>;

  /**
   * Revoke an API key. Returns the revoked key. Idempotent.
   *
   * `DELETE /api/v1/api-keys/:key_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const apiKey = await client.apiKeys.delete(keyId);
   * ```
   */
  delete(keyId: string, options?: MatchOptions): ApiPromise<ApiKey>;
}

/** Workspaces. Workflows, API keys, uploads and members belong to them. */
export interface WorkspacesOperations {
  /**
   * List workspaces. Returns the workspaces that the caller is a member of, the personal one first. For an API key, returns only its workspace.
   *
   * `GET /api/v1/workspaces`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, {@link CommonError}.
   * @example
   * ```ts
   * for await (const workspace of client.workspaces.list()) console.log(workspace.name);
   * ```
   */
  list(query?: WorkspacesListQuery, options?: RequestOptions): Pages<Workspace>;

  /**
   * Create a workspace. The caller becomes the owner. The plan limits how many workspaces a user can own.
   *
   * `POST /api/v1/workspaces`
   *
   * @throws VoiceloomError: PLAN_LIMIT_REACHED, WORKSPACE_SLUG_TAKEN, {@link KeyedError}.
   * @example
   * ```ts
   * const workspace = await client.workspaces.create({
   *   name: 'Harbor Tales',
   *   slug: 'harbor-tales',
   *   color_idx: 3,
   * });
   * ```
   */
  create(body: CreateWorkspace, options?: KeyedOptions): ApiPromise<Workspace>;

  /**
   * Check whether a slug is available. The result is advisory: another user may take the slug before it is used.
   *
   * `GET /api/v1/workspaces/slug-available`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, {@link CommonError}.
   * @example
   * ```ts
   * const { slug, available } = await client.workspaces.slugAvailable({ slug: 'harbor-tales' });
   * ```
   */
  slugAvailable(query: WorkspacesSlugAvailableQuery, options?: RequestOptions): ApiPromise<SlugAvailability>;

  /**
   * Get a workspace. Only for members of the workspace.
   *
   * `GET /api/v1/workspaces/:ws_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const workspace = await client.workspaces.get(wsId);
   * ```
   */
  get(wsId: string, options?: RequestOptions): ApiPromise<Workspace>;

  /**
   * Update a workspace. Changes only the fields in the request.
   *
   * `PATCH /api/v1/workspaces/:ws_id`
   *
   * @throws VoiceloomError: NOT_FOUND, WORKSPACE_SLUG_TAKEN, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const workspace = await client.workspaces.update(wsId, {
   *   name: 'Harbor Tales, season two',
   *   routing_price_sensitivity: 0.5,
   * });
   * ```
   */
  update(wsId: string, body: UpdateWorkspace, options?: MatchOptions): ApiPromise<Workspace>;

  /**
   * Delete a workspace. Only for the owner. Cancels active runs. A personal workspace cannot be deleted.
   *
   * `DELETE /api/v1/workspaces/:ws_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.workspaces.delete(wsId);
   * ```
   */
  delete(wsId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * Get the settings of a workspace. A setting without a value is null.
   *
   * `GET /api/v1/workspaces/:ws_id/settings`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const { default_language, theme } = await client.workspaces.getSettings(wsId);
   * ```
   */
  getSettings(wsId: string, options?: RequestOptions): ApiPromise<WorkspaceSettings>;

  /**
   * Update the settings of a workspace. Changes only the fields in the request. Null clears a setting.
   *
   * `PATCH /api/v1/workspaces/:ws_id/settings`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const { default_language, theme } = await client.workspaces.updateSettings(wsId, {
   *   default_language: 'de-de',
   *   theme: null,
   * });
   * ```
   */
  updateSettings(wsId: string, body: UpdateWorkspaceSettings, options?: MatchOptions): ApiPromise<WorkspaceSettings>;
}

/** Members and invites of a workspace. */
export interface MembersOperations {
  /**
   * List members. Returns all members on one page, so `next` and `prev` are null: the caller first, then admins, then others by join date. Open invites come last.
   *
   * `GET /api/v1/workspaces/:ws_id/members`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const members = await client.members.list(wsId);
   * ```
   */
  list(wsId: string, options?: RequestOptions): ApiPromise<Member[]>;

  /**
   * Change the role of a member. The role of the owner cannot change.
   *
   * `PATCH /api/v1/workspaces/:ws_id/members/:member_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link WriteError}.
   * @example
   * ```ts
   * await client.members.update(wsId, memberId, { role: 'viewer' });
   * ```
   */
  update(wsId: string, memberId: string, body: UpdateMember, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Remove a member. Revokes the member's API keys of this workspace. The owner cannot be removed.
   *
   * `DELETE /api/v1/workspaces/:ws_id/members/:member_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link WriteError}.
   * @example
   * ```ts
   * await client.members.remove(wsId, memberId);
   * ```
   */
  remove(wsId: string, memberId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Invite a person. Sends an email with a token that is valid for 14 days. An open invite counts toward the seats of the plan.
   *
   * `POST /api/v1/workspaces/:ws_id/invites`
   *
   * @throws VoiceloomError: PLAN_LIMIT_REACHED, NOT_FOUND, ALREADY_MEMBER, INVITE_PENDING, {@link KeyedError}.
   * @example
   * ```ts
   * const invite = await client.members.createInvite(wsId, { email: 'grace@example.com', role: 'editor' });
   * ```
   */
  createInvite(wsId: string, body: CreateInvite, options?: KeyedOptions): ApiPromise<Invite>;

  /**
   * Change the role of an invite. The invite must be open.
   *
   * `PATCH /api/v1/workspaces/:ws_id/invites/:invite_id`
   *
   * @throws VoiceloomError: NOT_FOUND, INVITE_GONE, {@link WriteError}.
   * @example
   * ```ts
   * const invite = await client.members.updateInvite(wsId, inviteId, { role: 'viewer' });
   * ```
   */
  updateInvite(wsId: string, inviteId: string, body: UpdateMember, options?: RequestOptions): ApiPromise<Invite>;

  /**
   * Revoke an invite. The token of the invite becomes invalid. Idempotent. An accepted invite cannot be revoked.
   *
   * `DELETE /api/v1/workspaces/:ws_id/invites/:invite_id`
   *
   * @throws VoiceloomError: NOT_FOUND, INVITE_GONE, {@link WriteError}.
   * @example
   * ```ts
   * await client.members.revokeInvite(wsId, inviteId);
   * ```
   */
  revokeInvite(wsId: string, inviteId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Get a received invite. Shows who invites to which workspace. Anyone with the token from the email can read it; only the invited person can accept it.
   *
   * `GET /api/v1/invites/:token`
   *
   * @throws VoiceloomError: NOT_FOUND, INVITE_GONE, {@link CommonError}.
   * @example
   * ```ts
   * const receivedInvite = await client.members.getInvite(token);
   * ```
   */
  getInvite(token: string, options?: RequestOptions): ApiPromise<ReceivedInvite>;

  /**
   * Accept an invite. The caller must have the verified email address of the invite.
   *
   * `POST /api/v1/workspaces/invites/:token/accept`
   *
   * @throws VoiceloomError: PLAN_LIMIT_REACHED, NOT_FOUND, ALREADY_MEMBER, INVITE_GONE, {@link KeyedError}.
   * @example
   * ```ts
   * const { workspace_id } = await client.members.acceptInvite(token);
   * ```
   */
  acceptInvite(token: string, options?: KeyedOptions): ApiPromise<AcceptedInvite>;

  /**
   * Decline an invite. The caller must have the verified email address of the invite. Its seat becomes free, and the token invalid. Idempotent.
   *
   * `POST /api/v1/workspaces/invites/:token/decline`
   *
   * @throws VoiceloomError: NOT_FOUND, INVITE_GONE, {@link KeyedError}.
   * @example
   * ```ts
   * await client.members.declineInvite(token);
   * ```
   */
  declineInvite(token: string, options?: KeyedOptions): ApiPromise<Empty>;
}

/** Subscription, credits and preferences of the user. They need a token. API keys cannot call them. */
export interface UsersOperations {
  /**
   * Get your subscription. `data` is null without a subscription.
   *
   * `GET /api/v1/users/me/subscription`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const subscription = await client.users.getSubscription();
   * ```
   */
  getSubscription(options?: RequestOptions): ApiPromise<Subscription | null>;

  /**
   * Subscribe to a plan. Charges the default payment method immediately. If the payment is declined, no subscription is created. To change an existing subscription, use `users.change_plan`.
   *
   * `POST /api/v1/users/me/subscription`
   *
   * @throws VoiceloomError: PAYMENT_REQUIRED, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const subscription = await client.users.subscribe({ plan_id: planId });
   * ```
   */
  subscribe(body: Subscribe, options?: KeyedOptions): ApiPromise<Subscription>;

  /**
   * Change your plan. A plan with a higher monthly price, or yearly billing of the same plan, is an upgrade. An upgrade takes effect immediately, charges the prorated difference, and reverts a cancellation or a scheduled downgrade. Any other change is a downgrade: it is scheduled for the end of the paid period and replaces a change scheduled earlier. If the payment is declined, nothing changes.
   *
   * `POST /api/v1/users/me/subscription/change-plan`
   *
   * @throws VoiceloomError: PAYMENT_REQUIRED, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const subscription = await client.users.changePlan({ new_plan_id: planId });
   * ```
   */
  changePlan(body: ChangePlan, options?: KeyedOptions): ApiPromise<Subscription>;

  /**
   * Cancel your subscription. The subscription stays active until the end of the paid period. Then the plan without a subscription applies. Idempotent.
   *
   * `POST /api/v1/users/me/subscription/cancel`
   *
   * @throws VoiceloomError: CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const subscription = await client.users.cancelSubscription();
   * ```
   */
  cancelSubscription(options?: KeyedOptions): ApiPromise<Subscription>;

  /**
   * Cancel a scheduled change. Cancels a scheduled downgrade or reverts a cancellation. Without either, nothing changes.
   *
   * `POST /api/v1/users/me/subscription/cancel-scheduled-change`
   *
   * @throws VoiceloomError: CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const subscription = await client.users.cancelScheduledChange();
   * ```
   */
  cancelScheduledChange(options?: KeyedOptions): ApiPromise<Subscription>;

  /**
   * List your payment methods. Returns the saved cards, the default card first. Not paginated.
   *
   * `GET /api/v1/users/me/payment-methods`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const paymentMethods = await client.users.listPaymentMethods();
   * ```
   */
  listPaymentMethods(options?: RequestOptions): ApiPromise<PaymentMethod[]>;

  /**
   * Add a payment method. Creates a setup intent. A browser confirms it with the form of the payment processor.
   *
   * `POST /api/v1/users/me/payment-methods`
   *
   * @throws VoiceloomError: {@link KeyedError}.
   * @example
   * ```ts
   * const { client_secret } = await client.users.addPaymentMethod();
   * ```
   */
  addPaymentMethod(options?: KeyedOptions): ApiPromise<PaymentMethodSetup>;

  /**
   * Create a page to add a payment method. Creates a page of the payment processor on which the customer enters a card. Send the browser to its `url`. Afterwards, the processor redirects the browser to `return_url`, also if the customer goes back without a card.
   *
   * `POST /api/v1/users/me/payment-methods/page`
   *
   * @throws VoiceloomError: {@link KeyedError}.
   * @example
   * ```ts
   * const { url } = await client.users.createPaymentMethodPage({ return_url: 'https://app.example.com/billing' });
   * ```
   */
  createPaymentMethodPage(body: CreatePaymentMethodPage, options?: KeyedOptions): ApiPromise<PaymentMethodPage>;

  /**
   * Set the default payment method. Future invoices are charged to this method. If a payment is overdue, the open invoices are charged immediately, and the status of the subscription reflects the result.
   *
   * `PUT /api/v1/users/me/payment-methods/:payment_method_id/default`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link WriteError}.
   * @example
   * ```ts
   * await client.users.setDefaultPaymentMethod(paymentMethodId);
   * ```
   */
  setDefaultPaymentMethod(paymentMethodId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Delete a payment method. The last payment method of a paid subscription cannot be deleted. If the default one is deleted, the newest of the others becomes the default.
   *
   * `DELETE /api/v1/users/me/payment-methods/:payment_method_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link WriteError}.
   * @example
   * ```ts
   * await client.users.deletePaymentMethod(paymentMethodId);
   * ```
   */
  deletePaymentMethod(paymentMethodId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * List your invoices. Newest first.
   *
   * `GET /api/v1/users/me/invoices`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const { invoices, has_more } = await client.users.listInvoices();
   * ```
   */
  listInvoices(query?: UsersListInvoicesQuery, options?: RequestOptions): ApiPromise<InvoicePage>;

  /**
   * Get your notification preferences. By default, emails about your own runs are on and all others are off. The service sends emails only to verified addresses. Each email has a link to unsubscribe from emails of its kind.
   *
   * `GET /api/v1/users/me/notification-preferences`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const notificationPreferences = await client.users.getNotificationPreferences();
   * ```
   */
  getNotificationPreferences(options?: RequestOptions): ApiPromise<NotificationPreferences>;

  /**
   * Update your notification preferences. Changes only the fields in the request.
   *
   * `PATCH /api/v1/users/me/notification-preferences`
   *
   * @throws VoiceloomError: PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const notificationPreferences = await client.users.updateNotificationPreferences({
   *   weekly_usage_summary_email: true,
   * });
   * ```
   */
  updateNotificationPreferences(body: UpdateNotificationPreferences, options?: MatchOptions): ApiPromise<NotificationPreferences>;

  /**
   * Get your credits. Returns the account that pays for runs in every workspace that you own. A period is a month of the subscription, or a calendar month (UTC) without one.
   *
   * `GET /api/v1/users/me/credits`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const credits = await client.users.getCredits();
   * ```
   */
  getCredits(options?: RequestOptions): ApiPromise<Credits>;

  /**
   * Get the limits of your plan. The limits apply to every workspace that you own and to all of its members. Changing to a smaller plan removes nothing and only limits what you create later.
   *
   * `GET /api/v1/users/me/limits`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * const planLimits = await client.users.getLimits();
   * ```
   */
  getLimits(options?: RequestOptions): ApiPromise<PlanLimits>;
}

/** Workflows to start from. */
export interface TemplatesOperations {
  /**
   * List public templates. Returns public and starter templates. With `favorites_only`, also private ones of the workspaces that the caller belongs to.
   *
   * `GET /api/v1/templates`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, {@link CommonError}.
   * @example
   * ```ts
   * for await (const template of client.templates.list()) console.log(template.name);
   * ```
   */
  list(query?: TemplatesListQuery, options?: RequestOptions): Pages<Template>;

  /**
   * List your templates. Returns the templates that the caller owns in the workspace.
   *
   * `GET /api/v1/users/me/templates`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const template of client.templates.mine()) console.log(template.name);
   * ```
   */
  mine(query?: TemplatesMineQuery, options?: RequestOptions): Pages<Template>;

  /**
   * Create a template. Creates a private template of the workspace. The definition is validated like that of a workflow: the response lists all errors with their paths.
   *
   * `POST /api/v1/templates`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const template = await client.templates.create({
   *   name: 'Trailer',
   *   description: 'One voice, a short script.',
   *   definition,
   * });
   * ```
   */
  create(body: CreateTemplate, options?: KeyedOptions): ApiPromise<Template>;

  /**
   * Get a template. Returns a template of the workspace, or a public or starter template.
   *
   * `GET /api/v1/templates/:template_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const template = await client.templates.get(templateId);
   * ```
   */
  get(templateId: string, options?: RequestOptions): ApiPromise<Template>;

  /**
   * Update a template. Changes only the fields in the request. Only the owner can change a template: its author or, if the author is no longer a member, the owner of its workspace. Starter templates are read-only.
   *
   * `PATCH /api/v1/templates/:template_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const template = await client.templates.update(templateId, { name: 'Short trailer', category: null });
   * ```
   */
  update(templateId: string, body: UpdateTemplate, options?: MatchOptions): ApiPromise<Template>;

  /**
   * Delete a template. Only the owner can delete a template: its author or, if the author is no longer a member, the owner of its workspace. Workflows created from it remain. Starter templates are read-only.
   *
   * `DELETE /api/v1/templates/:template_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.templates.delete(templateId);
   * ```
   */
  delete(templateId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * Create a workflow from a template. Copies the description and definition into a new workflow of the workspace, and increments `uses_count`.
   *
   * `POST /api/v1/templates/:template_id/clone`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const workflow = await client.templates.clone(templateId, { name: 'Trailer of March' });
   * ```
   */
  clone(templateId: string, body?: CloneTemplate, options?: KeyedOptions): ApiPromise<Workflow>;

  /**
   * Estimate a template. Returns the credits per 1,000 characters of script. To estimate a specific script, use `workflows.preview`.
   *
   * `GET /api/v1/templates/:template_id/estimate`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const templateEstimate = await client.templates.estimate(templateId);
   * ```
   */
  estimate(templateId: string, options?: RequestOptions): ApiPromise<TemplateEstimate>;

  /**
   * Add a template to your favorites. Applies to the user in all workspaces. The template must be public, a starter template, or in a workspace that the caller belongs to.
   *
   * `POST /api/v1/templates/:template_id/favorite`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const template = await client.templates.favorite(templateId);
   * ```
   */
  favorite(templateId: string, options?: KeyedOptions): ApiPromise<Template>;

  /**
   * Remove a template from your favorites. Succeeds even if the template does not exist or is not a favorite. Idempotent.
   *
   * `DELETE /api/v1/templates/:template_id/favorite`
   *
   * @throws VoiceloomError: {@link WriteError}.
   * @example
   * ```ts
   * await client.templates.unfavorite(templateId);
   * ```
   */
  unfavorite(templateId: string, options?: RequestOptions): ApiPromise<Empty>;
}

/** Graphs that turn a script into audio. */
export interface WorkflowsOperations {
  /**
   * List workflows. Returns the workflows of the workspace. Default order: last changed first.
   *
   * `GET /api/v1/workflows`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const workflow of client.workflows.list()) console.log(workflow.name);
   * ```
   */
  list(query?: WorkflowsListQuery, options?: RequestOptions): Pages<WorkflowListItem>;

  /**
   * Check whether a name is in use. The result is advisory: names need not be unique.
   *
   * `GET /api/v1/workflows/name-availability`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const { name, available } = await client.workflows.nameAvailability({ name: 'Harbor lights' });
   * ```
   */
  nameAvailability(query: WorkflowsNameAvailabilityQuery, options?: RequestOptions): ApiPromise<NameAvailability>;

  /**
   * Validate a definition. Validates without saving. Returns 200 even for an invalid definition: the problems are in `data`.
   *
   * `POST /api/v1/workflows/validate`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const { valid, errors } = await client.workflows.validate({ definition });
   * ```
   */
  validate(body: ValidateWorkflow, options?: KeyedOptions): ApiPromise<DefinitionReport>;

  /**
   * Create a workflow. If the definition is invalid, the response lists all errors with their paths.
   *
   * `POST /api/v1/workflows`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const workflow = await client.workflows.create({ name: 'Harbor lights', definition });
   * ```
   */
  create(body: CreateWorkflow, options?: KeyedOptions): ApiPromise<Workflow>;

  /**
   * Get a workflow. Returns the workflow with its definition.
   *
   * `GET /api/v1/workflows/:workflow_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const workflow = await client.workflows.get(workflowId);
   * ```
   */
  get(workflowId: string, options?: RequestOptions): ApiPromise<Workflow>;

  /**
   * Replace a workflow. Replaces the name, description and definition.
   *
   * `PUT /api/v1/workflows/:workflow_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const { data, response } = await client.workflows.get(workflowId).withResponse();
   * const ifMatch = response.headers.get('etag') ?? undefined;
   * await client.workflows.replace(workflowId, { ...data, name: 'Second draft' }, { ifMatch });
   * ```
   */
  replace(workflowId: string, body: ReplaceWorkflow, options?: MatchOptions): ApiPromise<Workflow>;

  /**
   * Update a workflow. Changes only the fields in the request. API keys are rejected.
   *
   * `PATCH /api/v1/workflows/:workflow_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const workflow = await client.workflows.update(workflowId, { name: 'Harbor lights, second draft' });
   * ```
   */
  update(workflowId: string, body: UpdateWorkflow, options?: MatchOptions): ApiPromise<Workflow>;

  /**
   * Delete a workflow. Deletes the workflow and cancels its active run, if any.
   *
   * `DELETE /api/v1/workflows/:workflow_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.workflows.delete(workflowId);
   * ```
   */
  delete(workflowId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * Duplicate a workflow. The copy has the name of the original with ` (Copy)` appended. Runs are not copied.
   *
   * `POST /api/v1/workflows/:workflow_id/duplicate`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const workflow = await client.workflows.duplicate(workflowId);
   * ```
   */
  duplicate(workflowId: string, options?: KeyedOptions): ApiPromise<Workflow>;

  /**
   * List the uploads of a workflow. Returns confirmed uploads of the workflow, including those that only its source nodes reference.
   *
   * `GET /api/v1/workflows/:workflow_id/uploads`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const upload of client.workflows.uploads(workflowId)) console.log(upload.filename);
   * ```
   */
  uploads(workflowId: string, query?: WorkflowsUploadsQuery, options?: RequestOptions): Pages<Upload>;

  /**
   * Estimate a run. Returns the minimum, expected and maximum credits of a run: without retries, with the usual retries, and with all retries. The body is that of a start, so the estimate is for the run that the same body starts. Nothing is stored.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/preview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const { expected_credits } = await client.workflows.preview(workflowId);
   * ```
   */
  preview(workflowId: string, body?: StartRun, options?: KeyedOptions): ApiPromise<RunEstimate>;

  /**
   * Estimate a run of a workflow. An alias of `workflows.preview`: the minimum, expected and maximum credits of a run. Nothing is stored.
   *
   * `POST /api/v1/workflows/:workflow_id/estimate`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const runEstimate = await client.workflows.estimate(workflowId, {
   *   script_text: 'The harbor wakes.',
   *   source_language: 'en-us',
   * });
   * ```
   */
  estimate(workflowId: string, body?: StartRun, options?: KeyedOptions): ApiPromise<RunEstimate>;
}

/** Times at which workflows run by themselves. */
export interface SchedulesOperations {
  /**
   * List schedules. Returns the schedules of the workspace, newest first.
   *
   * `GET /api/v1/schedules`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const schedule of client.schedules.list()) console.log(schedule.name);
   * ```
   */
  list(query?: SchedulesListQuery, options?: RequestOptions): Pages<Schedule>;

  /**
   * Create a schedule. Runs start with the rights of the caller. A workflow has at most 10 schedules, a workspace at most 100. API keys are rejected.
   *
   * `POST /api/v1/schedules`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const schedule = await client.schedules.create({
   *   workflow_id: workflowId,
   *   name: 'Every working day',
   *   cron: '0 6 * * 1-5',
   * });
   * ```
   */
  create(body: CreateSchedule, options?: KeyedOptions): ApiPromise<Schedule>;

  /**
   * Get a schedule. Returns a schedule with its next due time and what happened at the last one.
   *
   * `GET /api/v1/schedules/:schedule_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const schedule = await client.schedules.get(scheduleId);
   * ```
   */
  get(scheduleId: string, options?: RequestOptions): ApiPromise<Schedule>;

  /**
   * Update a schedule. Changes only the fields in the request. Only its creator and admins can change a schedule. API keys are rejected.
   *
   * `PATCH /api/v1/schedules/:schedule_id`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const schedule = await client.schedules.update(scheduleId, { cron: '30 6 * * 1-5' });
   * ```
   */
  update(scheduleId: string, body: UpdateSchedule, options?: MatchOptions): ApiPromise<Schedule>;

  /**
   * Delete a schedule. Its runs stay. Only its creator and admins can change a schedule. API keys are rejected.
   *
   * `DELETE /api/v1/schedules/:schedule_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.schedules.delete(scheduleId);
   * ```
   */
  delete(scheduleId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * List the due times of a schedule. Returns past due times and what happened, latest first. The latest 1,000 are kept, for about 13 months.
   *
   * `GET /api/v1/schedules/:schedule_id/occurrences`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const scheduleOccurrence of client.schedules.occurrences(scheduleId))
   *   console.log(scheduleOccurrence.outcome);
   * ```
   */
  occurrences(scheduleId: string, query?: SchedulesOccurrencesQuery, options?: RequestOptions): Pages<ScheduleOccurrence>;
}

/** Executions of a workflow. */
export interface RunsOperations {
  /**
   * List runs. Returns the runs of a workflow. Default order: newest first.
   *
   * `GET /api/v1/workflows/:workflow_id/runs`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const failed = await client.runs.list(workflowId, { status: 'failed' }).toArray();
   * ```
   */
  list(workflowId: string, query?: RunsListQuery, options?: RequestOptions): Pages<RunListItem>;

  /**
   * Summarize runs. Returns counts per status, pass rate and mean duration. API keys are rejected.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/summary`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const runSummary = await client.runs.summary(workflowId);
   * ```
   */
  summary(workflowId: string, query?: RunsSummaryQuery, options?: RequestOptions): ApiPromise<RunSummary>;

  /**
   * Start a run. Overrides apply only to this run. If the definition cannot run, the error contains the path of the field.
   *
   * `POST /api/v1/workflows/:workflow_id/runs`
   *
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, BUDGET_EXCEEDED, INSUFFICIENT_SCOPE, NOT_FOUND, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.start(workflowId, {
   *   script_text: 'The harbor wakes.',
   *   source_language: 'en-us',
   * });
   * ```
   */
  start(workflowId: string, body?: StartRun, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Cancel a run. Stops the run within a second. Finished lines and their charges remain. Idempotent.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/cancel`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.cancel(workflowId, runId);
   * ```
   */
  cancel(workflowId: string, runId: string, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Pause a run. No new work starts. Finished work is kept.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/pause`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.pause(workflowId, runId);
   * ```
   */
  pause(workflowId: string, runId: string, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Resume a run. Continues a paused run. A run that was paused because of its cap continues if `max_credits` raises the cap. Returns 409 if the run is not paused, and 402 if the cap or a budget still stops it.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/resume`
   *
   * @throws VoiceloomError: BUDGET_EXCEEDED, INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.resume(workflowId, runId, { max_credits: 800 });
   * ```
   */
  resume(workflowId: string, runId: string, body?: ResumeRun, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Retry lines of a run. Starts a new run for the failed and dropped lines, or only for the named lines. Other takes are reused at no cost.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/retry`
   *
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, BUDGET_EXCEEDED, INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.retry(workflowId, runId, { line_ids: ['L00002'] });
   * ```
   */
  retry(workflowId: string, runId: string, body?: RetryRun, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Get a run. Returns the run with the definition that it was started with.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const runDetail = await client.runs.get(workflowId, runId);
   * ```
   */
  get(workflowId: string, runId: string, options?: RequestOptions): ApiPromise<RunDetail>;

  /**
   * Get the status of a run. Returns the run without its definition. Use it for polling.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/status`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const run = await client.runs.status(workflowId, runId);
   * ```
   */
  status(workflowId: string, runId: string, options?: RequestOptions): ApiPromise<Run>;

  /**
   * Get the overview of a run. Returns metrics, node states, audio per locale and validator results.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/overview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const runOverview = await client.runs.overview(workflowId, runId);
   * ```
   */
  overview(workflowId: string, runId: string, options?: RequestOptions): ApiPromise<RunOverview>;

  /**
   * List the steps of a run. Returns one entry for each pass of each node. Not paginated.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/steps`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const runSteps = await client.runs.steps(workflowId, runId);
   * ```
   */
  steps(workflowId: string, runId: string, query?: RunsStepsQuery, options?: RequestOptions): ApiPromise<RunStep[]>;

  /**
   * List the lines of a run. Returns rows with a card per locale. `total` counts the rows that match `search`; `language` does not change it.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/data`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const row of client.runs.data(workflowId, runId)) console.log(row.script);
   * ```
   */
  data(workflowId: string, runId: string, query?: RunsDataQuery, options?: RequestOptions): Pages<RunData['rows'][number], RunData>;

  /**
   * List the outputs of a run. Returns the lines that each output node delivers.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/outputs`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const runOutputs = await client.runs.outputs(workflowId, runId);
   * ```
   */
  outputs(workflowId: string, runId: string, options?: RequestOptions): ApiPromise<RunOutputs>;

  /**
   * Download a run. Returns a signed URL, valid for 15 minutes, of the ZIP, of a list of its audio files with a signed URL each, or of the pick-ups. For a run with the status `failed` or `cancelled`, the ZIP contains the delivered lines, and its manifest and report list the missing lines. Returns 409 while the run is active, and 404 if it delivered nothing. Pick-ups are available for every run that has ended.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/download`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link CommonError}.
   * @example
   * ```ts
   * const link = await client.runs.download(workflowId, runId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  download(workflowId: string, runId: string, query?: RunsDownloadQuery, options?: RequestOptions): ApiPromise<DownloadLink>;

  /**
   * Download one output of a run. Like `runs.download`, for one output node. Returns 404 for any other node.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link CommonError}.
   * @example
   * ```ts
   * const link = await client.runs.downloadNode(workflowId, runId, nodeId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  downloadNode(workflowId: string, runId: string, nodeId: string, query?: RunsDownloadNodeQuery, options?: RequestOptions): ApiPromise<DownloadLink>;

  /**
   * Download the script of a run. Returns a signed URL, valid for 15 minutes, of a file for translators with the lines of the run: source lines and their translations. The file can be uploaded as a script. Returns 409 until the run has ended, and 404 if it has no lines.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/script`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link CommonError}.
   * @example
   * ```ts
   * const link = await client.runs.script(workflowId, runId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  script(workflowId: string, runId: string, query?: RunsScriptQuery, options?: RequestOptions): ApiPromise<DownloadLink>;

  /**
   * Get the URL of a take. Returns a new signed URL of the audio, valid for 15 minutes.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const link = await client.runs.audioUrl(workflowId, runId, audioId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  audioUrl(workflowId: string, runId: string, audioId: string, options?: RequestOptions): ApiPromise<DownloadLink>;
}

/** Decisions about the lines of a run. */
export interface ReviewsOperations {
  /**
   * Open the review of a run. Returns the review of the run, or creates it if it does not exist. If the run is a retry that was started from a review, it belongs to that review. The lines of a review are the lines of its run that have text to speak. Returns 409 until the run has ended, and for a run of over 200,000 lines.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/review`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const review = await client.reviews.open(workflowId, runId);
   * ```
   */
  open(workflowId: string, runId: string, options?: KeyedOptions): ApiPromise<Review>;

  /**
   * Get a review. Returns the review with its progress.
   *
   * `GET /api/v1/reviews/:review_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const review = await client.reviews.get(reviewId);
   * ```
   */
  get(reviewId: string, options?: RequestOptions): ApiPromise<Review>;

  /**
   * List the lines of a review. Returns a page of lines from any offset, with the exact number of lines. Default order: the order of the script.
   *
   * `GET /api/v1/reviews/:review_id/items`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const { seq, total, items } = await client.reviews.items(reviewId);
   * ```
   */
  items(reviewId: string, query?: ReviewsItemsQuery, options?: RequestOptions): ApiPromise<ReviewItems>;

  /**
   * Get a line of a review. Returns the line with its takes: signed URLs, levels, word timestamps and verdicts.
   *
   * `GET /api/v1/reviews/:review_id/items/:no`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const reviewItemDetail = await client.reviews.item(reviewId, '1');
   * ```
   */
  item(reviewId: string, no: string, options?: RequestOptions): ApiPromise<ReviewItemDetail>;

  /**
   * Decide about a line. Stores the decision. If the line already has this decision and take, an outdated `If-Match` is not an error, and nothing changes. With a current `If-Match`, you can change the reason or the note. An approved take is locked: later runs of the workflow reuse it while the text of the line is unchanged. Returns 409 if you approve a line without audio, or if you withdraw the approval of a locked take that a run has used without `unlock`.
   *
   * `PUT /api/v1/reviews/:review_id/items/:no/decision`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const reviewItem = await client.reviews.decide(reviewId, '1', { decision: 'approved', audio_id: audioId });
   * ```
   */
  decide(reviewId: string, no: string, body: ReviewDecisionInput, options?: MatchOptions): ApiPromise<ReviewItem>;

  /**
   * Decide about several lines. Stores up to 500 decisions, or one decision for all lines of a filter. Lines that have changed in the meantime stay unchanged and are returned as conflicts. Returns 409 if the filter matches over 20,000 lines.
   *
   * `POST /api/v1/reviews/:review_id/decisions`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const reviewDecisions = await client.reviews.decideMany(reviewId, { entries: [{ no: 1, expected_version: 0, decision: 'rejected', reason: 'mispronounced' }] });
   * ```
   */
  decideMany(reviewId: string, body: ReviewDecisionsInput, options?: KeyedOptions): ApiPromise<ReviewDecisions>;

  /**
   * Comment on a line. Adds a comment to a line, or to a position in one of its takes. A line has at most 1,000 comments.
   *
   * `POST /api/v1/reviews/:review_id/items/:no/comments`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const reviewComment = await client.reviews.comment(reviewId, '1', {
   *   body: 'Too fast here.',
   *   audio_id: audioId,
   *   start_ms: 640,
   * });
   * ```
   */
  comment(reviewId: string, no: string, body: ReviewCommentInput, options?: KeyedOptions): ApiPromise<ReviewComment>;

  /**
   * Change a comment. Changes the text or resolves the comment. Everyone can resolve a comment. Only its author and editors can change the text.
   *
   * `PATCH /api/v1/reviews/:review_id/comments/:comment_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const reviewComment = await client.reviews.updateComment(reviewId, commentId, { is_resolved: true });
   * ```
   */
  updateComment(reviewId: string, commentId: string, body: ReviewCommentChange, options?: MatchOptions): ApiPromise<ReviewComment>;

  /**
   * Delete a comment. Only the author of the comment and editors can delete it. The text is removed, and replies remain.
   *
   * `DELETE /api/v1/reviews/:review_id/comments/:comment_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.reviews.deleteComment(reviewId, commentId);
   * ```
   */
  deleteComment(reviewId: string, commentId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * Assign lines. Assigns lines to a member of the workspace, or to the guests of a share link. A new assignment of a line replaces the previous one. A review has at most 200 assignments.
   *
   * `POST /api/v1/reviews/:review_id/assignments`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const reviewAssignment = await client.reviews.assign(reviewId, { user_id: userId, filter: { locale: ['de-de'] } });
   * ```
   */
  assign(reviewId: string, body: ReviewAssignmentInput, options?: KeyedOptions): ApiPromise<ReviewAssignment>;

  /**
   * Remove an assignment. Its lines are then unassigned. Their decisions remain.
   *
   * `DELETE /api/v1/reviews/:review_id/assignments/:assignment_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * await client.reviews.unassign(reviewId, assignmentId);
   * ```
   */
  unassign(reviewId: string, assignmentId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Unlock approved takes. Allows later runs of the workflow to speak these lines again. Their decisions remain. Returns 409 if over 20,000 lines match.
   *
   * `POST /api/v1/reviews/:review_id/unlock`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const { unlocked_count } = await client.reviews.unlock(reviewId, { nos: [1] });
   * ```
   */
  unlock(reviewId: string, body: ReviewUnlockInput, options?: KeyedOptions): ApiPromise<ReviewUnlocked>;

  /**
   * Preview a retry. Returns the cost of speaking lines again, and the notes of decisions that the models cannot use. Nothing is stored or charged.
   *
   * `POST /api/v1/reviews/:review_id/retry/preview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const runEstimate = await client.reviews.retryPreview(reviewId, { nos: [2] });
   * ```
   */
  retryPreview(reviewId: string, body?: ReviewRetryInput, options?: KeyedOptions): ApiPromise<RunEstimate>;

  /**
   * Speak lines again. Starts a run that speaks the selected lines again, each in its own locale. All other takes stay. If a model supports directions, it receives the note of each decision. When the run completes, lines with a new take are open again: they have no decision. All other lines keep their decisions. Returns 409 if no line matches, if the take of a line is locked, or if the run of the review has not ended.
   *
   * `POST /api/v1/reviews/:review_id/retry`
   *
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, BUDGET_EXCEEDED, INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.reviews.retry(reviewId, { nos: [2] });
   * ```
   */
  retry(reviewId: string, body?: ReviewRetryInput, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * List the events of a review. Returns the history of the review, newest first.
   *
   * `GET /api/v1/reviews/:review_id/history`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const reviewEvent of client.reviews.history(reviewId)) console.log(reviewEvent);
   * ```
   */
  history(reviewId: string, query?: ReviewsHistoryQuery, options?: RequestOptions): Pages<ReviewEvent>;

  /**
   * Create a share link. Returns a link that lets people without an account take part in the review. A review has at most 100 active links. Returns 422 if the link would show no lines.
   *
   * `POST /api/v1/reviews/:review_id/links`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const newReviewLink = await client.reviews.createLink(reviewId, {
   *   label: 'Northlight Studios',
   *   locales: ['de-de'],
   *   permission: 'comment',
   * });
   * ```
   */
  createLink(reviewId: string, body: ReviewLinkInput, options?: KeyedOptions): ApiPromise<NewReviewLink>;

  /**
   * List the share links of a review. Returns the links, newest first, including those that no longer work.
   *
   * `GET /api/v1/reviews/:review_id/links`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const reviewLink of client.reviews.links(reviewId)) console.log(reviewLink.label);
   * ```
   */
  links(reviewId: string, query?: ReviewsLinksQuery, options?: RequestOptions): Pages<ReviewLink>;

  /**
   * Revoke a share link. Its guests immediately lose access, and their streams end. Their decisions and comments remain. Idempotent.
   *
   * `DELETE /api/v1/reviews/:review_id/links/:link_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * await client.reviews.revokeLink(reviewId, linkId);
   * ```
   */
  revokeLink(reviewId: string, linkId: string, options?: RequestOptions): ApiPromise<Empty>;

  /**
   * Enter a review with a share link. Returns a token for a guest. Returns 403 if the passcode is missing or wrong, 404 if the link is unknown, revoked or expired, and 429 after 20 requests from one IP address in a minute, or after 5 wrong passcodes for one link in 10 minutes.
   *
   * `POST /api/v1/review-links/enter`
   *
   * @throws VoiceloomError: FORBIDDEN, NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED, SERVER_ERROR, UNAVAILABLE, {@link BodyError}.
   * @example
   * ```ts
   * const guestSession = await client.reviews.enter({
   *   token: shareToken,
   *   name: 'Li Chen',
   *   passcode: 'quiet harbor 42',
   * });
   * ```
   */
  enter(body: EnterReview, options?: RequestOptions): ApiPromise<GuestSession>;
}

/** Files with scripts and audio. */
export interface UploadsOperations {
  /**
   * Create an upload. Returns the URL to send the bytes to. Unconfirmed uploads expire after 24 hours. A workspace has at most 2,000 of them.
   *
   * `POST /api/v1/uploads`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const { upload, upload_url } = await client.uploads.create({
   *   filename: 'trailer.txt',
   *   category: 'script',
   *   size_bytes: 38,
   * });
   * ```
   */
  create(body: CreateUpload, options?: KeyedOptions): ApiPromise<CreatedUpload>;

  /**
   * Confirm an upload. Send the bytes first. They must match the size and checksum, if you declared them. The upload moves to the workspace in `X-Workspace-Id`, else to the workspace of the workflow in `context_id` if the caller is a member, else to the personal workspace. Its bytes count toward the storage of that workspace. An API key confirms in its own workspace. Idempotent.
   *
   * `POST /api/v1/uploads/:upload_id`
   *
   * @throws VoiceloomError: STORAGE_LIMIT_EXCEEDED, INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const upload = await client.uploads.confirm(uploadId, { context_type: 'workflow', context_id: workflowId });
   * ```
   */
  confirm(uploadId: string, body: ConfirmUpload, options?: KeyedOptions): ApiPromise<Upload>;

  /**
   * Parse an uploaded script. Returns how a run would read the file: used and unused columns, generated IDs, skipped parts, counts per locale and character, and the first 50 lines. Detects columns in the same way as `source_script`. If the file cannot be parsed, the error names the row and column.
   *
   * `GET /api/v1/uploads/:upload_id/script`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link CommonError}.
   * @example
   * ```ts
   * const uploadScript = await client.uploads.script(uploadId);
   * ```
   */
  script(uploadId: string, query?: UploadsScriptQuery, options?: RequestOptions): ApiPromise<UploadScript>;

  /**
   * Delete an upload. Deletes an upload in any state. Users can delete their own uploads in any workspace and with any role. Admins can also delete uploads of their workspace. An API key acts only in its own workspace. If the upload was confirmed, its bytes no longer count toward the storage of its workspace.
   *
   * `DELETE /api/v1/uploads/:upload_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * await client.uploads.delete(uploadId);
   * ```
   */
  delete(uploadId: string, options?: RequestOptions): ApiPromise<Empty>;
}

/** Voices of providers and of the workspace. */
export interface VoicesOperations {
  /**
   * List voices. Returns the voices that the workspace can use.
   *
   * `GET /api/v1/voices`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const voices = await client.voices.list({ language: 'de-de' }).toArray({ limit: 10 });
   * ```
   */
  list(query?: VoicesListQuery, options?: RequestOptions): Pages<Voice>;

  /**
   * Count voices by attribute. Returns the values of each attribute, and how many voices have each value. The counts of an attribute apply the filters of all other attributes.
   *
   * `GET /api/v1/voices/facets`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const voiceFacets = await client.voices.facets();
   * ```
   */
  facets(query?: VoicesFacetsQuery, options?: RequestOptions): ApiPromise<VoiceFacets>;

  /**
   * Refresh the voices of a provider. Lists the voices of a provider again with the key of the workspace, for example after you cloned one. Otherwise the service does this once a day. Voices that the provider no longer lists become inactive. At most once in 10 seconds per key.
   *
   * `POST /api/v1/voices/refresh`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const { provider, voices_count, refreshed_at } = await client.voices.refresh({ provider: 'elevenlabs' });
   * ```
   */
  refresh(body: RefreshVoices, options?: KeyedOptions): ApiPromise<RefreshedVoices>;

  /**
   * Get a voice. Returns a voice with all its attributes.
   *
   * `GET /api/v1/voices/:voice_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const voice = await client.voices.get(voiceId);
   * ```
   */
  get(voiceId: string, options?: RequestOptions): ApiPromise<Voice>;

  /**
   * List similar voices. Returns the voices that sound most like this one, based on features measured in their samples: pitch, pitch range, speaking rate, spectral centroid and tilt, loudness range. Voices of the embedded engine have these features. Voices of other providers do not: they are not listed, and their own list is empty.
   *
   * `GET /api/v1/voices/:voice_id/similar`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const similarVoices = await client.voices.similar(voiceId);
   * ```
   */
  similar(voiceId: string, query?: VoicesSimilarQuery, options?: RequestOptions): ApiPromise<SimilarVoice[]>;

  /**
   * Get a voice sample. Redirects to a short sample in the first locale of the voice, or returns its URL. The URL is valid for 15 minutes. The sample is synthesized on the first request and then stored.
   *
   * `GET /api/v1/voices/:voice_id/sample`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const link = await client.voices.sample(voiceId);
   * ```
   */
  sample(voiceId: string, options?: RequestOptions): ApiPromise<DownloadLink>;

  /**
   * Hear a voice. Speaks one or two sentences with your own key for the provider of the voice, and with its default model. It costs no credits. The provider bills the account of your key once a day for each voice and locale, and no budget counts it. A voice that needs no key speaks its sample. The link is valid for 15 minutes. If the voice cannot speak, the error gives the reason.
   *
   * `POST /api/v1/voices/:voice_id/preview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const link = await client.voices.preview(voiceId, { locale: 'en-us' });
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  preview(voiceId: string, body?: VoicePreviewInput, options?: KeyedOptions): ApiPromise<DownloadLink>;

  /**
   * Add a voice to the favorites. Applies to the whole workspace. Idempotent.
   *
   * `POST /api/v1/voices/:voice_id/favorite`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const voice = await client.voices.favorite(voiceId);
   * ```
   */
  favorite(voiceId: string, options?: KeyedOptions): ApiPromise<Voice>;

  /**
   * Remove a voice from the favorites. Applies to the whole workspace. Returns `{}` for any ID, even if the voice does not exist. Idempotent.
   *
   * `DELETE /api/v1/voices/:voice_id/favorite`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * await client.voices.unfavorite(voiceId);
   * ```
   */
  unfavorite(voiceId: string, options?: RequestOptions): ApiPromise<Empty>;
}

/** Pronunciations of words. */
export interface DictionaryOperations {
  /**
   * List dictionary entries. Returns the entries of the workspace, ordered by word.
   *
   * `GET /api/v1/dictionary`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const dictionaryEntry of client.dictionary.list()) console.log(dictionaryEntry.word);
   * ```
   */
  list(query?: DictionaryListQuery, options?: RequestOptions): Pages<DictionaryEntry>;

  /**
   * Search the dictionary. Returns entries whose word or pronunciation contains the text, ordered by word. Without a text, returns all entries.
   *
   * `GET /api/v1/dictionary/search`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const dictionaryEntry of client.dictionary.search()) console.log(dictionaryEntry.word);
   * ```
   */
  search(query?: DictionarySearchQuery, options?: RequestOptions): Pages<DictionaryEntry>;

  /**
   * List languages of the dictionary. Returns the languages that have entries, with the number of entries.
   *
   * `GET /api/v1/dictionary/languages`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const dictionaryLanguages = await client.dictionary.languages();
   * ```
   */
  languages(options?: RequestOptions): ApiPromise<DictionaryLanguage[]>;

  /**
   * Export the dictionary. Returns entries as a file, ordered by word: W3C PLS 1.0, TBX or csv. A PLS file omits entries with a context, and every file omits recordings; `omitted_count` is their number.
   *
   * `GET /api/v1/dictionary/export`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const dictionaryExport = await client.dictionary.export();
   * ```
   */
  export(query?: DictionaryExportQuery, options?: RequestOptions): ApiPromise<DictionaryExport>;

  /**
   * Import entries. Creates or replaces entries from a file: W3C PLS 1.0, TBX or csv. `problems` lists entries that cannot be imported, with their rows. All other entries are imported.
   *
   * `POST /api/v1/dictionary/import`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const dictionaryImport = await client.dictionary.import({
   *   format: 'csv',
   *   content: 'word,language,ipa\nKael’thar,en,ˈkeɪl.θɑːr\n',
   * });
   * ```
   */
  import(body: DictionaryImportInput, options?: KeyedOptions): ApiPromise<DictionaryImport>;

  /**
   * Find the lines of an entry. Returns the lines with a word in the latest runs of all workflows, their takes, and the cost of new takes. Nothing is stored or charged. After you change an entry, preview a run to get its exact cost.
   *
   * `POST /api/v1/dictionary/effects`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const dictionaryEffects = await client.dictionary.effects({ word: 'Nguyen', language: 'en' });
   * ```
   */
  effects(body: DictionaryEffectsInput, options?: KeyedOptions): ApiPromise<DictionaryEffects>;

  /**
   * Preview an entry in the voices of a workflow. Speaks a word or a short text, with one entry applied, in each voice that a workflow uses in a locale. A preview costs no credits, but a provider bills the account of your key. The links are valid for 15 minutes, and the audio is deleted after a day.
   *
   * `POST /api/v1/dictionary/preview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const { text, voices } = await client.dictionary.preview({
   *   workflow_id: workflowId,
   *   locale: 'en-us',
   *   text: 'Ask for Nguyen.',
   * });
   * ```
   */
  preview(body: DictionaryPreviewInput, options?: KeyedOptions): ApiPromise<DictionaryPreview>;

  /**
   * Suggest a pronunciation of a word. Returns the pronunciation of a word by the embedded engine: as IPA, and as a respelling in English, French, German, Italian, Portuguese or Spanish. Nothing is spoken, stored or charged.
   *
   * `POST /api/v1/dictionary/suggest-pronunciation`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const suggestedPronunciation = await client.dictionary.suggestPronunciation({
   *   word: 'Guillermo',
   *   language: 'en-us',
   *   origin: 'es-es',
   * });
   * ```
   */
  suggestPronunciation(body: PronunciationInput, options?: KeyedOptions): ApiPromise<SuggestedPronunciation>;

  /**
   * Suggest entries. Returns words that transcripts of word accuracy checks got wrong in at least two takes, and that have no entry for the locale. Searches the latest 100 runs, newest first, and stops after 20,000 lines.
   *
   * `GET /api/v1/dictionary/suggestions`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const { suggestions, is_complete } = await client.dictionary.suggestions();
   * ```
   */
  suggestions(options?: RequestOptions): ApiPromise<DictionarySuggestions>;

  /**
   * Create a dictionary entry. A word has one entry per language and context, at most 20 per language. Case does not matter. Runs apply the entry if they start to synthesize after you create it.
   *
   * `POST /api/v1/dictionary`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, NAME_TAKEN, {@link KeyedError}.
   * @example
   * ```ts
   * const dictionaryEntry = await client.dictionary.create({
   *   word: 'Nguyen',
   *   method: 'spelled',
   *   pronunciation: 'win',
   *   language: 'en',
   * });
   * ```
   */
  create(body: DictionaryEntryInput, options?: KeyedOptions): ApiPromise<DictionaryEntry>;

  /**
   * Get a dictionary entry. Returns a dictionary entry with its ETag.
   *
   * `GET /api/v1/dictionary/:entry_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const dictionaryEntry = await client.dictionary.get(entryId);
   * ```
   */
  get(entryId: string, options?: RequestOptions): ApiPromise<DictionaryEntry>;

  /**
   * Replace a dictionary entry. Replaces all fields. Omitted fields get their defaults.
   *
   * `PUT /api/v1/dictionary/:entry_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, NAME_TAKEN, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const dictionaryEntry = await client.dictionary.replace(entryId, {
   *   word: 'Nguyen',
   *   method: 'spelled',
   *   pronunciation: 'win',
   *   language: 'en',
   * });
   * ```
   */
  replace(entryId: string, body: DictionaryEntryInput, options?: MatchOptions): ApiPromise<DictionaryEntry>;

  /**
   * Delete a dictionary entry. Existing takes do not change.
   *
   * `DELETE /api/v1/dictionary/:entry_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.dictionary.delete(entryId);
   * ```
   */
  delete(entryId: string, options?: MatchOptions): ApiPromise<Empty>;
}

/** Text normalization. */
export interface TextOperations {
  /**
   * Normalize a text. Returns the output of a normalizer node for a text: the spoken text and each change. Nothing is stored or charged.
   *
   * `POST /api/v1/text/normalize`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const normalizedText = await client.text.normalize({ text: 'The 9:30 train has 12 cars.', locale: 'en-us' });
   * ```
   */
  normalize(body: NormalizeText, options?: KeyedOptions): ApiPromise<NormalizedText>;
}

/** Speech providers and their models. */
export interface ProvidersOperations {
  /**
   * List providers. Returns all providers that the service supports.
   *
   * `GET /api/v1/providers`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const provider of client.providers.list()) console.log(provider.provider);
   * ```
   */
  list(query?: ProvidersListQuery, options?: RequestOptions): Pages<Provider>;

  /**
   * Get a provider. Returns a provider, and whether the workspace can use it.
   *
   * `GET /api/v1/providers/:provider`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const provider = await client.providers.get('espeak');
   * ```
   */
  get(provider: string, options?: RequestOptions): ApiPromise<Provider>;

  /**
   * List the models of a provider. Returns the speech models. Empty for a provider without speech synthesis.
   *
   * `GET /api/v1/providers/:provider/models`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const providerModel of client.providers.models('espeak')) console.log(providerModel.kind);
   * ```
   */
  models(provider: string, query?: ProvidersModelsQuery, options?: RequestOptions): Pages<ProviderModel>;

  /**
   * Get a model of a provider. Returns the price, limits and languages of a model.
   *
   * `GET /api/v1/providers/:provider/models/:model`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const providerModel = await client.providers.model('espeak', 'espeak-ng');
   * ```
   */
  model(provider: string, model: string, options?: RequestOptions): ApiPromise<ProviderModel>;

  /**
   * List the voices of a model. Returns the voices of the model that the workspace can use, ordered by name.
   *
   * `GET /api/v1/providers/:provider/models/:model/voices`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const voice of client.providers.voices('espeak', 'espeak-ng')) console.log(voice.name);
   * ```
   */
  voices(provider: string, model: string, query?: ProvidersVoicesQuery, options?: RequestOptions): Pages<Voice>;
}

/** Provider keys of a workspace. They need a token. API keys cannot call them. */
export interface ProviderKeysOperations {
  /**
   * List provider keys. Returns every provider that accepts a key, with its credentials schema and the state of its key.
   *
   * `GET /api/v1/provider-keys`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const { providers } = await client.providerKeys.list();
   * ```
   */
  list(options?: RequestOptions): ApiPromise<ProviderKeyList>;

  /**
   * Store a provider key. Verifies the key with its provider and replaces the stored key. Returns 422 and changes nothing if the provider rejects the key. If the provider is unreachable, the key is stored as `unverified` and verified later.
   *
   * `PUT /api/v1/provider-keys/:provider`
   *
   * @throws VoiceloomError: FEATURE_NOT_IN_PLAN, NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * const { is_valid } = await client.providerKeys.put('elevenlabs', { api_key: apiKey });
   * ```
   */
  put(provider: string, body: ProviderCredentials, options?: RequestOptions): ApiPromise<ProviderKeyStatus>;

  /**
   * Delete a provider key. Idempotent.
   *
   * `DELETE /api/v1/provider-keys/:provider`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link WriteError}.
   * @example
   * ```ts
   * await client.providerKeys.delete('elevenlabs');
   * ```
   */
  delete(provider: string, options?: RequestOptions): ApiPromise<ProviderKeyStatus>;
}

/** The types of workflow nodes. */
export interface NodesOperations {
  /**
   * List node types. Returns all node types with their ports and config schemas. Requires no credential.
   *
   * `GET /api/v1/nodes`
   *
   * @throws VoiceloomError: VALIDATION_ERROR, SERVER_ERROR, UNAVAILABLE.
   * @example
   * ```ts
   * const nodeTypes = await client.nodes.list();
   * ```
   */
  list(options?: RequestOptions): ApiPromise<NodeType[]>;

  /**
   * Get a node type. Returns a node type with its category and the options of its config fields.
   *
   * `GET /api/v1/nodes/:node_type`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const nodeTypeDetail = await client.nodes.get('source_script');
   * ```
   */
  get(nodeType: string, options?: RequestOptions): ApiPromise<NodeTypeDetail>;
}

/** Usage reports and the activity log. */
export interface UsageOperations {
  /**
   * Get a usage summary. Returns credits, characters, lines and runs of the workspace per local day, and the data of an activity chart. Usage counts on the day when it is charged, and runs count on the day when they are created.
   *
   * `GET /api/v1/usage/summary`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const usageSummary = await client.usage.summary();
   * ```
   */
  summary(query?: UsageSummaryQuery, options?: RequestOptions): ApiPromise<UsageSummary>;

  /**
   * Get usage by language. Returns the generated audio of the workspace by locale. The credits match the ledger exactly. With `activity_view`, the rows cover the period of that chart, and `range` is null.
   *
   * `GET /api/v1/usage/by-language`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const usageByLanguage = await client.usage.byLanguage();
   * ```
   */
  byLanguage(query?: UsageByLanguageQuery, options?: RequestOptions): ApiPromise<UsageByLanguage>;

  /**
   * List the activity log. Returns the actions in the workspace, newest first.
   *
   * `GET /api/v1/usage/activity`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const activity of client.usage.activity()) console.log(activity.timestamp);
   * ```
   */
  activity(query?: UsageActivityQuery, options?: RequestOptions): Pages<Activity>;
}

/** Plans and checkout. They need a token. API keys cannot call them. */
export interface BillingOperations {
  /**
   * List plans. Returns the available plans in display order. The URLs in `next` and `prev` use `page`.
   *
   * `GET /api/v1/billing/plans`
   *
   * @throws VoiceloomError: {@link CommonError}.
   * @example
   * ```ts
   * for await (const plan of client.billing.listPlans()) console.log(plan.name);
   * ```
   */
  listPlans(query?: BillingListPlansQuery, options?: RequestOptions): Pages<Plan>;

  /**
   * Preview a plan change. Returns the amount and the effective date of a change to this plan, without changing the plan. If you change the plan within 15 minutes, you are charged exactly this amount.
   *
   * `GET /api/v1/billing/plans/:plan_id/preview`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link CommonError}.
   * @example
   * ```ts
   * const planChangePreview = await client.billing.previewPlanChange(planId);
   * ```
   */
  previewPlanChange(planId: string, options?: RequestOptions): ApiPromise<PlanChangePreview>;

  /**
   * Create a checkout session. Creates an embedded checkout at the payment processor for a first subscription. The previous checkout expires.
   *
   * `POST /api/v1/billing/checkout`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const { client_secret } = await client.billing.createCheckout({
   *   plan_id: planId,
   *   return_url: 'https://app.example.com/billing',
   * });
   * ```
   */
  createCheckout(body: CreateCheckout, options?: KeyedOptions): ApiPromise<Checkout>;
}

/** Limits on what runs use. */
export interface BudgetsOperations {
  /**
   * List budgets. Returns the budgets of the workspace with the use of the current period, newest first.
   *
   * `GET /api/v1/budgets`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const budget of client.budgets.list()) console.log(budget.name);
   * ```
   */
  list(query?: BudgetsListQuery, options?: RequestOptions): Pages<Budget>;

  /**
   * Create a budget. The budget includes what its scope has used in the current period. A workspace has at most 100 budgets. API keys are rejected.
   *
   * `POST /api/v1/budgets`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const budget = await client.budgets.create({
   *   name: 'Trailer team',
   *   limit_credits: 20000,
   *   limit_usd_micros: 50000000,
   * });
   * ```
   */
  create(body: CreateBudget, options?: KeyedOptions): ApiPromise<Budget>;

  /**
   * Get a budget. Returns a budget with the use of the current period.
   *
   * `GET /api/v1/budgets/:budget_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const budget = await client.budgets.get(budgetId);
   * ```
   */
  get(budgetId: string, options?: RequestOptions): ApiPromise<Budget>;

  /**
   * Update a budget. Changes only the fields in the request. Runs that the budget has paused do not resume by themselves. API keys are rejected.
   *
   * `PATCH /api/v1/budgets/:budget_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const budget = await client.budgets.update(budgetId, { limit_credits: 30000 });
   * ```
   */
  update(budgetId: string, body: UpdateBudget, options?: MatchOptions): ApiPromise<Budget>;

  /**
   * Delete a budget. Runs that the budget has paused do not resume by themselves. API keys are rejected.
   *
   * `DELETE /api/v1/budgets/:budget_id`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.budgets.delete(budgetId);
   * ```
   */
  delete(budgetId: string, options?: MatchOptions): ApiPromise<Empty>;
}

/** Endpoints that receive webhook events. */
export interface WebhookEndpointsOperations {
  /**
   * List webhook endpoints. Returns the endpoints of the workspace, newest first.
   *
   * `GET /api/v1/webhook-endpoints`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const webhookEndpoint of client.webhookEndpoints.list()) console.log(webhookEndpoint.url);
   * ```
   */
  list(query?: WebhookEndpointsListQuery, options?: RequestOptions): Pages<WebhookEndpoint>;

  /**
   * Create a webhook endpoint. Only this response contains the signing secret. A workspace has at most 20 endpoints.
   *
   * `POST /api/v1/webhook-endpoints`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const { secret } = await client.webhookEndpoints.create({ url: 'https://hooks.example.com/voiceloom' });
   * ```
   */
  create(body: CreateWebhookEndpoint, options?: KeyedOptions): ApiPromise<NewWebhookEndpoint>;

  /**
   * Get a webhook endpoint. The response does not contain the secret.
   *
   * `GET /api/v1/webhook-endpoints/:endpoint_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhookEndpoints.get(endpointId);
   * ```
   */
  get(endpointId: string, options?: RequestOptions): ApiPromise<WebhookEndpoint>;

  /**
   * Update a webhook endpoint. Changes only the fields in the request. If `active` is set to false, pending webhook deliveries fail.
   *
   * `PATCH /api/v1/webhook-endpoints/:endpoint_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhookEndpoints.update(endpointId, {
   *   events: ['run.completed'],
   *   active: true,
   * });
   * ```
   */
  update(endpointId: string, body: UpdateWebhookEndpoint, options?: MatchOptions): ApiPromise<WebhookEndpoint>;

  /**
   * Delete a webhook endpoint. Also deletes its webhook deliveries.
   *
   * `DELETE /api/v1/webhook-endpoints/:endpoint_id`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.webhookEndpoints.delete(endpointId);
   * ```
   */
  delete(endpointId: string, options?: MatchOptions): ApiPromise<Empty>;

  /**
   * Rotate the secret of a webhook endpoint. Returns the new secret once. For 24 hours, requests are signed with the new and the old secret. If you rotate again within that time, the oldest secret stops working immediately.
   *
   * `POST /api/v1/webhook-endpoints/:endpoint_id/rotate-secret`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const newWebhookEndpoint = await client.webhookEndpoints.rotateSecret(endpointId);
   * ```
   */
  rotateSecret(endpointId: string, options?: KeyedOptions): ApiPromise<NewWebhookEndpoint>;

  /**
   * Test a webhook endpoint. Sends one `webhook.test` event, regardless of the events that the endpoint subscribes to. The endpoint must be active.
   *
   * `POST /api/v1/webhook-endpoints/:endpoint_id/test`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhookEndpoints.test(endpointId);
   * ```
   */
  test(endpointId: string, options?: KeyedOptions): ApiPromise<WebhookDelivery>;

  /**
   * List webhook deliveries. Newest first. Webhook deliveries are stored for 30 days.
   *
   * `GET /api/v1/webhook-endpoints/:endpoint_id/deliveries`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const webhookDelivery of client.webhookEndpoints.deliveries(endpointId))
   *   console.log(webhookDelivery.event);
   * ```
   */
  deliveries(endpointId: string, query?: WebhookEndpointsDeliveriesQuery, options?: RequestOptions): Pages<WebhookDelivery>;

  /**
   * Redeliver a webhook event. Returns a new webhook delivery of the same event. If the old one is still pending, its next attempt is made immediately instead. The endpoint must be active.
   *
   * `POST /api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhookEndpoints.redeliver(endpointId, deliveryId);
   * ```
   */
  redeliver(endpointId: string, deliveryId: string, options?: KeyedOptions): ApiPromise<WebhookDelivery>;
}

/** Buckets that runs can be delivered to. They need a token. API keys cannot call them. */
export interface DeliveryTargetsOperations {
  /**
   * List delivery targets. Returns the buckets of the workspace, ordered by name, on one page. A workspace has at most 20.
   *
   * `GET /api/v1/delivery-targets`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const deliveryTargets = await client.deliveryTargets.list();
   * ```
   */
  list(options?: RequestOptions): ApiPromise<DeliveryTarget[]>;

  /**
   * Get a delivery target. Returns a delivery target with its ETag, without the secret key.
   *
   * `GET /api/v1/delivery-targets/:target`
   *
   * @throws VoiceloomError: NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * const deliveryTarget = await client.deliveryTargets.get('game-builds');
   * ```
   */
  get(target: string, options?: RequestOptions): ApiPromise<DeliveryTarget>;

  /**
   * Store a delivery target. Tests the access key by writing and deleting a small file under the prefix, then stores it encrypted. Replaces the target of the same name. Returns 422 and changes nothing if the bucket rejects the file. If the location changes, deliveries in progress fail.
   *
   * `PUT /api/v1/delivery-targets/:target`
   *
   * @throws VoiceloomError: NOT_FOUND, CONFLICT, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * const deliveryTarget = await client.deliveryTargets.put('game-builds', {
   *   bucket: 'harbor-tales-audio',
   *   access_key_id: accessKeyId,
   *   secret_access_key: secretAccessKey,
   * });
   * ```
   */
  put(target: string, body: PutDeliveryTarget, options?: MatchOptions): ApiPromise<DeliveryTarget>;

  /**
   * Delete a delivery target. Deliveries in progress fail. Files in the bucket remain. Idempotent.
   *
   * `DELETE /api/v1/delivery-targets/:target`
   *
   * @throws VoiceloomError: NOT_FOUND, PRECONDITION_FAILED, {@link WriteError}.
   * @example
   * ```ts
   * await client.deliveryTargets.delete('game-builds');
   * ```
   */
  delete(target: string, options?: MatchOptions): ApiPromise<Empty>;
}

/** Deliveries of runs to buckets. */
export interface DeliveriesOperations {
  /**
   * Deliver a run. Writes every file of the export to the bucket, under the prefix of the target. If the same delivery is in progress, returns it. If it failed, continues it. Returns 409 while the run is active, and 404 if it delivered nothing.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/deliveries`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, {@link KeyedError}.
   * @example
   * ```ts
   * const runDelivery = await client.deliveries.start(workflowId, runId, { target: 'game-builds' });
   * ```
   */
  start(workflowId: string, runId: string, body: StartRunDelivery, options?: KeyedOptions): ApiPromise<RunDelivery>;

  /**
   * List the deliveries of a run. Newest first, with their progress.
   *
   * `GET /api/v1/workflows/:workflow_id/runs/:run_id/deliveries`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link CommonError}.
   * @example
   * ```ts
   * for await (const runDelivery of client.deliveries.list(workflowId, runId)) console.log(runDelivery.target);
   * ```
   */
  list(workflowId: string, runId: string, query?: DeliveriesListQuery, options?: RequestOptions): Pages<RunDelivery>;
}

/** Liveness and readiness. */
export interface HealthOperations {
  /**
   * Check liveness. Returns 200 while the process runs. Does not access the database.
   *
   * `GET /health`
   *
   * @throws VoiceloomError: VALIDATION_ERROR, SERVER_ERROR, UNAVAILABLE.
   * @example
   * ```ts
   * const { status, version } = await client.health.live();
   * ```
   */
  live(options?: RequestOptions): ApiPromise<Health>;

  /**
   * Check readiness. Checks the database, the object storage and the job queue. Returns 503 if the database or the job queue does not respond or is read-only, or if stored secrets need a key that the key ring does not have, with the name of the check in `details`. Also reports missing workers, and storage that is `full` or `unavailable`. These do not cause a 503, because most requests still work.
   *
   * `GET /ready`
   *
   * @throws VoiceloomError: VALIDATION_ERROR, SERVER_ERROR, UNAVAILABLE.
   * @example
   * ```ts
   * const { status, checks } = await client.health.ready();
   * ```
   */
  ready(options?: RequestOptions): ApiPromise<Readiness>;
}

/** Error codes that any operation may return. */
export type CommonError = 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'FORBIDDEN' | 'SUSPENDED' | 'VALIDATION_ERROR' | 'RATE_LIMITED' | 'SERVER_ERROR' | 'UNAVAILABLE';

/** Further error codes that any write may return. */
export type BodyError = 'BAD_REQUEST' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE';

/** Further error codes that any operation with an Idempotency-Key may return. */
export type KeyError = 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED';

/** Error codes that any write may return. */
export type WriteError = CommonError | BodyError;

/** Error codes that any write with an Idempotency-Key may return. */
export type KeyedError = WriteError | KeyError;

/** The types of an operation: input, result, required scope and errors. */
export interface OperationShape<Data, Errors, Scope, Params extends string = never, Body = undefined, Query = undefined> {
  /** The path parameters, as text. */
  params: Record<Params, string>;
  /** The scope that an API key needs: `any` if every key may call, null if a user token is required. */
  scope: Scope;
  /** The query. Undefined if the operation has none. */
  query: Query;
  /** The JSON body. Undefined if the operation has none. */
  body: Body;
  /** The `data` of the response. */
  data: Data;
  /** The error codes that the contract documents. */
  errors: Errors;
}

/** What each operation accepts, returns and may fail with, by its ID. */
export interface Operations {
  /** Get the caller. */
  'auth.whoami': OperationShape<
    Whoami,
    CommonError,
    'any'
  >;
  /** List API keys. */
  'api_keys.list': OperationShape<
    ApiKey[],
    CommonError | 'NOT_FOUND',
    null,
    never,
    undefined,
    ApiKeysListQuery
  >;
  /** Create an API key. */
  'api_keys.create': OperationShape<
    NewApiKey,
    KeyedError | 'NOT_FOUND',
    null,
    never,
    CreateApiKey
  >;
  /** Get an API key. */
  'api_keys.get': OperationShape<
    ApiKey,
    CommonError | 'NOT_FOUND',
    null,
    'key_id'
  >;
  /** Update an API key. */
  'api_keys.update': OperationShape<
    ApiKey,
    WriteError | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    null,
    'key_id',
    UpdateApiKey
  >;
  /** Rotate an API key. */
  'api_keys.rotate': OperationShape<
    RotatedApiKey,
    WriteError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'key_id',
    RotateApiKey | undefined
  >;
  /** Revoke an API key. */
  'api_keys.delete': OperationShape<
    ApiKey,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'key_id'
  >;
  /** List workspaces. */
  'workspaces.list': OperationShape<
    Workspace[],
    CommonError | 'INSUFFICIENT_SCOPE',
    'workspace:read',
    never,
    undefined,
    WorkspacesListQuery
  >;
  /** Create a workspace. */
  'workspaces.create': OperationShape<
    Workspace,
    KeyedError | 'PLAN_LIMIT_REACHED' | 'WORKSPACE_SLUG_TAKEN',
    null,
    never,
    CreateWorkspace
  >;
  /** Check whether a slug is available. */
  'workspaces.slug_available': OperationShape<
    SlugAvailability,
    CommonError | 'INSUFFICIENT_SCOPE',
    'workspace:read',
    never,
    undefined,
    WorkspacesSlugAvailableQuery
  >;
  /** Get a workspace. */
  'workspaces.get': OperationShape<
    Workspace,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    'ws_id'
  >;
  /** Update a workspace. */
  'workspaces.update': OperationShape<
    Workspace,
    WriteError | 'NOT_FOUND' | 'WORKSPACE_SLUG_TAKEN' | 'PRECONDITION_FAILED',
    null,
    'ws_id',
    UpdateWorkspace
  >;
  /** Delete a workspace. */
  'workspaces.delete': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    null,
    'ws_id'
  >;
  /** Get the settings of a workspace. */
  'workspaces.get_settings': OperationShape<
    WorkspaceSettings,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    'ws_id'
  >;
  /** Update the settings of a workspace. */
  'workspaces.update_settings': OperationShape<
    WorkspaceSettings,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'ws_id',
    UpdateWorkspaceSettings
  >;
  /** List members. */
  'members.list': OperationShape<
    Member[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    'ws_id'
  >;
  /** Change the role of a member. */
  'members.update': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'ws_id' | 'member_id',
    UpdateMember
  >;
  /** Remove a member. */
  'members.remove': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'ws_id' | 'member_id'
  >;
  /** Invite a person. */
  'members.create_invite': OperationShape<
    Invite,
    KeyedError | 'PLAN_LIMIT_REACHED' | 'NOT_FOUND' | 'ALREADY_MEMBER' | 'INVITE_PENDING',
    null,
    'ws_id',
    CreateInvite
  >;
  /** Change the role of an invite. */
  'members.update_invite': OperationShape<
    Invite,
    WriteError | 'NOT_FOUND' | 'INVITE_GONE',
    null,
    'ws_id' | 'invite_id',
    UpdateMember
  >;
  /** Revoke an invite. */
  'members.revoke_invite': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'INVITE_GONE',
    null,
    'ws_id' | 'invite_id'
  >;
  /** Get a received invite. */
  'members.get_invite': OperationShape<
    ReceivedInvite,
    CommonError | 'NOT_FOUND' | 'INVITE_GONE',
    null,
    'token'
  >;
  /** Accept an invite. */
  'members.accept_invite': OperationShape<
    AcceptedInvite,
    KeyedError | 'PLAN_LIMIT_REACHED' | 'NOT_FOUND' | 'ALREADY_MEMBER' | 'INVITE_GONE',
    null,
    'token'
  >;
  /** Decline an invite. */
  'members.decline_invite': OperationShape<
    Empty,
    KeyedError | 'NOT_FOUND' | 'INVITE_GONE',
    null,
    'token'
  >;
  /** Get your subscription. */
  'users.get_subscription': OperationShape<
    Subscription | null,
    CommonError,
    null
  >;
  /** Subscribe to a plan. */
  'users.subscribe': OperationShape<
    Subscription,
    KeyedError | 'PAYMENT_REQUIRED' | 'NOT_FOUND' | 'CONFLICT',
    null,
    never,
    Subscribe
  >;
  /** Change your plan. */
  'users.change_plan': OperationShape<
    Subscription,
    KeyedError | 'PAYMENT_REQUIRED' | 'NOT_FOUND' | 'CONFLICT',
    null,
    never,
    ChangePlan
  >;
  /** Cancel your subscription. */
  'users.cancel_subscription': OperationShape<
    Subscription,
    KeyedError | 'CONFLICT',
    null
  >;
  /** Cancel a scheduled change. */
  'users.cancel_scheduled_change': OperationShape<
    Subscription,
    KeyedError | 'CONFLICT',
    null
  >;
  /** List your payment methods. */
  'users.list_payment_methods': OperationShape<
    PaymentMethod[],
    CommonError,
    null
  >;
  /** Add a payment method. */
  'users.add_payment_method': OperationShape<
    PaymentMethodSetup,
    KeyedError,
    null
  >;
  /** Create a page to add a payment method. */
  'users.create_payment_method_page': OperationShape<
    PaymentMethodPage,
    KeyedError,
    null,
    never,
    CreatePaymentMethodPage
  >;
  /** Set the default payment method. */
  'users.set_default_payment_method': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'payment_method_id'
  >;
  /** Delete a payment method. */
  'users.delete_payment_method': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'payment_method_id'
  >;
  /** List your invoices. */
  'users.list_invoices': OperationShape<
    InvoicePage,
    CommonError,
    null,
    never,
    undefined,
    UsersListInvoicesQuery
  >;
  /** Get your notification preferences. */
  'users.get_notification_preferences': OperationShape<
    NotificationPreferences,
    CommonError,
    null
  >;
  /** Update your notification preferences. */
  'users.update_notification_preferences': OperationShape<
    NotificationPreferences,
    WriteError | 'PRECONDITION_FAILED',
    null,
    never,
    UpdateNotificationPreferences
  >;
  /** Get your credits. */
  'users.get_credits': OperationShape<
    Credits,
    CommonError,
    null
  >;
  /** Get the limits of your plan. */
  'users.get_limits': OperationShape<
    PlanLimits,
    CommonError,
    null
  >;
  /** List public templates. */
  'templates.list': OperationShape<
    Template[],
    CommonError | 'INSUFFICIENT_SCOPE',
    'templates:read',
    never,
    undefined,
    TemplatesListQuery
  >;
  /** List your templates. */
  'templates.mine': OperationShape<
    Template[],
    CommonError | 'NOT_FOUND',
    null,
    never,
    undefined,
    TemplatesMineQuery
  >;
  /** Create a template. */
  'templates.create': OperationShape<
    Template,
    KeyedError | 'NOT_FOUND',
    null,
    never,
    CreateTemplate
  >;
  /** Get a template. */
  'templates.get': OperationShape<
    Template,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'templates:read',
    'template_id'
  >;
  /** Update a template. */
  'templates.update': OperationShape<
    Template,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'template_id',
    UpdateTemplate
  >;
  /** Delete a template. */
  'templates.delete': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'template_id'
  >;
  /** Create a workflow from a template. */
  'templates.clone': OperationShape<
    Workflow,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:write',
    'template_id',
    CloneTemplate | undefined
  >;
  /** Estimate a template. */
  'templates.estimate': OperationShape<
    TemplateEstimate,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'templates:read',
    'template_id'
  >;
  /** Add a template to your favorites. */
  'templates.favorite': OperationShape<
    Template,
    KeyedError | 'NOT_FOUND',
    null,
    'template_id'
  >;
  /** Remove a template from your favorites. */
  'templates.unfavorite': OperationShape<
    Empty,
    WriteError,
    null,
    'template_id'
  >;
  /** List workflows. */
  'workflows.list': OperationShape<
    WorkflowListItem[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    never,
    undefined,
    WorkflowsListQuery
  >;
  /** Check whether a name is in use. */
  'workflows.name_availability': OperationShape<
    NameAvailability,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    never,
    undefined,
    WorkflowsNameAvailabilityQuery
  >;
  /** Validate a definition. */
  'workflows.validate': OperationShape<
    DefinitionReport,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    never,
    ValidateWorkflow
  >;
  /** Create a workflow. */
  'workflows.create': OperationShape<
    Workflow,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:write',
    never,
    CreateWorkflow
  >;
  /** Get a workflow. */
  'workflows.get': OperationShape<
    Workflow,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id'
  >;
  /** Replace a workflow. */
  'workflows.replace': OperationShape<
    Workflow,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    'workflows:write',
    'workflow_id',
    ReplaceWorkflow
  >;
  /** Update a workflow. */
  'workflows.update': OperationShape<
    Workflow,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'workflow_id',
    UpdateWorkflow
  >;
  /** Delete a workflow. */
  'workflows.delete': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    'workflows:write',
    'workflow_id'
  >;
  /** Duplicate a workflow. */
  'workflows.duplicate': OperationShape<
    Workflow,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:write',
    'workflow_id'
  >;
  /** List the uploads of a workflow. */
  'workflows.uploads': OperationShape<
    Upload[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id',
    undefined,
    WorkflowsUploadsQuery
  >;
  /** Estimate a run. */
  'workflows.preview': OperationShape<
    RunEstimate,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id',
    StartRun | undefined
  >;
  /** Estimate a run of a workflow. */
  'workflows.estimate': OperationShape<
    RunEstimate,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id',
    StartRun | undefined
  >;
  /** List schedules. */
  'schedules.list': OperationShape<
    Schedule[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    never,
    undefined,
    SchedulesListQuery
  >;
  /** Create a schedule. */
  'schedules.create': OperationShape<
    Schedule,
    KeyedError | 'NOT_FOUND' | 'CONFLICT',
    null,
    never,
    CreateSchedule
  >;
  /** Get a schedule. */
  'schedules.get': OperationShape<
    Schedule,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'schedule_id'
  >;
  /** Update a schedule. */
  'schedules.update': OperationShape<
    Schedule,
    WriteError | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    null,
    'schedule_id',
    UpdateSchedule
  >;
  /** Delete a schedule. */
  'schedules.delete': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'schedule_id'
  >;
  /** List the due times of a schedule. */
  'schedules.occurrences': OperationShape<
    ScheduleOccurrence[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'schedule_id',
    undefined,
    SchedulesOccurrencesQuery
  >;
  /** List runs. */
  'runs.list': OperationShape<
    RunListItem[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id',
    undefined,
    RunsListQuery
  >;
  /** Summarize runs. */
  'runs.summary': OperationShape<
    RunSummary,
    CommonError | 'NOT_FOUND',
    null,
    'workflow_id',
    undefined,
    RunsSummaryQuery
  >;
  /** Start a run. */
  'runs.start': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_CREDITS' | 'BUDGET_EXCEEDED' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
    'workflows:run',
    'workflow_id',
    StartRun | undefined
  >;
  /** Cancel a run. */
  'runs.cancel': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:run',
    'workflow_id' | 'run_id'
  >;
  /** Pause a run. */
  'runs.pause': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:run',
    'workflow_id' | 'run_id'
  >;
  /** Resume a run. */
  'runs.resume': OperationShape<
    Run,
    KeyedError | 'BUDGET_EXCEEDED' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
    'workflows:run',
    'workflow_id' | 'run_id',
    ResumeRun | undefined
  >;
  /** Retry lines of a run. */
  'runs.retry': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_CREDITS' | 'BUDGET_EXCEEDED' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
    'workflows:run',
    'workflow_id' | 'run_id',
    RetryRun | undefined
  >;
  /** Get a run. */
  'runs.get': OperationShape<
    RunDetail,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id'
  >;
  /** Get the status of a run. */
  'runs.status': OperationShape<
    Run,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id'
  >;
  /** Stream the events of a run. */
  'runs.events': OperationShape<
    string,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id'
  >;
  /** Get the overview of a run. */
  'runs.overview': OperationShape<
    RunOverview,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id'
  >;
  /** List the steps of a run. */
  'runs.steps': OperationShape<
    RunStep[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id',
    undefined,
    RunsStepsQuery
  >;
  /** List the lines of a run. */
  'runs.data': OperationShape<
    RunData,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id',
    undefined,
    RunsDataQuery
  >;
  /** List the outputs of a run. */
  'runs.outputs': OperationShape<
    RunOutputs,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id'
  >;
  /** Download a run. */
  'runs.download': OperationShape<
    DownloadLink,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:read',
    'workflow_id' | 'run_id',
    undefined,
    RunsDownloadQuery
  >;
  /** Download one output of a run. */
  'runs.download_node': OperationShape<
    DownloadLink,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:read',
    'workflow_id' | 'run_id' | 'node_id',
    undefined,
    RunsDownloadNodeQuery
  >;
  /** Download the script of a run. */
  'runs.script': OperationShape<
    DownloadLink,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:read',
    'workflow_id' | 'run_id',
    undefined,
    RunsScriptQuery
  >;
  /** Get the URL of a take. */
  'runs.audio_url': OperationShape<
    DownloadLink,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id' | 'audio_id'
  >;
  /** Open the review of a run. */
  'reviews.open': OperationShape<
    Review,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'workflow_id' | 'run_id'
  >;
  /** Get a review. */
  'reviews.get': OperationShape<
    Review,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:read',
    'review_id'
  >;
  /** List the lines of a review. */
  'reviews.items': OperationShape<
    ReviewItems,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:read',
    'review_id',
    undefined,
    ReviewsItemsQuery
  >;
  /** Get a line of a review. */
  'reviews.item': OperationShape<
    ReviewItemDetail,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:read',
    'review_id' | 'no'
  >;
  /** Decide about a line. */
  'reviews.decide': OperationShape<
    ReviewItem,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    'reviews:write',
    'review_id' | 'no',
    ReviewDecisionInput
  >;
  /** Decide about several lines. */
  'reviews.decide_many': OperationShape<
    ReviewDecisions,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'review_id',
    ReviewDecisionsInput
  >;
  /** Comment on a line. */
  'reviews.comment': OperationShape<
    ReviewComment,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'review_id' | 'no',
    ReviewCommentInput
  >;
  /** Change a comment. */
  'reviews.update_comment': OperationShape<
    ReviewComment,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    'reviews:write',
    'review_id' | 'comment_id',
    ReviewCommentChange
  >;
  /** Delete a comment. */
  'reviews.delete_comment': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    'reviews:write',
    'review_id' | 'comment_id'
  >;
  /** Assign lines. */
  'reviews.assign': OperationShape<
    ReviewAssignment,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'review_id',
    ReviewAssignmentInput
  >;
  /** Remove an assignment. */
  'reviews.unassign': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:write',
    'review_id' | 'assignment_id'
  >;
  /** Unlock approved takes. */
  'reviews.unlock': OperationShape<
    ReviewUnlocked,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'review_id',
    ReviewUnlockInput
  >;
  /** Preview a retry. */
  'reviews.retry_preview': OperationShape<
    RunEstimate,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:run',
    'review_id',
    ReviewRetryInput | undefined
  >;
  /** Speak lines again. */
  'reviews.retry': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_CREDITS' | 'BUDGET_EXCEEDED' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
    'workflows:run',
    'review_id',
    ReviewRetryInput | undefined
  >;
  /** List the events of a review. */
  'reviews.history': OperationShape<
    ReviewEvent[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:read',
    'review_id',
    undefined,
    ReviewsHistoryQuery
  >;
  /** Stream the events of a review. */
  'reviews.events': OperationShape<
    string,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:read',
    'review_id'
  >;
  /** Create a share link. */
  'reviews.create_link': OperationShape<
    NewReviewLink,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'reviews:write',
    'review_id',
    ReviewLinkInput
  >;
  /** List the share links of a review. */
  'reviews.links': OperationShape<
    ReviewLink[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:write',
    'review_id',
    undefined,
    ReviewsLinksQuery
  >;
  /** Revoke a share link. */
  'reviews.revoke_link': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'reviews:write',
    'review_id' | 'link_id'
  >;
  /** Enter a review with a share link. */
  'reviews.enter': OperationShape<
    GuestSession,
    BodyError | 'FORBIDDEN' | 'NOT_FOUND' | 'VALIDATION_ERROR' | 'RATE_LIMITED' | 'SERVER_ERROR' | 'UNAVAILABLE',
    'any',
    never,
    EnterReview
  >;
  /** Create an upload. */
  'uploads.create': OperationShape<
    CreatedUpload,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'uploads:write',
    never,
    CreateUpload
  >;
  /** Confirm an upload. */
  'uploads.confirm': OperationShape<
    Upload,
    KeyedError | 'STORAGE_LIMIT_EXCEEDED' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'uploads:write',
    'upload_id',
    ConfirmUpload
  >;
  /** Parse an uploaded script. */
  'uploads.script': OperationShape<
    UploadScript,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'uploads:write',
    'upload_id',
    undefined,
    UploadsScriptQuery
  >;
  /** Delete an upload. */
  'uploads.delete': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'uploads:write',
    'upload_id'
  >;
  /** List voices. */
  'voices.list': OperationShape<
    Voice[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:read',
    never,
    undefined,
    VoicesListQuery
  >;
  /** Count voices by attribute. */
  'voices.facets': OperationShape<
    VoiceFacets,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:read',
    never,
    undefined,
    VoicesFacetsQuery
  >;
  /** Refresh the voices of a provider. */
  'voices.refresh': OperationShape<
    RefreshedVoices,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'voices:write',
    never,
    RefreshVoices
  >;
  /** Get a voice. */
  'voices.get': OperationShape<
    Voice,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:read',
    'voice_id'
  >;
  /** List similar voices. */
  'voices.similar': OperationShape<
    SimilarVoice[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:read',
    'voice_id',
    undefined,
    VoicesSimilarQuery
  >;
  /** Get a voice sample. */
  'voices.sample': OperationShape<
    DownloadLink,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:read',
    'voice_id'
  >;
  /** Hear a voice. */
  'voices.preview': OperationShape<
    DownloadLink,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'voices:write',
    'voice_id',
    VoicePreviewInput | undefined
  >;
  /** Add a voice to the favorites. */
  'voices.favorite': OperationShape<
    Voice,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:write',
    'voice_id'
  >;
  /** Remove a voice from the favorites. */
  'voices.unfavorite': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'voices:write',
    'voice_id'
  >;
  /** List dictionary entries. */
  'dictionary.list': OperationShape<
    DictionaryEntry[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    never,
    undefined,
    DictionaryListQuery
  >;
  /** Search the dictionary. */
  'dictionary.search': OperationShape<
    DictionaryEntry[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    never,
    undefined,
    DictionarySearchQuery
  >;
  /** List languages of the dictionary. */
  'dictionary.languages': OperationShape<
    DictionaryLanguage[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read'
  >;
  /** Export the dictionary. */
  'dictionary.export': OperationShape<
    DictionaryExport,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    never,
    undefined,
    DictionaryExportQuery
  >;
  /** Import entries. */
  'dictionary.import': OperationShape<
    DictionaryImport,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:write',
    never,
    DictionaryImportInput
  >;
  /** Find the lines of an entry. */
  'dictionary.effects': OperationShape<
    DictionaryEffects,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    never,
    DictionaryEffectsInput
  >;
  /** Preview an entry in the voices of a workflow. */
  'dictionary.preview': OperationShape<
    DictionaryPreview,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:write',
    never,
    DictionaryPreviewInput
  >;
  /** Suggest a pronunciation of a word. */
  'dictionary.suggest_pronunciation': OperationShape<
    SuggestedPronunciation,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    never,
    PronunciationInput
  >;
  /** Suggest entries. */
  'dictionary.suggestions': OperationShape<
    DictionarySuggestions,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read'
  >;
  /** Create a dictionary entry. */
  'dictionary.create': OperationShape<
    DictionaryEntry,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'NAME_TAKEN',
    'dictionary:write',
    never,
    DictionaryEntryInput
  >;
  /** Get a dictionary entry. */
  'dictionary.get': OperationShape<
    DictionaryEntry,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    'entry_id'
  >;
  /** Replace a dictionary entry. */
  'dictionary.replace': OperationShape<
    DictionaryEntry,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'NAME_TAKEN' | 'PRECONDITION_FAILED',
    'dictionary:write',
    'entry_id',
    DictionaryEntryInput
  >;
  /** Delete a dictionary entry. */
  'dictionary.delete': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    'dictionary:write',
    'entry_id'
  >;
  /** Normalize a text. */
  'text.normalize': OperationShape<
    NormalizedText,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'dictionary:read',
    never,
    NormalizeText
  >;
  /** List providers. */
  'providers.list': OperationShape<
    Provider[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    never,
    undefined,
    ProvidersListQuery
  >;
  /** Get a provider. */
  'providers.get': OperationShape<
    Provider,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    'provider'
  >;
  /** List the models of a provider. */
  'providers.models': OperationShape<
    ProviderModel[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    'provider',
    undefined,
    ProvidersModelsQuery
  >;
  /** Get a model of a provider. */
  'providers.model': OperationShape<
    ProviderModel,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    'provider' | 'model'
  >;
  /** List the voices of a model. */
  'providers.voices': OperationShape<
    Voice[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    'provider' | 'model',
    undefined,
    ProvidersVoicesQuery
  >;
  /** List provider keys. */
  'provider_keys.list': OperationShape<
    ProviderKeyList,
    CommonError | 'NOT_FOUND',
    null
  >;
  /** Store a provider key. */
  'provider_keys.put': OperationShape<
    ProviderKeyStatus,
    WriteError | 'FEATURE_NOT_IN_PLAN' | 'NOT_FOUND',
    null,
    'provider',
    ProviderCredentials
  >;
  /** Delete a provider key. */
  'provider_keys.delete': OperationShape<
    ProviderKeyStatus,
    WriteError | 'NOT_FOUND',
    null,
    'provider'
  >;
  /** List node types. */
  'nodes.list': OperationShape<
    NodeType[],
    'VALIDATION_ERROR' | 'SERVER_ERROR' | 'UNAVAILABLE',
    'any'
  >;
  /** Get a node type. */
  'nodes.get': OperationShape<
    NodeTypeDetail,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'catalog:read',
    'node_type'
  >;
  /** Get a usage summary. */
  'usage.summary': OperationShape<
    UsageSummary,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    never,
    undefined,
    UsageSummaryQuery
  >;
  /** Get usage by language. */
  'usage.by_language': OperationShape<
    UsageByLanguage,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    never,
    undefined,
    UsageByLanguageQuery
  >;
  /** List the activity log. */
  'usage.activity': OperationShape<
    Activity[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    never,
    undefined,
    UsageActivityQuery
  >;
  /** List plans. */
  'billing.list_plans': OperationShape<
    Plan[],
    CommonError,
    null,
    never,
    undefined,
    BillingListPlansQuery
  >;
  /** Preview a plan change. */
  'billing.preview_plan_change': OperationShape<
    PlanChangePreview,
    CommonError | 'NOT_FOUND' | 'CONFLICT',
    null,
    'plan_id'
  >;
  /** Create a checkout session. */
  'billing.create_checkout': OperationShape<
    Checkout,
    KeyedError | 'NOT_FOUND' | 'CONFLICT',
    null,
    never,
    CreateCheckout
  >;
  /** List budgets. */
  'budgets.list': OperationShape<
    Budget[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    never,
    undefined,
    BudgetsListQuery
  >;
  /** Create a budget. */
  'budgets.create': OperationShape<
    Budget,
    KeyedError | 'NOT_FOUND' | 'CONFLICT',
    null,
    never,
    CreateBudget
  >;
  /** Get a budget. */
  'budgets.get': OperationShape<
    Budget,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workspace:read',
    'budget_id'
  >;
  /** Update a budget. */
  'budgets.update': OperationShape<
    Budget,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'budget_id',
    UpdateBudget
  >;
  /** Delete a budget. */
  'budgets.delete': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'budget_id'
  >;
  /** List webhook endpoints. */
  'webhook_endpoints.list': OperationShape<
    WebhookEndpoint[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'webhooks:write',
    never,
    undefined,
    WebhookEndpointsListQuery
  >;
  /** Create a webhook endpoint. */
  'webhook_endpoints.create': OperationShape<
    NewWebhookEndpoint,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'webhooks:write',
    never,
    CreateWebhookEndpoint
  >;
  /** Get a webhook endpoint. */
  'webhook_endpoints.get': OperationShape<
    WebhookEndpoint,
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'webhooks:write',
    'endpoint_id'
  >;
  /** Update a webhook endpoint. */
  'webhook_endpoints.update': OperationShape<
    WebhookEndpoint,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    'webhooks:write',
    'endpoint_id',
    UpdateWebhookEndpoint
  >;
  /** Delete a webhook endpoint. */
  'webhook_endpoints.delete': OperationShape<
    Empty,
    WriteError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    'webhooks:write',
    'endpoint_id'
  >;
  /** Rotate the secret of a webhook endpoint. */
  'webhook_endpoints.rotate_secret': OperationShape<
    NewWebhookEndpoint,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'webhooks:write',
    'endpoint_id'
  >;
  /** Test a webhook endpoint. */
  'webhook_endpoints.test': OperationShape<
    WebhookDelivery,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'webhooks:write',
    'endpoint_id'
  >;
  /** List webhook deliveries. */
  'webhook_endpoints.deliveries': OperationShape<
    WebhookDelivery[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'webhooks:write',
    'endpoint_id',
    undefined,
    WebhookEndpointsDeliveriesQuery
  >;
  /** Redeliver a webhook event. */
  'webhook_endpoints.redeliver': OperationShape<
    WebhookDelivery,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'webhooks:write',
    'endpoint_id' | 'delivery_id'
  >;
  /** List delivery targets. */
  'delivery_targets.list': OperationShape<
    DeliveryTarget[],
    CommonError | 'NOT_FOUND',
    null
  >;
  /** Get a delivery target. */
  'delivery_targets.get': OperationShape<
    DeliveryTarget,
    CommonError | 'NOT_FOUND',
    null,
    'target'
  >;
  /** Store a delivery target. */
  'delivery_targets.put': OperationShape<
    DeliveryTarget,
    WriteError | 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION_FAILED',
    null,
    'target',
    PutDeliveryTarget
  >;
  /** Delete a delivery target. */
  'delivery_targets.delete': OperationShape<
    Empty,
    WriteError | 'NOT_FOUND' | 'PRECONDITION_FAILED',
    null,
    'target'
  >;
  /** Deliver a run. */
  'deliveries.start': OperationShape<
    RunDelivery,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT',
    'workflows:run',
    'workflow_id' | 'run_id',
    StartRunDelivery
  >;
  /** List the deliveries of a run. */
  'deliveries.list': OperationShape<
    RunDelivery[],
    CommonError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id' | 'run_id',
    undefined,
    DeliveriesListQuery
  >;
  /** Check liveness. */
  'health.live': OperationShape<
    Health,
    'VALIDATION_ERROR' | 'SERVER_ERROR' | 'UNAVAILABLE',
    'any'
  >;
  /** Check readiness. */
  'health.ready': OperationShape<
    Readiness,
    'VALIDATION_ERROR' | 'SERVER_ERROR' | 'UNAVAILABLE',
    'any'
  >;
}
