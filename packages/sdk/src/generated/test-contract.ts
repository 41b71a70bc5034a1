// Written by scripts/gen.ts. Do not edit.

import type { TestFacts, TestProvider } from '../testing/operation.ts';
import type * as types from './types.ts';
import { blanksOf } from '../testing/blanks.ts';
import { components } from './schemas.ts';

const _text = (description: string) => ({ type: 'string', description }) as never;
const _list = (items: unknown) => ({ type: 'array', items }) as never;
const _object = (properties: object, description?: string) =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(description !== undefined && { description }),
  }) as never;
const _0 = { success: 200 } as never;
const _1 = { success: 200, rows: "" } as never;
const _2 = { success: 201 } as never;
const _3 = { success: 202 } as never;
const _4 = [{ name: "lines", fields: ["locale_code", "script"] }] as never;
const _5 = { type: "string", format: "uuid" } as never;
const _6 = { type: "string", minLength: 1, maxLength: 200 } as never;
const _7 = { type: "null" } as never;
const _8 = [_6, _7] as never;
const _9 = { type: "string", minLength: 2, maxLength: 35, description: "Lowercase BCP-47 code; input in any case.", examples: ["en-us"] } as never;
const _a = [_9, _7] as never;
const _b = [{ type: "string", enum: ["openai_compatible", "elevenlabs", "deepgram"], description: "The id of a provider that writes down what it hears." }, _7] as never;
const _c = { default: null, description: "null = the provider's default model.", anyOf: _8 } as never;
const _d = ["locale_code", "script", "audio"] as never;
const _e = [{ name: "audio", fields: _d }] as never;
const _f = [_5, _7] as never;
const _g = ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] as never;
const _h = ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"] as never;
const _i = { type: "number", minimum: 0.5, maximum: 2 } as never;
const _j = { type: "number", minimum: -12, maximum: 12 } as never;
const _k = { type: "string", enum: _h, description: "The id of a provider that speaks." } as never;
const _l = [{ type: "integer", minimum: 1, maximum: 64 }, _7] as never;
const _m = { type: "string", enum: ["preset"] } as never;
const _n = { type: "integer", minimum: 0, maximum: 5000 } as never;
const _o = { type: "string", enum: ["wav", "mp3", "ogg", "opus", "flac", "mulaw", "alaw"] } as never;
const _p = [{ name: "pass", fields: _d }, { name: "fail", fields: _d }] as never;
const _q = { default: 2, description: "How often a failed line may come back.", type: "integer", minimum: 0, maximum: 10 } as never;
const _r = { default: null, description: "Who writes down what is heard; null = the first one that the workspace has a key for.", anyOf: _b } as never;
const _s = { default: null, description: "Who of the provider listens; null = the provider's default model.", anyOf: _8 } as never;
const _t = { default: "line", description: "line = the provider is told the line's language; detect = it finds out.", type: "string", enum: ["line", "detect"] } as never;
const _u = { default: null, description: "Takes that are sent to be written down at once; null = automatic.", anyOf: _l } as never;
const _v = { default: 85, description: "The least score that passes, 0-100.", type: "number", minimum: 0, maximum: 100 } as never;
const _w = { default: null, description: "null = the locale's norm.", anyOf: [{ type: "number", minimum: 0.1, maximum: 30 }, _7] } as never;
const _x = ["speech"] as never;
const _y = { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The key of that server, if it needs one." } as never;
const _z = ["speech", "transcription"] as never;
const _10 = { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The API key." } as never;
const _11 = { api_key: _10 } as never;
const _12 = ["api_key"] as never;

/** What each operation answers. */
export const facts: Readonly<Record<string, TestFacts>> = {
  'auth.whoami': _0,
  'api_keys.list': _1,
  'api_keys.create': _2,
  'api_keys.get': _0,
  'api_keys.update': _0,
  'api_keys.rotate': _0,
  'api_keys.delete': _0,
  'workspaces.list': _1,
  'workspaces.create': _2,
  'workspaces.slug_available': _0,
  'workspaces.get': _0,
  'workspaces.update': _0,
  'workspaces.delete': _0,
  'workspaces.get_settings': _0,
  'workspaces.update_settings': _0,
  'members.list': _1,
  'members.update': _0,
  'members.remove': _0,
  'members.create_invite': _2,
  'members.update_invite': _0,
  'members.revoke_invite': _0,
  'members.accept_invite': _0,
  'users.get_subscription': _0,
  'users.subscribe': _0,
  'users.change_plan': _0,
  'users.cancel_subscription': _0,
  'users.cancel_scheduled_change': _0,
  'users.list_payment_methods': _0,
  'users.add_payment_method': _0,
  'users.set_default_payment_method': _0,
  'users.delete_payment_method': _0,
  'users.list_invoices': _0,
  'users.get_notification_preferences': _0,
  'users.update_notification_preferences': _0,
  'users.get_credits': _0,
  'users.get_limits': _0,
  'templates.list': _1,
  'templates.mine': _1,
  'templates.create': _2,
  'templates.get': _0,
  'templates.update': _0,
  'templates.delete': _0,
  'templates.clone': _2,
  'templates.estimate': _0,
  'templates.favorite': _0,
  'templates.unfavorite': _0,
  'workflows.list': _1,
  'workflows.name_availability': _0,
  'workflows.validate': _0,
  'workflows.create': _2,
  'workflows.get': _0,
  'workflows.replace': _0,
  'workflows.update': _0,
  'workflows.delete': _0,
  'workflows.duplicate': _2,
  'workflows.uploads': _1,
  'workflows.preview': _0,
  'runs.list': _1,
  'runs.summary': _0,
  'runs.start': _3,
  'runs.cancel': _0,
  'runs.pause': _0,
  'runs.resume': _0,
  'runs.retry': _3,
  'runs.get': _0,
  'runs.status': _0,
  'runs.events': _0,
  'runs.overview': _0,
  'runs.steps': _0,
  'runs.data': { success: 200, rows: "rows" },
  'runs.outputs': _0,
  'runs.download': _0,
  'runs.download_node': _0,
  'runs.script': _0,
  'runs.audio_url': _0,
  'uploads.create': _2,
  'uploads.confirm': _0,
  'uploads.delete': _0,
  'voices.list': _1,
  'voices.facets': _0,
  'voices.get': _0,
  'voices.similar': _0,
  'voices.sample': { success: 302 },
  'voices.favorite': _0,
  'voices.unfavorite': _0,
  'dictionary.list': _1,
  'dictionary.search': _1,
  'dictionary.languages': _0,
  'dictionary.create': _2,
  'dictionary.get': _0,
  'dictionary.replace': _0,
  'dictionary.delete': _0,
  'text.normalize': _0,
  'providers.list': _1,
  'providers.get': _0,
  'providers.models': _1,
  'providers.model': _0,
  'providers.voices': _1,
  'provider_keys.list': _0,
  'provider_keys.put': _0,
  'provider_keys.delete': _0,
  'nodes.list': _0,
  'nodes.get': _0,
  'usage.summary': _0,
  'usage.by_language': _0,
  'usage.activity': _1,
  'billing.list_plans': _1,
  'billing.preview_plan_change': _0,
  'billing.create_checkout': _0,
  'webhook_endpoints.list': _1,
  'webhook_endpoints.create': _2,
  'webhook_endpoints.get': _0,
  'webhook_endpoints.update': _0,
  'webhook_endpoints.delete': _0,
  'webhook_endpoints.rotate_secret': _0,
  'webhook_endpoints.test': _0,
  'webhook_endpoints.deliveries': _1,
  'webhook_endpoints.redeliver': _0,
  'delivery_targets.list': _0,
  'delivery_targets.get': _0,
  'delivery_targets.put': _0,
  'delivery_targets.delete': _0,
  'deliveries.start': _3,
  'deliveries.list': _1,
  'health.live': _0,
  'health.ready': _0,
};

/** The status of each error code. */
export const errorStatuses = {
  "BAD_REQUEST": 400,
  "UNAUTHENTICATED": 401,
  "INVALID_API_KEY": 401,
  "INSUFFICIENT_CREDITS": 402,
  "STORAGE_LIMIT_EXCEEDED": 402,
  "PLAN_LIMIT_REACHED": 402,
  "PAYMENT_REQUIRED": 402,
  "FORBIDDEN": 403,
  "INSUFFICIENT_SCOPE": 403,
  "FEATURE_NOT_IN_PLAN": 403,
  "NOT_FOUND": 404,
  "METHOD_NOT_ALLOWED": 405,
  "CONFLICT": 409,
  "RUN_ALREADY_ACTIVE": 409,
  "CONCURRENT_RUN_LIMIT": 409,
  "WORKSPACE_SLUG_TAKEN": 409,
  "ALREADY_MEMBER": 409,
  "INVITE_PENDING": 409,
  "NAME_TAKEN": 409,
  "IDEMPOTENCY_IN_PROGRESS": 409,
  "INVITE_GONE": 410,
  "PRECONDITION_FAILED": 412,
  "PAYLOAD_TOO_LARGE": 413,
  "UNSUPPORTED_MEDIA_TYPE": 415,
  "VALIDATION_ERROR": 422,
  "IDEMPOTENCY_KEY_REUSED": 422,
  "RATE_LIMITED": 429,
  "SERVER_ERROR": 500,
  "UNAVAILABLE": 503
} as const;

type Blanks = {
  AcceptedInvite: types.AcceptedInvite;
  Activity: types.Activity;
  ActivityAction: types.ActivityAction;
  ActivityView: types.ActivityView;
  ApiKey: types.ApiKey;
  Availability: types.Availability;
  CardAudio: types.CardAudio;
  CardTranslation: types.CardTranslation;
  ChangePlan: types.ChangePlan;
  Checkout: types.Checkout;
  CloneTemplate: types.CloneTemplate;
  ConfirmUpload: types.ConfirmUpload;
  CountedPagination: types.CountedPagination;
  CreateApiKey: types.CreateApiKey;
  CreateCheckout: types.CreateCheckout;
  CreateInvite: types.CreateInvite;
  CreateTemplate: types.CreateTemplate;
  CreateUpload: types.CreateUpload;
  CreateWebhookEndpoint: types.CreateWebhookEndpoint;
  CreateWorkflow: types.CreateWorkflow;
  CreateWorkspace: types.CreateWorkspace;
  CreatedUpload: types.CreatedUpload;
  Credits: types.Credits;
  CreditsLowNotice: types.CreditsLowNotice;
  DefinitionProblem: types.DefinitionProblem;
  DefinitionReport: types.DefinitionReport;
  DeliveryCompletedNotice: types.DeliveryCompletedNotice;
  DeliveryFailedNotice: types.DeliveryFailedNotice;
  DeliveryTarget: types.DeliveryTarget;
  DictionaryEntry: types.DictionaryEntry;
  DictionaryEntryInput: types.DictionaryEntryInput;
  DictionaryLanguage: types.DictionaryLanguage;
  DownloadLink: types.DownloadLink;
  Empty: types.Empty;
  ErrorCode: types.ErrorCode;
  ErrorEnvelope: types.ErrorEnvelope;
  Evidence: types.Evidence;
  ExecutionParams: types.ExecutionParams;
  FieldFault: types.FieldFault;
  Health: types.Health;
  Invite: types.Invite;
  Invoice: types.Invoice;
  InvoicePage: types.InvoicePage;
  KeyedProviderId: types.KeyedProviderId;
  LanguageAudio: types.LanguageAudio;
  LanguageUsage: types.LanguageUsage;
  LineCompletedEvent: types.LineCompletedEvent;
  LineFailedEvent: types.LineFailedEvent;
  LocaleProgress: types.LocaleProgress;
  Member: types.Member;
  MemberRole: types.MemberRole;
  Meta: types.Meta;
  Metric: types.Metric;
  MetricSection: types.MetricSection;
  ModelPrice: types.ModelPrice;
  NameAvailability: types.NameAvailability;
  NewApiKey: types.NewApiKey;
  NewWebhookEndpoint: types.NewWebhookEndpoint;
  NodeOption: types.NodeOption;
  NodePort: types.NodePort;
  NodeState: types.NodeState;
  NodeStateEvent: types.NodeStateEvent;
  NodeStatus: types.NodeStatus;
  NodeType: types.NodeType;
  NodeTypeDetail: types.NodeTypeDetail;
  NormalizeText: types.NormalizeText;
  NormalizedText: types.NormalizedText;
  NormalizerKind: types.NormalizerKind;
  NotificationPreferences: types.NotificationPreferences;
  OutputLine: types.OutputLine;
  Pagination: types.Pagination;
  PaymentMethod: types.PaymentMethod;
  PaymentMethodSetup: types.PaymentMethodSetup;
  Plan: types.Plan;
  PlanChangePreview: types.PlanChangePreview;
  PlanLimit: types.PlanLimit;
  PlanLimits: types.PlanLimits;
  ProgressEvent: types.ProgressEvent;
  PronunciationMethod: types.PronunciationMethod;
  Provider: types.Provider;
  ProviderCredentials: types.ProviderCredentials;
  ProviderId: types.ProviderId;
  ProviderKeyList: types.ProviderKeyList;
  ProviderKeyState: types.ProviderKeyState;
  ProviderKeyStatus: types.ProviderKeyStatus;
  ProviderModel: types.ProviderModel;
  ProviderService: types.ProviderService;
  PutDeliveryTarget: types.PutDeliveryTarget;
  Readiness: types.Readiness;
  ReplaceWorkflow: types.ReplaceWorkflow;
  RetryRun: types.RetryRun;
  RotateApiKey: types.RotateApiKey;
  RotatedApiKey: types.RotatedApiKey;
  Run: types.Run;
  RunCancelledNotice: types.RunCancelledNotice;
  RunCard: types.RunCard;
  RunCompletedNotice: types.RunCompletedNotice;
  RunData: types.RunData;
  RunDataRow: types.RunDataRow;
  RunDelivery: types.RunDelivery;
  RunDetail: types.RunDetail;
  RunError: types.RunError;
  RunEstimate: types.RunEstimate;
  RunEvent: types.RunEvent;
  RunFailedNotice: types.RunFailedNotice;
  RunListItem: types.RunListItem;
  RunOutputs: types.RunOutputs;
  RunOverview: types.RunOverview;
  RunStartedNotice: types.RunStartedNotice;
  RunStatus: types.RunStatus;
  RunStatusCounts: types.RunStatusCounts;
  RunStatusEvent: types.RunStatusEvent;
  RunStep: types.RunStep;
  RunSummary: types.RunSummary;
  RunUsage: types.RunUsage;
  Scope: types.Scope;
  SimilarVoice: types.SimilarVoice;
  SlugAvailability: types.SlugAvailability;
  SpeechProviderId: types.SpeechProviderId;
  StartRun: types.StartRun;
  StartRunDelivery: types.StartRunDelivery;
  Subscribe: types.Subscribe;
  Subscription: types.Subscription;
  SubscriptionStatus: types.SubscriptionStatus;
  Take: types.Take;
  Template: types.Template;
  TemplateCategory: types.TemplateCategory;
  TemplateEstimate: types.TemplateEstimate;
  TextChange: types.TextChange;
  UpdateApiKey: types.UpdateApiKey;
  UpdateMember: types.UpdateMember;
  UpdateNotificationPreferences: types.UpdateNotificationPreferences;
  UpdateTemplate: types.UpdateTemplate;
  UpdateWebhookEndpoint: types.UpdateWebhookEndpoint;
  UpdateWorkflow: types.UpdateWorkflow;
  UpdateWorkspace: types.UpdateWorkspace;
  UpdateWorkspaceSettings: types.UpdateWorkspaceSettings;
  Upload: types.Upload;
  UploadCategory: types.UploadCategory;
  UploadConfirmedNotice: types.UploadConfirmedNotice;
  UsageBucket: types.UsageBucket;
  UsageByLanguage: types.UsageByLanguage;
  UsageDay: types.UsageDay;
  UsagePeriod: types.UsagePeriod;
  UsageRange: types.UsageRange;
  UsageSummary: types.UsageSummary;
  ValidateWorkflow: types.ValidateWorkflow;
  ValidatorKind: types.ValidatorKind;
  ValidatorSummary: types.ValidatorSummary;
  Verdict: types.Verdict;
  VerdictStatus: types.VerdictStatus;
  Voice: types.Voice;
  VoiceAccent: types.VoiceAccent;
  VoiceAge: types.VoiceAge;
  VoiceCategory: types.VoiceCategory;
  VoiceFacets: types.VoiceFacets;
  VoiceGender: types.VoiceGender;
  VoiceSource: types.VoiceSource;
  WebhookDelivery: types.WebhookDelivery;
  WebhookEndpoint: types.WebhookEndpoint;
  WebhookEvent: types.WebhookEvent;
  WebhookEventType: types.WebhookEventType;
  WebhookTestNotice: types.WebhookTestNotice;
  Whoami: types.Whoami;
  WordDiff: types.WordDiff;
  Workflow: types.Workflow;
  WorkflowDefinition: types.WorkflowDefinition;
  WorkflowDefinitionInput: types.WorkflowDefinitionInput;
  WorkflowEdge: types.WorkflowEdge;
  WorkflowListItem: types.WorkflowListItem;
  WorkflowNode: types.WorkflowNode;
  WorkflowNodeInput: types.WorkflowNodeInput;
  Workspace: types.Workspace;
  WorkspaceSettings: types.WorkspaceSettings;
};

/** The emptiest value of each kind; a field that the test server does not know of is answered as it is here. */
export const blanks = blanksOf<Blanks>(components);

/** Every scope that an API key can hold. */
export const scopes: readonly types.Scope[] = ["workflows:read","workflows:run","workflows:write","voices:read","voices:write","dictionary:read","dictionary:write","uploads:write","workspace:read","templates:read","catalog:read","webhooks:write"];

/** Every node type with its ports and the JSON Schema of its config fields. */
export const nodeTypeDetails: readonly Omit<types.NodeTypeDetail, 'options'>[] = [
  { node_type: "source_script", display_name: "Script", description: "Reads a script from text or files, one line per sentence, row or cue.", version: 1, inputs: [], outputs: _4, config_schema: { input_type: { default: "text", description: "Where the lines come from.", type: "string", enum: ["text", "file", "media"] }, text: { default: "", description: "The script for `text`: one line per non-empty line.", type: "string", maxLength: 500000 }, upload_ids: { default: [], description: "Confirmed uploads for `file` and `media`.", maxItems: 50, type: "array", items: _5 }, csv_column: { default: null, description: "Script column: a header name, or a zero-based index where the csv has no header.", anyOf: _8 }, csv_has_header: { default: true, type: "boolean" }, source_language: { default: null, description: "Locale of lines that name none; null = detected.", anyOf: _a }, transcription_provider: { default: null, description: "Who writes `media` down; null = the first one that the workspace has a key for.", anyOf: _b }, transcription_model: _c }, category: "source" },
  { node_type: "source_audio", display_name: "Recordings", description: "Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered.", version: 1, inputs: [], outputs: _e, config_schema: { upload_ids: { default: [], description: "Confirmed uploads of the category `audio`: one line each.", maxItems: 1000, type: "array", items: _5 }, list_upload_id: { default: null, description: "A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one.", anyOf: _f }, scripts: { default: {}, description: "File name -> what is said in it, where no list says so.", type: "object", propertyNames: { type: "string", minLength: 1, maxLength: 255 }, additionalProperties: { type: "string", maxLength: 20000 } }, source_language: { default: null, description: "Locale of files that neither the list nor their name gives one; null = detected from the script.", anyOf: _a } }, category: "source" },
  { node_type: "operator_translator", display_name: "Translator", description: "Turns every line into one line for each target language, and checks each translation.", version: 1, inputs: _4, outputs: _4, config_schema: { target_languages: { default: [], description: "Every line is translated into each of them, unless the script has it there already.", maxItems: 50, type: "array", items: _9 }, provider: { default: null, description: "Who translates. null = nobody: only translations of the script and of the memory are taken.", anyOf: [{ type: "string", enum: ["openai_compatible", "google", "deepl", "anthropic"], description: "The id of a provider that translates." }, _7] }, model: _c, mode: { default: "translate", description: "pseudo: accents and about 30 % more text instead of a translation, to try a workflow with.", type: "string", enum: ["translate", "pseudo"] }, keep_source: { default: false, description: "Whether lines go on in their own language too. If not, their translations take their place.", type: "boolean" }, glossary: { default: [], description: "Terms and what they are called; an answer without them is refused.", maxItems: 500, type: "array", items: { type: "object", properties: { source: { type: "string", minLength: 1, maxLength: 200, description: "The term as scripts have it; capital letters are not told apart." }, target: { default: null, description: "Locale code -> the term there, a bare language for all of its locales. null = it stays as it is.", anyOf: [{ type: "object", propertyNames: _9, additionalProperties: _6 }, _7] } }, required: ["source"], additionalProperties: false } }, formality: { default: "default", description: "How people are addressed, where the language and the provider know a difference.", type: "string", enum: ["default", "formal", "informal"] }, instructions: { default: "", description: "What a translator should know: audience, tone, story. Only language models read it.", type: "string", maxLength: 4000 }, context_lines: { default: 3, description: "Lines before and after that are shown for context, where the provider reads them.", type: "integer", minimum: 0, maximum: 20 }, max_length_ratio: { default: 2, description: "How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice.", type: "number", minimum: 1, maximum: 5 }, reuse_translations: { default: true, description: "Take what the workspace has translated before, without asking anybody.", type: "boolean" } }, category: "operator" },
  { node_type: "operator_normalizer", display_name: "Text normalizer", description: "Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language.", version: 1, inputs: _4, outputs: _4, config_schema: { kinds: { default: _g, description: "What is normalized; the rest stays as it is written.", maxItems: 12, type: "array", items: { type: "string", enum: _g, description: "What the normalizer says otherwise than it is written." } }, apply_dictionary: { default: true, description: "Replace words by the spelled entries of the dictionary before anything is normalized.", type: "boolean" }, keep_markup: { default: true, description: "Keep tags and bracketed directions in what is spoken; placeholders always stay.", type: "boolean" }, locale: { default: null, description: "Whose rules apply; null = those of each line's locale.", anyOf: _a } }, category: "operator" },
  { node_type: "operator_generator", display_name: "Voice generator", description: "Speaks every line with the voice of its character and locale.", version: 1, inputs: _4, outputs: _e, config_schema: { provider: { type: "string", enum: _h, description: "Who speaks.", default: "espeak" }, model: _c, voice_id: { default: null, description: "The voice of every line that nothing below names.", anyOf: _f }, voices_by_locale: { default: {}, description: "Locale code -> voice id.", type: "object", propertyNames: _9, additionalProperties: _5 }, voices_by_character: { default: {}, description: "Character name -> voice, or voices per locale, and its own speed and pitch.", type: "object", propertyNames: _6, additionalProperties: { type: "object", properties: { voice_id: _5, voices_by_locale: { type: "object", propertyNames: _9, additionalProperties: _5 }, speed: _i, pitch: _j, provider: { type: "string", enum: _h, description: "Whose voice it is; left out, the generator's provider." }, model: { description: "Left out, the generator's where the provider is the same.", type: "string", minLength: 1, maxLength: 200 }, by_locale: { description: "Locale code -> voice with a provider, model, speed and pitch of its own.", type: "object", propertyNames: _9, additionalProperties: { type: "object", properties: { voice_id: _5, provider: _k, model: _6, speed: _i, pitch: _j }, required: ["voice_id"], additionalProperties: false } } }, additionalProperties: false } }, casting_upload_id: { default: null, description: "A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it.", anyOf: _f }, routing: { default: { mode: "off", candidates: [] }, description: "Who speaks, chosen by price and quality.", type: "object", properties: { mode: { default: "off", description: "`auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone.", type: "string", enum: ["off", "auto"] }, candidates: { default: [], description: "Among whom is chosen; empty = all that the workspace can speak with.", maxItems: 50, type: "array", items: { type: "object", properties: { provider: _k, model: { description: "Left out, every model of the provider.", type: "string", minLength: 1, maxLength: 200 }, usd_per_1000_characters: { description: "What you pay, where no price is known or yours is another.", type: "number", minimum: 0, maximum: 1000 }, quality: { description: "1 = robotic, 4 = the best there is; your own judgement.", type: "integer", minimum: 1, maximum: 4 } }, required: ["provider"], additionalProperties: false } } }, additionalProperties: false }, speed: { default: 1, description: "1 = as the voice speaks.", type: "number", minimum: 0.5, maximum: 2 }, pitch: { default: 0, description: "Semitones.", type: "number", minimum: -12, maximum: 12 }, reuse_takes: { default: true, description: "Take the stored take of the same text and voice, free.", type: "boolean" }, concurrency: { default: null, description: "Calls at once; null = automatic.", anyOf: _l }, fallback_provider: { default: null, description: "Asked when the provider is away.", anyOf: [_k, _7] }, retry_ladder: { default: ["tempo", "seed", "sentences", "respelling"], description: "What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named.", maxItems: 6, type: "array", items: { type: "string", enum: ["tempo", "seed", "sentences", "respelling", "model", "provider"] } } }, category: "operator" },
  { node_type: "operator_mastering", display_name: "Mastering", description: "Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.", version: 2, inputs: _e, outputs: _e, config_schema: { preset: { default: "standard", description: "Where the audio goes; the fields below override it where they are not \"preset\".", type: "string", enum: ["standard", "podcast", "broadcast", "game", "audiobook", "phone_mulaw", "phone_alaw", "ad"] }, trim_silence: { default: "preset", description: "Cut the silence around the speech.", anyOf: [{ type: "boolean" }, _m] }, padding_ms: { default: "preset", description: "Silence put before the speech, and after it.", anyOf: [_n, _m] }, tail_padding_ms: { default: "preset", description: "Silence put after the speech; null = as before it.", anyOf: [{ anyOf: [_n, _7] }, _m] }, room_tone_dbfs: { default: "preset", description: "Level of a quiet noise under the whole file; null = none.", anyOf: [{ anyOf: [{ type: "number", minimum: -90, maximum: -50 }, _7] }, _m] }, loudness_lufs: { default: "preset", description: "Integrated loudness; null = left as it is.", anyOf: [{ anyOf: [{ type: "number", minimum: -40, maximum: -5 }, _7] }, _m] }, rms_dbfs: { default: "preset", description: "Mean level of the file instead of its loudness; null = not used.", anyOf: [{ anyOf: [{ type: "number", minimum: -40, maximum: -10 }, _7] }, _m] }, true_peak_dbtp: { default: "preset", description: "The true peak is kept below this.", anyOf: [{ type: "number", minimum: -9, maximum: 0 }, _m] }, fade_ms: { default: "preset", description: "Fade in and out.", anyOf: [{ type: "integer", minimum: 0, maximum: 1000 }, _m] }, high_pass_hz: { default: "preset", description: "Take out what is lower than this; null = nothing.", anyOf: [{ anyOf: [{ type: "integer", minimum: 20, maximum: 1000 }, _7] }, _m] }, low_pass_hz: { default: "preset", description: "Take out what is higher than this; null = nothing.", anyOf: [{ anyOf: [{ type: "integer", minimum: 2000, maximum: 20000 }, _7] }, _m] }, sample_rate: { default: "preset", description: "Hertz; null = as it arrives. mulaw and alaw are always 8000.", anyOf: [{ anyOf: [{ type: "number", enum: [8000, 16000, 22050, 24000, 44100, 48000] }, _7] }, _m] }, channels: { default: "preset", description: "Mono or stereo.", anyOf: [{ type: "number", enum: [1, 2] }, _m] }, format: { default: "preset", description: "ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file.", anyOf: [_o, _m] }, bitrate_kbps: { default: "preset", description: "For mp3 and ogg; null = automatic.", anyOf: [{ anyOf: [{ type: "integer", minimum: 32, maximum: 320 }, _7] }, _m] }, max_stretch_percent: { default: 0, description: "How much faster a line may be made to fit its max_duration_ms; 0 = it isn't.", type: "integer", minimum: 0, maximum: 30 } }, category: "operator" },
  { node_type: "validator_error_rate", display_name: "Word accuracy check", description: "Has takes written down by a speech-to-text provider and compares that with the script.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words.", type: "number", minimum: 0, maximum: 100 }, max_retry: _q, provider: _r, model: _s, language: _t, concurrency: _u, phonetic: { default: true, description: "Whether what is written otherwise and sounds the same is no error.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_naturalness", display_name: "Naturalness check", description: "Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4.", type: "number", minimum: 0, maximum: 100 }, max_retry: _q, concurrency: { default: null, description: "Takes that are sent to be scored at once; null = automatic.", anyOf: _l } }, category: "validation" },
  { node_type: "validator_noise", display_name: "Noise check", description: "Measures clipping, silence, noise floor and truncated ends.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: _v, max_retry: _q, noise_floor_max_dbfs: { default: -50, description: "Level of the quietest parts.", type: "number", minimum: -120, maximum: 0 }, max_clipped_runs: { default: 0, description: "Runs of samples at full scale.", type: "integer", minimum: 0, maximum: 10000 }, max_silence_ratio: { default: 0.5, description: "Silence as a part of the whole.", type: "number", minimum: 0, maximum: 1 }, max_lead_silence_ms: { default: 1000, type: "integer", minimum: 0, maximum: 60000 }, max_tail_silence_ms: { default: 1500, type: "integer", minimum: 0, maximum: 60000 }, max_inner_silence_ms: { default: 2000, type: "integer", minimum: 0, maximum: 60000 }, check_truncated_end: { default: true, description: "Fail takes that stop in the middle of a sound.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_pacing", display_name: "Pacing check", description: "Measures the speaking rate against the locale's norm and the line's longest duration.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: _v, max_retry: _q, min_syllables_per_second: _w, max_syllables_per_second: _w, enforce_max_duration: { default: true, description: "Fail takes over the line's max_duration_ms.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_loudness", display_name: "Loudness check", description: "Measures loudness (LUFS) and true peak against a target.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: _v, max_retry: _q, target_lufs: { default: -16, description: "Integrated loudness wanted.", type: "number", minimum: -40, maximum: -5 }, tolerance_lu: { default: 1, description: "Distance from the target that is allowed.", type: "number", minimum: 0.1, maximum: 20 }, max_true_peak_dbtp: { default: -1, type: "number", minimum: -9, maximum: 0 } }, category: "validation" },
  { node_type: "validator_pronunciation", display_name: "Pronunciation check", description: "Has takes written down and checks that the words of the dictionary are said as it says.", version: 1, inputs: _e, outputs: _p, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: the share of the dictionary's words that are said right.", type: "number", minimum: 0, maximum: 100 }, max_retry: _q, provider: _r, model: _s, language: _t, concurrency: _u }, category: "validation" },
  { node_type: "sink_preview", display_name: "Delivery", description: "Collects takes, scripts and verdicts for preview and export.", version: 1, inputs: _e, outputs: [], config_schema: { file_pattern: { default: "{locale}/{character}/{line_id}.{ext}", description: "Path of each audio file in the export.", type: "string", minLength: 1, maxLength: 300 }, format: { default: null, description: "null = as it arrives.", anyOf: [_o, _7] }, manifest: { default: true, description: "Add manifest.csv and manifest.json.", type: "boolean" }, subtitles: { default: ["srt", "vtt"], description: "Which subtitles are added, for each locale.", maxItems: 2, type: "array", items: { type: "string", enum: ["srt", "vtt"] } }, subtitle_timing: { default: "line", description: "word = short cues cut where the voice is; the VTT also tells when each word is said.", type: "string", enum: ["line", "word"] }, report: { default: true, description: "Add report.html, a page to listen, judge and compare.", type: "boolean" }, delivery_target: { default: null, description: "A delivery target of the workspace that the files are sent to once the run is completed.", anyOf: [{ type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$", description: "What the bucket is called in this workspace: a-z, 0-9 and hyphens.", examples: ["game-builds"] }, _7] } }, category: "output" },
];

/** Every provider, what it does, and the JSON Schema of its key. */
export const providers: readonly TestProvider[] = [
  { id: "espeak", display_name: "eSpeak NG (embedded)", embedded: true, serves: _x, credentials_schema: null },
  { id: "openai_compatible", display_name: "OpenAI compatible", embedded: false, serves: ["speech", "transcription", "translation"], credentials_schema: { title: "OpenAI compatible", type: "object", properties: { base_url: { default: "https://api.openai.com/v1", type: "string", maxLength: 500, format: "uri", description: "Where the API is, up to and without `/audio/speech`." }, api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The API key; some servers of your own need none." }, transcription_base_url: { type: "string", maxLength: 500, format: "uri", description: "Where `/audio/transcriptions` is, if on another server." }, transcription_api_key: _y, chat_base_url: { type: "string", maxLength: 500, format: "uri", description: "Where `/chat/completions` is, if on another server." }, chat_api_key: _y }, additionalProperties: false } },
  { id: "elevenlabs", display_name: "ElevenLabs", embedded: false, serves: _z, credentials_schema: { title: "ElevenLabs", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "google", display_name: "Google Cloud", embedded: false, serves: ["speech", "translation"], credentials_schema: { title: "Google Cloud", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "azure", display_name: "Azure Speech", embedded: false, serves: _x, credentials_schema: { title: "Azure Speech", type: "object", properties: { api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "A key of the Speech resource." }, region: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The region of the Speech resource, such as `westeurope`." } }, required: ["api_key", "region"], additionalProperties: false } },
  { id: "cartesia", display_name: "Cartesia", embedded: false, serves: _x, credentials_schema: { title: "Cartesia", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "naver", display_name: "NAVER CLOVA Voice", embedded: false, serves: _x, credentials_schema: { title: "NAVER CLOVA Voice", type: "object", properties: { client_id: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The client id of the application." }, client_secret: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The client secret of the application." } }, required: ["client_id", "client_secret"], additionalProperties: false } },
  { id: "fish_audio", display_name: "Fish Audio", embedded: false, serves: _x, credentials_schema: { title: "Fish Audio", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "rime", display_name: "Rime", embedded: false, serves: _x, credentials_schema: { title: "Rime", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "respeecher", display_name: "Respeecher", embedded: false, serves: _x, credentials_schema: { title: "Respeecher", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "deepgram", display_name: "Deepgram", embedded: false, serves: _z, credentials_schema: { title: "Deepgram", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "polly", display_name: "Amazon Polly", embedded: false, serves: _x, credentials_schema: { title: "Amazon Polly", type: "object", properties: { access_key_id: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The id of an access key that may use Polly." }, secret_access_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "Its secret." }, region: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The AWS region, such as `eu-central-1`." } }, required: ["access_key_id", "secret_access_key", "region"], additionalProperties: false } },
  { id: "inworld", display_name: "Inworld", embedded: false, serves: _x, credentials_schema: { title: "Inworld", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "minimax", display_name: "MiniMax", embedded: false, serves: _x, credentials_schema: { title: "MiniMax", type: "object", properties: { api_key: _10, group_id: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The id of the group that the key belongs to." } }, required: ["api_key", "group_id"], additionalProperties: false } },
  { id: "deepl", display_name: "DeepL", embedded: false, serves: ["translation"], credentials_schema: { title: "DeepL", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "anthropic", display_name: "Anthropic", embedded: false, serves: ["translation"], credentials_schema: { title: "Anthropic", type: "object", properties: _11, required: _12, additionalProperties: false } },
  { id: "scoring_endpoint", display_name: "Scoring endpoint", embedded: false, serves: ["scoring"], credentials_schema: { title: "Scoring endpoint", type: "object", properties: { url: { type: "string", maxLength: 500, format: "uri", description: "Where takes are sent to be scored." }, api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "Sent as a bearer token, where the endpoint asks for one." } }, required: ["url"], additionalProperties: false } },
];
