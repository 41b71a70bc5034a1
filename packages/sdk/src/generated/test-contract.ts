// Written by scripts/gen.ts. Do not edit.

import { _default, _flag, _format, _int, _list, _number, _one, _orNull, _text } from '../schema-forms.ts';
import type { TestProvider } from '../testing/operation.ts';
import type * as types from './types.ts';
import { blanksOf } from '../testing/blanks.ts';
import { components } from './schemas.ts';

const _0 = [{ name: "lines", fields: ["locale_code", "script"] }] as never;
const _1 = _format("uuid") as never;
const _2 = _text(0, 200, 1) as never;
const _3 = [_2, _int(0, 0, 9999)] as never;
const _4 = { type: "string", minLength: 2, maxLength: 35, description: "Lowercase BCP-47 code; input in any case. White space around it is removed.", examples: ["en-us"] } as never;
const _5 = _default(null, _orNull(_2, "null = the provider's default model.")) as never;
const _6 = ["locale_code", "script", "audio"] as never;
const _7 = [{ name: "audio", fields: _6 }] as never;
const _8 = ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] as never;
const _9 = ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"] as never;
const _a = _number(0, 0.5, 2) as never;
const _b = _number(0, -12, 12) as never;
const _c = _one(_9, "The id of a provider that speaks.") as never;
const _d = _one(["preset"]) as never;
const _e = _int(0, 0, 5000) as never;
const _f = _one(["wav", "mp3", "ogg", "opus", "flac", "mulaw", "alaw"]) as never;
const _g = [{ name: "pass", fields: _6 }, { name: "fail", fields: _6 }] as never;
const _h = _default(2, _int("How often a failed line may come back.", 0, 10)) as never;
const _i = _default(null, _orNull(_one(["openai_compatible", "elevenlabs", "deepgram"], "The id of a provider that writes down what it hears."), "Who writes down what is heard; null = the first one that the workspace has a key for.")) as never;
const _j = _default(null, _orNull(_2, "Who of the provider listens; null = the provider's default model.")) as never;
const _k = _default("line", _one(["line", "detect"], "line = the provider is told the line's language; detect = it finds out.")) as never;
const _l = _default(null, _orNull(_int(0, 1, 64), "Takes that are sent to be written down at once; null = automatic.")) as never;
const _m = _default(85, _number("The least score that passes, 0-100.", 0, 100)) as never;
const _n = _default(null, _orNull(_number(0, 0.1, 30), "null = the locale's norm.")) as never;
const _o = ["speech"] as never;
const _p = { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The key of that server, if it needs one. White space around it is removed." } as never;
const _q = ["speech", "transcription"] as never;
const _r = { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The API key. White space around it is removed." } as never;
const _s = { api_key: _r } as never;
const _t = ["api_key"] as never;

/** The status of success of operations that answer another one than 200. */
export const successes: Readonly<Record<string, number>> = {
  "api_keys.create": 201,
  "workspaces.create": 201,
  "members.create_invite": 201,
  "templates.create": 201,
  "templates.clone": 201,
  "workflows.create": 201,
  "workflows.duplicate": 201,
  "runs.start": 202,
  "runs.retry": 202,
  "uploads.create": 201,
  "voices.sample": 302,
  "dictionary.create": 201,
  "webhook_endpoints.create": 201,
  "deliveries.start": 202
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
  ScriptReading: types.ScriptReading;
  SimilarVoice: types.SimilarVoice;
  SlugAvailability: types.SlugAvailability;
  SourceReading: types.SourceReading;
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
  UploadScript: types.UploadScript;
  UsageBucket: types.UsageBucket;
  UsageByLanguage: types.UsageByLanguage;
  UsageDay: types.UsageDay;
  UsagePeak: types.UsagePeak;
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
  { node_type: "source_script", display_name: "Script", description: "Reads a script from text or files, one line per sentence, row or cue.", version: 2, inputs: [], outputs: _0, config_schema: { input_type: _default("text", _one(["text", "file", "media"], "Where the lines come from.")), text: _default("", _text("The script for `text`: one line per non-empty line.", 500000)), upload_ids: _default([], _list(_1, "Confirmed uploads for `file` and `media`.", 50)), csv_column: _default(null, _orNull(_one(["character_name"]), "`character_name`: csv files have a column of this name, or of an alias of it, that names the speaker; a file without one cannot start. null: the column of speakers is detected.")), csv_has_header: _default(true, _flag("Whether the first row of csv files names the columns.")), columns: { default: {}, description: "Columns of csv files: headers, or zero-based indexes where the file has no header row. What is left out is detected.", type: "object", properties: { line_id: { description: "The id of a line.", anyOf: _3 }, script: { description: "What is spoken.", anyOf: _3 }, character_name: { description: "Who speaks.", anyOf: _3 }, locale: { description: "The locale of a line.", anyOf: _3 }, notes: { description: "Notes for people.", anyOf: _3 }, direction: { description: "How a line is to be said, for people. It changes nothing that is spoken.", anyOf: _3 }, max_duration_ms: { description: "How long a line may be. Milliseconds, where neither the header nor the cell names a unit.", anyOf: _3 } }, additionalProperties: false }, source_language: _default(null, _orNull(_4, "Locale of lines that name none; null = detected.")), transcription_provider: _default(null, _orNull(_one(["openai_compatible", "elevenlabs", "deepgram"], "The id of a provider that writes down what it hears."), "Who writes `media` down; null = the first one that the workspace has a key for.")), transcription_model: _5 }, category: "source" },
  { node_type: "source_audio", display_name: "Recordings", description: "Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered.", version: 1, inputs: [], outputs: _7, config_schema: { upload_ids: _default([], _list(_1, "Confirmed uploads of the category `audio`: one line each.", 1000)), list_upload_id: _default(null, _orNull(_1, "A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one.")), scripts: { default: {}, description: "File name -> what is said in it, where no list says so.", type: "object", propertyNames: _text(0, 255, 1), additionalProperties: _text(0, 20000) }, source_language: _default(null, _orNull(_4, "Locale of files that neither the list nor their name gives one; null = detected from the script.")) }, category: "source" },
  { node_type: "operator_translator", display_name: "Translator", description: "Turns every line into one line for each target language, and checks each translation.", version: 1, inputs: _0, outputs: _0, config_schema: { target_languages: _default([], _list(_4, "Every line is translated into each of them, unless the script has it there already.", 50)), provider: _default(null, _orNull(_one(["openai_compatible", "google", "deepl", "anthropic"], "The id of a provider that translates."), "Who translates. null = nobody: only translations of the script and of the memory are taken.")), model: _5, mode: _default("translate", _one(["translate", "pseudo"], "pseudo: accents and about 30 % more text instead of a translation, to try a workflow with.")), keep_source: _default(false, _flag("Whether lines go on in their own language too. If not, their translations take their place.")), glossary: _default([], _list({ type: "object", properties: { source: _text("The term as scripts have it; capital letters are not told apart. White space around it is removed.", 200, 1), target: _default(null, _orNull({ type: "object", propertyNames: _4, additionalProperties: _text("White space around it is removed.", 200, 1) }, "Locale code -> the term there, a bare language for all of its locales. null = it stays as it is.")) }, required: ["source"], additionalProperties: false }, "Terms and what they are called; an answer without them is refused.", 500)), formality: _default("default", _one(["default", "formal", "informal"], "How people are addressed, where the language and the provider know a difference.")), instructions: _default("", _text("What a translator should know: audience, tone, story. Only language models read it.", 4000)), context_lines: _default(3, _int("Lines before and after that are shown for context, where the provider reads them.", 0, 20)), max_length_ratio: _default(2, _number("How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice.", 1, 5)), reuse_translations: _default(true, _flag("Take what the workspace has translated before, without asking anybody.")) }, category: "operator" },
  { node_type: "operator_normalizer", display_name: "Text normalizer", description: "Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language.", version: 1, inputs: _0, outputs: _0, config_schema: { kinds: _default(_8, _list(_one(_8, "What the normalizer says otherwise than it is written."), "What is normalized; the rest stays as it is written.", 12)), apply_dictionary: _default(true, _flag("Replace words by the spelled entries of the dictionary before anything is normalized.")), keep_markup: _default(true, _flag("Keep tags and bracketed directions in what is spoken; placeholders always stay.")), locale: _default(null, _orNull(_4, "Whose rules apply; null = those of each line's locale.")) }, category: "operator" },
  { node_type: "operator_generator", display_name: "Voice generator", description: "Speaks every line with the voice of its character and locale.", version: 1, inputs: _0, outputs: _7, config_schema: { provider: _default("espeak", _one(_9, "Who speaks.")), model: _5, voice_id: _default(null, _orNull(_1, "The voice of every line that nothing below names.")), voices_by_locale: { default: {}, description: "Locale code -> voice id.", type: "object", propertyNames: _4, additionalProperties: _1 }, voices_by_character: { default: {}, description: "Character name -> voice, or voices per locale, and its own speed and pitch.", type: "object", propertyNames: _2, additionalProperties: { type: "object", properties: { voice_id: _1, voices_by_locale: { type: "object", propertyNames: _4, additionalProperties: _1 }, speed: _a, pitch: _b, provider: _one(_9, "Whose voice it is; left out, the generator's provider."), model: _text("Left out, the generator's where the provider is the same.", 200, 1), by_locale: { description: "Locale code -> voice with a provider, model, speed and pitch of its own.", type: "object", propertyNames: _4, additionalProperties: { type: "object", properties: { voice_id: _1, provider: _c, model: _2, speed: _a, pitch: _b }, required: ["voice_id"], additionalProperties: false } } }, additionalProperties: false } }, casting_upload_id: _default(null, _orNull(_1, "A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it.")), routing: { default: { mode: "off", candidates: [] }, description: "Who speaks, chosen by price and quality.", type: "object", properties: { mode: _default("off", _one(["off", "auto"], "`auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone.")), candidates: _default([], _list({ type: "object", properties: { provider: _c, model: _text("Left out, every model of the provider.", 200, 1), usd_per_1000_characters: _number("What you pay, where no price is known or yours is another.", 0, 1000), quality: _int("1 = robotic, 4 = the best there is; your own judgment.", 1, 4) }, required: ["provider"], additionalProperties: false }, "Among whom is chosen; empty = all that the workspace can speak with.", 50)) }, additionalProperties: false }, speed: _default(1, _number("1 = as the voice speaks.", 0.5, 2)), pitch: _default(0, _number("Semitones.", -12, 12)), reuse_takes: _default(true, _flag("Take the stored take of the same text and voice, free.")), respeak: _default(false, _flag("Let checks ask for new takes of lines whose retries were used up in an earlier run, and ask the provider for lines that the fallback spoke.")), concurrency: _default(null, _orNull(_int(0, 1, 64), "Calls at once; null = automatic.")), fallback_provider: _default(null, _orNull(_c, "Asked when the provider is away. Its takes are reused like those of the provider.")), retry_ladder: _default(["tempo", "seed", "sentences", "respelling"], _list(_one(["tempo", "seed", "sentences", "respelling", "model", "provider"]), "What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named.", 6)) }, category: "operator" },
  { node_type: "operator_mastering", display_name: "Mastering", description: "Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.", version: 2, inputs: _7, outputs: _7, config_schema: { preset: _default("standard", _one(["standard", "podcast", "broadcast", "game", "audiobook", "phone_mulaw", "phone_alaw", "ad"], "Where the audio goes; the fields below override it where they are not \"preset\".")), trim_silence: { default: "preset", description: "Cut the silence around the speech.", anyOf: [_flag(), _d] }, padding_ms: { default: "preset", description: "Silence put before the speech, and after it.", anyOf: [_e, _d] }, tail_padding_ms: { default: "preset", description: "Silence put after the speech; null = as before it.", anyOf: [_orNull(_e), _d] }, room_tone_dbfs: { default: "preset", description: "Level of a quiet noise under the whole file; null = none.", anyOf: [_orNull(_number(0, -90, -50)), _d] }, loudness_lufs: { default: "preset", description: "Integrated loudness; null = left as it is.", anyOf: [_orNull(_number(0, -40, -5)), _d] }, rms_dbfs: { default: "preset", description: "Mean level of the file instead of its loudness; null = not used.", anyOf: [_orNull(_number(0, -40, -10)), _d] }, true_peak_dbtp: { default: "preset", description: "The true peak is kept below this.", anyOf: [_number(0, -9, 0), _d] }, fade_ms: { default: "preset", description: "Fade in and out.", anyOf: [_int(0, 0, 1000), _d] }, high_pass_hz: { default: "preset", description: "Take out what is lower than this; null = nothing.", anyOf: [_orNull(_int(0, 20, 1000)), _d] }, low_pass_hz: { default: "preset", description: "Take out what is higher than this; null = nothing.", anyOf: [_orNull(_int(0, 2000, 20000)), _d] }, sample_rate: { default: "preset", description: "Hertz; null = as it arrives. mulaw and alaw are always 8000.", anyOf: [_orNull({ type: "number", enum: [8000, 16000, 22050, 24000, 44100, 48000] }), _d] }, channels: { default: "preset", description: "Mono or stereo.", anyOf: [{ type: "number", enum: [1, 2] }, _d] }, format: { default: "preset", description: "ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file.", anyOf: [_f, _d] }, bitrate_kbps: { default: "preset", description: "For mp3 and ogg; null = automatic.", anyOf: [_orNull(_int(0, 32, 320)), _d] }, max_stretch_percent: _default(0, _int("How much faster a line may be made to fit its max_duration_ms; 0 = it isn't.", 0, 30)) }, category: "operator" },
  { node_type: "validator_error_rate", display_name: "Word accuracy check", description: "Has takes written down by a speech-to-text provider and compares that with the script.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _default(85, _number("The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words.", 0, 100)), max_retry: _h, provider: _i, model: _j, language: _k, concurrency: _l, phonetic: _default(true, _flag("Whether what is written otherwise and sounds the same is no error.")) }, category: "validation" },
  { node_type: "validator_naturalness", display_name: "Naturalness check", description: "Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _default(85, _number("The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4.", 0, 100)), max_retry: _h, concurrency: _default(null, _orNull(_int(0, 1, 64), "Takes that are sent to be scored at once; null = automatic.")) }, category: "validation" },
  { node_type: "validator_noise", display_name: "Noise check", description: "Measures clipping, silence, noise floor and truncated ends.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _m, max_retry: _h, noise_floor_max_dbfs: _default(-50, _number("Level of the quietest parts.", -120, 0)), max_clipped_runs: _default(0, _int("Runs of samples at full scale.", 0, 10000)), max_silence_ratio: _default(0.5, _number("Silence as a part of the whole.", 0, 1)), max_lead_silence_ms: _default(1000, _int(0, 0, 60000)), max_tail_silence_ms: _default(1500, _int(0, 0, 60000)), max_inner_silence_ms: _default(2000, _int(0, 0, 60000)), check_truncated_end: _default(true, _flag("Fail takes that stop in the middle of a sound.")) }, category: "validation" },
  { node_type: "validator_pacing", display_name: "Pacing check", description: "Measures the speaking rate against the locale's norm and the line's longest duration.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _m, max_retry: _h, min_syllables_per_second: _n, max_syllables_per_second: _n, enforce_max_duration: _default(true, _flag("Fail takes over the line's max_duration_ms.")) }, category: "validation" },
  { node_type: "validator_loudness", display_name: "Loudness check", description: "Measures loudness (LUFS) and true peak against a target.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _m, max_retry: _h, target_lufs: _default(-16, _number("Integrated loudness wanted.", -40, -5)), tolerance_lu: _default(1, _number("Distance from the target that is allowed.", 0.1, 20)), max_true_peak_dbtp: _default(-1, _number(0, -9, 0)) }, category: "validation" },
  { node_type: "validator_pronunciation", display_name: "Pronunciation check", description: "Has takes written down and checks that the words of the dictionary are said as it says.", version: 1, inputs: _7, outputs: _g, config_schema: { threshold: _default(85, _number("The least score that passes, 0-100: the share of the dictionary's words that are said right.", 0, 100)), max_retry: _h, provider: _i, model: _j, language: _k, concurrency: _l }, category: "validation" },
  { node_type: "sink_preview", display_name: "Delivery", description: "Collects takes, scripts and verdicts for preview and export.", version: 1, inputs: _7, outputs: [], config_schema: { file_pattern: _default("{locale}/{character}/{line_id}.{ext}", _text("Path of each audio file in the export.", 300, 1)), format: _default(null, _orNull(_f, "null = as it arrives.")), manifest: _default(true, _flag("Add manifest.csv and manifest.json.")), subtitles: _default(["srt", "vtt"], _list(_one(["srt", "vtt"]), "Which subtitles are added, for each locale.", 2)), subtitle_timing: _default("line", _one(["line", "word"], "word = short cues cut where the voice is; the VTT also tells when each word is said.")), report: _default(true, _flag("Add report.html, a page to listen, judge and compare.")), delivery_target: _default(null, _orNull({ type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$", description: "What the bucket is called in this workspace: a-z, 0-9 and hyphens.", examples: ["game-builds"] }, "A delivery target of the workspace that the files are sent to when the run completes. A run that fails or is cancelled is sent on request only.")) }, category: "output" },
];

/** Every provider, what it does, and the JSON Schema of its key. */
export const providers: readonly TestProvider[] = [
  { id: "espeak", display_name: "eSpeak NG (embedded)", embedded: true, serves: _o, credentials_schema: null },
  { id: "openai_compatible", display_name: "OpenAI compatible", embedded: false, serves: ["speech", "transcription", "translation"], credentials_schema: { title: "OpenAI compatible", type: "object", properties: { base_url: { default: "https://api.openai.com/v1", type: "string", maxLength: 500, format: "uri", description: "Where the API is, up to and without `/audio/speech`." }, api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The API key; some servers of your own need none. White space around it is removed." }, transcription_base_url: { type: "string", maxLength: 500, format: "uri", description: "Where `/audio/transcriptions` is, if on another server." }, transcription_api_key: _p, chat_base_url: { type: "string", maxLength: 500, format: "uri", description: "Where `/chat/completions` is, if on another server." }, chat_api_key: _p }, additionalProperties: false } },
  { id: "elevenlabs", display_name: "ElevenLabs", embedded: false, serves: _q, credentials_schema: { title: "ElevenLabs", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "google", display_name: "Google Cloud", embedded: false, serves: ["speech", "translation"], credentials_schema: { title: "Google Cloud", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "azure", display_name: "Azure Speech", embedded: false, serves: _o, credentials_schema: { title: "Azure Speech", type: "object", properties: { api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "A key of the Speech resource. White space around it is removed." }, region: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The region of the Speech resource, such as `westeurope`. White space around it is removed." } }, required: ["api_key", "region"], additionalProperties: false } },
  { id: "cartesia", display_name: "Cartesia", embedded: false, serves: _o, credentials_schema: { title: "Cartesia", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "naver", display_name: "NAVER CLOVA Voice", embedded: false, serves: _o, credentials_schema: { title: "NAVER CLOVA Voice", type: "object", properties: { client_id: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The client id of the application. White space around it is removed." }, client_secret: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The client secret of the application. White space around it is removed." } }, required: ["client_id", "client_secret"], additionalProperties: false } },
  { id: "fish_audio", display_name: "Fish Audio", embedded: false, serves: _o, credentials_schema: { title: "Fish Audio", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "rime", display_name: "Rime", embedded: false, serves: _o, credentials_schema: { title: "Rime", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "respeecher", display_name: "Respeecher", embedded: false, serves: _o, credentials_schema: { title: "Respeecher", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "deepgram", display_name: "Deepgram", embedded: false, serves: _q, credentials_schema: { title: "Deepgram", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "polly", display_name: "Amazon Polly", embedded: false, serves: _o, credentials_schema: { title: "Amazon Polly", type: "object", properties: { access_key_id: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "The id of an access key that may use Polly. White space around it is removed." }, secret_access_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "Its secret. White space around it is removed." }, region: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The AWS region, such as `eu-central-1`. White space around it is removed." } }, required: ["access_key_id", "secret_access_key", "region"], additionalProperties: false } },
  { id: "inworld", display_name: "Inworld", embedded: false, serves: _o, credentials_schema: { title: "Inworld", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "minimax", display_name: "MiniMax", embedded: false, serves: _o, credentials_schema: { title: "MiniMax", type: "object", properties: { api_key: _r, group_id: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The id of the group that the key belongs to. White space around it is removed." } }, required: ["api_key", "group_id"], additionalProperties: false } },
  { id: "deepl", display_name: "DeepL", embedded: false, serves: ["translation"], credentials_schema: { title: "DeepL", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "anthropic", display_name: "Anthropic", embedded: false, serves: ["translation"], credentials_schema: { title: "Anthropic", type: "object", properties: _s, required: _t, additionalProperties: false } },
  { id: "scoring_endpoint", display_name: "Scoring endpoint", embedded: false, serves: ["scoring"], credentials_schema: { title: "Scoring endpoint", type: "object", properties: { url: { type: "string", maxLength: 500, format: "uri", description: "Where takes are sent to be scored." }, api_key: { type: "string", minLength: 1, maxLength: 4000, pattern: "^[!-~]+$", description: "Sent as a bearer token, where the endpoint asks for one. White space around it is removed." } }, required: ["url"], additionalProperties: false } },
];
