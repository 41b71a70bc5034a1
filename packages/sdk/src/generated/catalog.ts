// Written by scripts/gen.ts. Do not edit.

import { _default, _flag, _format, _int, _list, _number, _object, _one, _orNull, _ref, _text } from '../schema-forms.ts';
import type { CatalogParameter, JsonSchema } from '../catalog.ts';
import type { CatalogTable } from '../catalog-operations.ts';

const _parameter = (
  name: string,
  place: CatalogParameter['in'],
  required: 0 | 1,
  description: string,
  schema: JsonSchema,
): CatalogParameter => ({ name, in: place, required: required === 1, description, schema });

const _0 = _format("uuid") as never;
const _1 = ["jwt", null, "editor", "header"] as never;
const _2 = { examples: ["\"bG9vbXM6d2VhdmU6dm9pY2Vz.3f6b8e0c1d05a7c2\""], type: "string", minLength: 1, maxLength: 1000 } as never;
const _3 = ["jwt", null, null, "none"] as never;
const _4 = ["jwt", null, "viewer", "path"] as never;
const _5 = ["jwt", null, "admin", "path"] as never;
const _6 = _ref("#/$defs/TemplateCategory") as never;
const _7 = _default(false, _flag()) as never;
const _8 = ["jwt", null, "viewer", "header"] as never;
const _9 = ["jwt_or_key", "templates:read", "viewer", "header"] as never;
const _a = ["jwt_or_key", "workflows:write", "editor", "header"] as never;
const _b = _list(_one(["asc", "desc"]), 0, 100) as never;
const _c = _format("date-time") as never;
const _d = ["jwt_or_key", "workflows:read", "viewer", "header", 1] as never;
const _e = ["jwt_or_key", "workflows:read", "viewer", "header"] as never;
const _f = ["jwt_or_key", "workflows:run", "editor", "header"] as never;
const _g = { type: "string", minLength: 2, maxLength: 35, examples: ["en-us"] } as never;
const _h = ["jwt_or_key", "uploads:write", "editor", "header"] as never;
const _i = _default(true, _flag()) as never;
const _j = ["jwt_or_key", "uploads:write", "viewer", "header"] as never;
const _k = { type: "string", minLength: 1, maxLength: 200, examples: ["espeak-ng"] } as never;
const _l = { type: "string", minLength: 2, maxLength: 35, description: "Lowercase BCP-47 code; input in any case. White space around it is removed.", examples: ["en-us"] } as never;
const _m = _list(_l, 0, 100) as never;
const _n = ["jwt_or_key", "voices:read", "viewer", "header"] as never;
const _o = ["jwt_or_key", "voices:write", "editor", "header"] as never;
const _p = ["jwt_or_key", "dictionary:read", "viewer", "header"] as never;
const _q = ["jwt_or_key", "dictionary:write", "editor", "header"] as never;
const _r = ["jwt_or_key", "catalog:read", "viewer", "header"] as never;
const _s = ["jwt", null, "admin", "header"] as never;
const _t = ["none", null, null, "none"] as never;
const _u = _default("30d", _ref("#/$defs/UsageRange")) as never;
const _v = ["jwt_or_key", "workspace:read", "viewer", "header"] as never;
const _w = ["jwt_or_key", "webhooks:write", "admin", "header"] as never;
const _x = _ref("#/$defs/Scope") as never;
const _y = _orNull(_int(0, 1, 1000000), "Requests a minute that the key may make; null = the default.") as never;
const _z = _format("uuid", "The id of the plan.") as never;
const _10 = _ref("#/$defs/MemberRole", "What the person may do.") as never;
const _11 = _text("What people call it. White space around it is removed.", 200, 1) as never;
const _12 = _ref("#/$defs/WorkflowDefinitionInput", "The graph and its parameters.") as never;
const _13 = { type: "string", maxLength: 2000, format: "uri", description: "A public https address." } as never;
const _14 = _orNull(_text("White space around it is removed.", 500), "What it is for, in the words of whoever made it; null without any.") as never;
const _15 = _ref("#/$defs/WebhookEventType") as never;
const _16 = { name: _11, description: _orNull(_text(0, 5000), "What it is for, in the words of whoever made it; null without any."), definition: _12 } as never;
const _17 = _int("The color that the workspace is shown in.", 0, 6) as never;
const _18 = _number("0 = the best voice, 1 = the cheapest.", 0, 1) as never;
const _19 = _flag("Whether routing may weigh how well a model suits the text.") as never;
const _1a = ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] as never;
const _1b = _orNull(_text("White space around it is removed.", 200, 1), "null leaves it unchanged, as leaving it out does.") as never;
const _1c = _format("uuid", "The id.") as never;
const _p0 = _parameter("limit", "query", 0, "Items a page.", _default(50, _int(0, 1, 100)));
const _p1 = _parameter("offset", "query", 0, "Items to skip, 0 when left out. Not together with `cursor`.", _int(0, 0, 10000));
const _p2 = _parameter("cursor", "query", 0, "Opaque; from `pagination.next` or `prev`. One of these URLs as a whole is accepted, too.", { examples: ["eyJrIjoiMjAyNi0wMy0wMiJ9"], type: "string", minLength: 1, maxLength: 8000 });
const _p3 = _parameter("status", "query", 0, "Only those that stand so.", _default("active", _one(["active", "revoked", "all"])));
const _p4 = _parameter("X-Workspace-Id", "header", 0, "The workspace; the personal one when left out.", _0);
const _p5 = _parameter("Idempotency-Key", "header", 0, "Makes a repeated POST safe.", { examples: ["order-2026-03-02-0042"], type: "string", minLength: 1, maxLength: 255 });
const _p6 = _parameter("key_id", "path", 1, "The id of the API key.", _0);
const _p7 = _parameter("If-None-Match", "header", 0, "The ETag of the answer that you have: 304 when it is still the same.", _2);
const _p8 = _parameter("If-Match", "header", 0, "The ETag of the version you read, several of them, or `*` for any.", _2);
const _p9 = _parameter("limit", "query", 0, "Items a page.", _default(20, _int(0, 1, 100)));
const _p10 = _parameter("slug", "query", 1, "The slug to ask about.", { type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", examples: ["harbor-tales"] });
const _p11 = _parameter("ws_id", "path", 1, "The id of the workspace.", _0);
const _p12 = _parameter("member_id", "path", 1, "The id of the membership.", _0);
const _p13 = _parameter("invite_id", "path", 1, "The id of the invite.", _0);
const _p14 = _parameter("token", "path", 1, "From the mail.", { type: "string", pattern: "^[A-Za-z0-9]{43}$", examples: ["dGhlLXRva2VuLW9mLWFuLWludml0ZS1mcm9tLWEtbWE"] });
const _p15 = _parameter("payment_method_id", "path", 1, "The id of the payment method at the payment processor.", { type: "string", minLength: 1, maxLength: 255, examples: ["pm_1Q0Example"] });
const _p16 = _parameter("starting_after", "query", 0, "The id of the last invoice of the page before.", { examples: ["in_1Q0Example"], type: "string", pattern: "^in_[A-Za-z0-9_]{1,250}$" });
const _p17 = _parameter("category", "query", 0, "Only those of this group.", _list(_6, 0, 100));
const _p18 = _parameter("search", "query", 0, "Part of the name or the description. White space around it is removed.", { examples: ["trailer"], type: "string", maxLength: 100 });
const _p19 = _parameter("sort", "query", 0, "Newest first, most cloned first, or by name.", _default("recent", _one(["recent", "popular", "name"])));
const _p20 = _parameter("favorites_only", "query", 0, "Only favorites of the calling user.", _7);
const _p21 = _parameter("template_id", "path", 1, "The id of the template.", _0);
const _p22 = _parameter("status", "query", 0, "Status of the latest run; draft = no run.", _one(["draft", "running", "completed", "failed", "paused"]));
const _p23 = _parameter("search", "query", 0, "Part of the name or the description. White space around it is removed.", { examples: ["harbor"], type: "string", maxLength: 100 });
const _p24 = _parameter("sort", "query", 0, "What the list is ordered by.", _list(_one(["name", "updated_at", "runs_count"]), 0, 100));
const _p25 = _parameter("order", "query", 0, "Which end of the order comes first.", _b);
const _p26 = _parameter("last_run_after", "query", 0, "Only workflows whose newest run is not older.", _c);
const _p27 = _parameter("last_run_before", "query", 0, "Only workflows whose newest run is older.", _c);
const _p28 = _parameter("has_failed_run", "query", 0, "Only workflows that have, or have not, had a failed run.", _flag());
const _p29 = _parameter("name", "query", 1, "The name to ask about. White space around it is removed.", { type: "string", minLength: 1, maxLength: 200, examples: ["Harbor lights"] });
const _p30 = _parameter("exclude_id", "query", 0, "A workflow to leave out.", _0);
const _p31 = _parameter("workflow_id", "path", 1, "The id of the workflow.", _0);
const _p32 = _parameter("status", "query", 0, "Statuses, separated by commas.", { type: "string", examples: ["failed,cancelled"] });
const _p33 = _parameter("search", "query", 0, "Part of the name of who started the run. White space around it is removed.", { examples: ["Ada"], type: "string", maxLength: 100 });
const _p34 = _parameter("sort", "query", 0, "What the list is ordered by.", _default("created_at", _one(["created_at", "started_at", "completed_at", "status"])));
const _p35 = _parameter("order", "query", 0, "Which end of the order comes first.", _default("desc", _one(["asc", "desc"])));
const _p36 = _parameter("from", "query", 0, "Runs created at this time or later.", _c);
const _p37 = _parameter("to", "query", 0, "Runs created at this time or earlier.", _c);
const _p38 = _parameter("Prefer", "header", 0, "`wait=n`: answer when the run has ended, at the latest after n seconds, up to 60. `Preference-Applied` says that it was done.", { examples: ["wait=20"], type: "string", maxLength: 1000 });
const _p39 = _parameter("run_id", "path", 1, "The id of the run.", _0);
const _p40 = _parameter("Last-Event-Id", "header", 0, "Resume after this event.", { examples: ["9"], type: "string", pattern: "^\\d{1,15}$" });
const _p41 = _parameter("include_result", "query", 0, "Whether the results of the passes are there too.", _7);
const _p42 = _parameter("node_type", "query", 0, "The type of the node, such as `source_script`.", { examples: ["operator_generator"], type: "string", maxLength: 100 });
const _p43 = _parameter("node_id", "query", 0, "The id of the node in the workflow.", _0);
const _p44 = _parameter("search", "query", 0, "Part of the script, the line id or the character. White space around it is removed.", { examples: ["harbor"], type: "string", maxLength: 200 });
const _p45 = _parameter("language", "query", 0, "Only cards of this locale; `total` does not change. White space around it is removed.", _g);
const _p46 = _parameter("include_dropped", "query", 0, "Whether lines that a check dropped are there too.", _7);
const _p47 = _parameter("format", "query", 0, "files = JSON lines, one per audio file: its path, address, size and checksum; pickups = the lines that need a new take or an ear, with the reasons, as a csv that reads as a script, or as JSON.", _default("zip", _one(["zip", "files", "pickups", "pickups-json"])));
const _p48 = _parameter("node_id", "path", 1, "The id of the node in the workflow.", _0);
const _p49 = _parameter("format", "query", 0, "XLIFF 2.0 holds one source language and one target language, the others any number.", _default("csv", _one(["csv", "xliff-1.2", "xliff-2.0"])));
const _p50 = _parameter("language", "query", 0, "Only sources and their translations into this locale. White space around it is removed.", _g);
const _p51 = _parameter("audio_id", "path", 1, "The id of the audio: 16 hexadecimal characters.", { type: "string", pattern: "^[0-9a-f]{16}$" });
const _p52 = _parameter("upload_id", "path", 1, "The id of the upload.", _0);
const _p53 = _parameter("csv_has_header", "query", 0, "Whether the first row of a csv file names the columns.", _i);
const _p54 = _parameter("csv_column", "query", 0, "`character_name`: a csv file must have a column that names the speaker.", _one(["character_name"]));
const _p55 = _parameter("columns.line_id", "query", 0, "The column of ids: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["String ID"], type: "string", minLength: 1, maxLength: 200 });
const _p56 = _parameter("columns.script", "query", 0, "The column of what is spoken: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["EN-US"], type: "string", minLength: 1, maxLength: 200 });
const _p57 = _parameter("columns.character_name", "query", 0, "The column of speakers: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["Speaker"], type: "string", minLength: 1, maxLength: 200 });
const _p58 = _parameter("columns.locale", "query", 0, "The column of locales: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["Language"], type: "string", minLength: 1, maxLength: 200 });
const _p59 = _parameter("columns.notes", "query", 0, "The column of notes: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["Context"], type: "string", minLength: 1, maxLength: 200 });
const _p60 = _parameter("columns.direction", "query", 0, "The column of directions: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["Direction"], type: "string", minLength: 1, maxLength: 200 });
const _p61 = _parameter("columns.max_duration_ms", "query", 0, "The column of longest durations: a header, or a zero-based index where `csv_has_header` is false.", { examples: ["Max ms"], type: "string", minLength: 1, maxLength: 200 });
const _p62 = _parameter("source_language", "query", 0, "The locale of lines that name none; without it, it is detected. White space around it is removed.", _g);
const _p63 = _parameter("favorites_only", "query", 0, "Only favorites of the caller.", _7);
const _p64 = _parameter("source", "query", 0, "Only those that come from there.", _list(_ref("#/$defs/VoiceSource"), 0, 100));
const _p65 = _parameter("gender", "query", 0, "Only voices that sound like one of these.", _list(_ref("#/$defs/VoiceGender"), 0, 100));
const _p66 = _parameter("age", "query", 0, "Only voices that sound of one of these ages.", _list(_ref("#/$defs/VoiceAge"), 0, 100));
const _p67 = _parameter("category", "query", 0, "Only those of this group.", _list(_ref("#/$defs/VoiceCategory"), 0, 100));
const _p68 = _parameter("accent", "query", 0, "Only voices with one of these accents.", _list(_ref("#/$defs/VoiceAccent"), 0, 100));
const _p69 = _parameter("provider", "query", 0, "The id of the provider.", _list(_ref("#/$defs/SpeechProviderId"), 0, 100));
const _p70 = _parameter("model", "query", 0, "The model of the provider.", _list(_k, 0, 100));
const _p71 = _parameter("language", "query", 0, "Voices that declare no locale never match.", _m);
const _p72 = _parameter("search", "query", 0, "Words that the name or the description has.", { examples: ["english"], type: "string", maxLength: 200 });
const _p73 = _parameter("sort", "query", 0, "By name when left out. Repeat it for several keys.", _list(_one(["name", "created_at", "uses_count"]), 0, 100));
const _p74 = _parameter("order", "query", 0, "One for each `sort`, by position; asc when left out.", _b);
const _p75 = _parameter("voice_id", "path", 1, "The id of the voice.", _0);
const _p76 = _parameter("limit", "query", 0, "The most items of the answer.", _default(10, _int(0, 1, 50)));
const _p77 = _parameter("redirect", "query", 0, "Whether the answer is a redirect; `false` answers the address with 200, for pages, which may not see where a redirect leads.", _i);
const _p78 = _parameter("language", "query", 0, "`en` also finds `en-us`.", _m);
const _p79 = _parameter("method", "query", 0, "Only entries that are written down in this way.", _list(_ref("#/$defs/PronunciationMethod"), 0, 100));
const _p80 = _parameter("q", "query", 1, "A part of the word or of its pronunciation, in any case. White space around it is removed.", { type: "string", minLength: 1, maxLength: 100, examples: ["nguy"] });
const _p81 = _parameter("entry_id", "path", 1, "The id of the dictionary entry.", _0);
const _p82 = _parameter("provider", "path", 1, "The id of the provider.", _ref("#/$defs/ProviderId"));
const _p83 = _parameter("model", "path", 1, "The model of the provider.", _k);
const _p84 = _parameter("provider", "path", 1, "The id of the provider.", _ref("#/$defs/KeyedProviderId"));
const _p85 = _parameter("node_type", "path", 1, "The type of the node, such as `source_script`.", { type: "string", minLength: 1, maxLength: 100, examples: ["source_script"] });
const _p86 = _parameter("range", "query", 0, "The days of all figures but those of `activity`.", _u);
const _p87 = _parameter("activity_view", "query", 0, "The buckets of `activity`.", _default("daily", _ref("#/$defs/ActivityView")));
const _p88 = _parameter("timezone", "query", 0, "An IANA time zone: where local days begin.", { default: "UTC", type: "string", maxLength: 64, examples: ["Europe/Berlin"] });
const _p89 = _parameter("range", "query", 0, "Rolling local days, today included.", _u);
const _p90 = _parameter("activity_view", "query", 0, "Takes the place of `range`: the period of that tab.", _ref("#/$defs/ActivityView"));
const _p91 = _parameter("range", "query", 0, "How many local days the report looks back.", _u);
const _p92 = _parameter("type", "query", 0, "Only these actions.", _list(_ref("#/$defs/ActivityAction"), 0, 100));
const _p93 = _parameter("user_id", "query", 0, "Only what this user did.", _0);
const _p94 = _parameter("page", "query", 0, "The page, from 1.", _default(1, _int(0, 1, 1000)));
const _p95 = _parameter("plan_id", "path", 1, "The id of the plan.", _0);
const _p96 = _parameter("endpoint_id", "path", 1, "The id of the webhook endpoint.", _0);
const _p97 = _parameter("delivery_id", "path", 1, "The id of the delivery.", _0);
const _p98 = _parameter("target", "path", 1, "What the bucket is called in this workspace: a-z, 0-9 and hyphens.", { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$", examples: ["game-builds"] });

/** What is known of every operation beside its route, by group and name. */
export const table: CatalogTable = {
  auth: {
    whoami: [
      "Ask who you are",
      "The user, workspace, key and scopes behind the credential.",
      ["jwt_or_key", null, null, "none"], [],
    ],
  },
  apiKeys: {
    list: [
      "List API keys",
      "Admins see all keys of the workspace, editors their own.",
      ["jwt", null, "editor", "header", 1], [_p0, _p1, _p2, _p3, _p4],
    ],
    create: [
      "Create an API key",
      "The key itself is in this answer and nowhere else.",
      _1, [_p4, _p5], _ref("#/$defs/CreateApiKey"), 1,
    ],
    get: [
      "Get an API key",
      "Without its secret.",
      _1, [_p6, _p4, _p7],
    ],
    update: [
      "Change an API key",
      "Changes only the fields that are given; `{}` changes nothing. In force in every server process within a second.",
      _1, [_p6, _p4, _p8], _ref("#/$defs/UpdateApiKey"), 1,
    ],
    rotate: [
      "Rotate an API key",
      "Makes a new key with the same scopes and limit, which acts as the caller; the old one works until its grace ends.",
      _1, [_p6, _p4], _default({}, _ref("#/$defs/RotateApiKey")),
    ],
    delete: [
      "Revoke an API key",
      "Answers the key, now inactive. May be repeated.",
      _1, [_p6, _p4, _p8],
    ],
  },
  workspaces: {
    list: [
      "List workspaces",
      "Workspaces that the caller is a member of, the personal one first.",
      _3, [_p9, _p1, _p2],
    ],
    create: [
      "Create a workspace",
      "The caller becomes its owner. The plan limits how many one person may own.",
      _3, [_p5], _ref("#/$defs/CreateWorkspace"), 1,
    ],
    slugAvailable: [
      "Ask whether a slug is free",
      "Advice only: the slug may be gone when it is used.",
      _3, [_p10],
    ],
    get: [
      "Get a workspace",
      "For its members.",
      _4, [_p11, _p7],
    ],
    update: [
      "Change a workspace",
      "Changes only the fields that are given; `{}` changes nothing.",
      _5, [_p11, _p8], _ref("#/$defs/UpdateWorkspace"), 1,
    ],
    delete: [
      "Delete a workspace",
      "For its owner. Its active runs are cancelled. A personal workspace stays.",
      _5, [_p11, _p8],
    ],
    getSettings: [
      "Get the settings of a workspace",
      "Null where nothing was set.",
      _4, [_p11, _p7],
    ],
    updateSettings: [
      "Change the settings of a workspace",
      "Changes only the fields that are given; `{}` changes nothing, and null removes a setting.",
      _5, [_p11, _p8], _ref("#/$defs/UpdateWorkspaceSettings"), 1,
    ],
  },
  members: {
    list: [
      "List members",
      "The full roster as one page, so `next` and `prev` are null: the caller first, then admins, then the others by join date; open invites at the end.",
      _4, [_p11],
    ],
    update: [
      "Change the role of a member",
      "The owner stays an admin.",
      _5, [_p11, _p12], _ref("#/$defs/UpdateMember"), 1,
    ],
    remove: [
      "Remove a member",
      "The member's API keys of this workspace are revoked. The owner stays.",
      _5, [_p11, _p12],
    ],
    createInvite: [
      "Invite somebody",
      "Sends a mail with a token that is good for 14 days. An open invite takes a seat of the plan.",
      _5, [_p11, _p5], _ref("#/$defs/CreateInvite"), 1,
    ],
    updateInvite: [
      "Change the role of an invite",
      "While it is open.",
      _5, [_p11, _p13], _ref("#/$defs/UpdateMember"), 1,
    ],
    revokeInvite: [
      "Revoke an invite",
      "Its token is good for nothing from now on. May be repeated; not once it was accepted.",
      _5, [_p11, _p13],
    ],
    acceptInvite: [
      "Accept an invite",
      "For the person whose verified e-mail address the invite names.",
      _3, [_p14, _p5],
    ],
  },
  users: {
    getSubscription: [
      "Get your subscription",
      "`data` is null on the free plan.",
      _3, [],
    ],
    subscribe: [
      "Subscribe to a plan",
      "Paid with the default payment method, at once. A payment that is declined leaves no subscription. Who has one changes its plan instead.",
      _3, [_p5], _ref("#/$defs/Subscribe"), 1,
    ],
    changePlan: [
      "Change your plan",
      "An upgrade applies at once and charges the proration: a plan with a higher price a month, or the yearly billing of the same plan. It takes back a cancellation and a scheduled downgrade. Anything else is a downgrade: it is scheduled for the end of the paid period, in the place of what was scheduled before. A payment that is declined changes nothing.",
      _3, [_p5], _ref("#/$defs/ChangePlan"), 1,
    ],
    cancelSubscription: [
      "Cancel your subscription",
      "It stays until the end of the paid period; the free plan follows. Again: the same answer.",
      _3, [_p5],
    ],
    cancelScheduledChange: [
      "Take back a scheduled change",
      "Takes back a scheduled downgrade or a cancellation. Without either nothing changes.",
      _3, [_p5],
    ],
    listPaymentMethods: [
      "List your payment methods",
      "Cards on file, the default one first. Not paged.",
      _3, [],
    ],
    addPaymentMethod: [
      "Add a payment method",
      "Creates a setup intent; a browser confirms it with the processor’s own form.",
      _3, [_p5],
    ],
    setDefaultPaymentMethod: [
      "Make a payment method the default",
      "Coming invoices are charged to it. Where a payment is late, the open invoices are tried with it at once; the subscription then says what came of it.",
      _3, [_p15],
    ],
    deletePaymentMethod: [
      "Delete a payment method",
      "The last one of a paid subscription stays. In the place of the default one, the newest of the others becomes the default.",
      _3, [_p15],
    ],
    listInvoices: [
      "List your invoices",
      "Newest first.",
      _3, [_p9, _p16],
    ],
    getNotificationPreferences: [
      "Get your notification preferences",
      "Mails about your own runs are on, the others off, until you say otherwise. Mails go to verified addresses alone, and each names a link that turns its kind off.",
      _3, [_p7],
    ],
    updateNotificationPreferences: [
      "Change your notification preferences",
      "Changes only the fields that are given; `{}` changes nothing.",
      _3, [_p8], _ref("#/$defs/UpdateNotificationPreferences"), 1,
    ],
    getCredits: [
      "Get your credits",
      "The account that pays for runs in every workspace that you own. Without a subscription a period is a calendar month (UTC), with one it is a month of the subscription.",
      _3, [],
    ],
    getLimits: [
      "Get the limits of your plan",
      "They hold for every workspace that you own, whoever works there. A smaller plan takes nothing away: it only refuses what would be new.",
      _3, [],
    ],
  },
  templates: {
    list: [
      "List the gallery",
      "Public and starter templates. With `favorites_only` also private ones of the workspaces that the caller belongs to.",
      ["jwt_or_key", "templates:read", null, "none"], [_p9, _p1, _p2, _p17, _p18, _p19, _p20],
    ],
    mine: [
      "List my templates",
      "The templates that the caller owns in the workspace.",
      _8, [_p9, _p1, _p2, _p17, _p18, _p19, _p20, _p4],
    ],
    create: [
      "Create a template",
      "A private template of the workspace. Its definition is checked like that of a workflow: faults come all at once, each with its path.",
      _1, [_p4, _p5], _ref("#/$defs/CreateTemplate"), 1,
    ],
    get: [
      "Get a template",
      "One of the workspace, or a public or starter one, with an `ETag`.",
      _9, [_p21, _p4, _p7],
    ],
    update: [
      "Change a template",
      "Changes only the fields that are given; `{}` changes nothing. Only the owner may change a template: its author or, when the author is no longer a member, the owner of its workspace. Starter templates are read-only.",
      _1, [_p21, _p4, _p8], _ref("#/$defs/UpdateTemplate"), 1,
    ],
    delete: [
      "Delete a template",
      "Only the owner may delete a template: its author or, when the author is no longer a member, the owner of its workspace. Workflows made from it stay. Starter templates are read-only.",
      _1, [_p21, _p4, _p8],
    ],
    clone: [
      "Make a workflow from a template",
      "Copies description and definition into a new workflow of the workspace and counts the use.",
      _a, [_p21, _p4, _p5], _default({}, _ref("#/$defs/CloneTemplate")),
    ],
    estimate: [
      "Estimate a template",
      "Credits for 1,000 characters of script, whatever the script. A workflow has a preview of its own.",
      _9, [_p21, _p4],
    ],
    favorite: [
      "Favorite a template",
      "For the calling user, in every workspace: any template that the caller can get, which is a public or starter one, or one of a workspace that the caller belongs to.",
      _3, [_p21, _p5],
    ],
    unfavorite: [
      "Unfavorite a template",
      "Answers the same whether or not there is such a template.",
      _3, [_p21],
    ],
  },
  workflows: {
    list: [
      "List workflows",
      "Workflows of the workspace, last changed first unless `sort` says otherwise.",
      _d, [_p9, _p1, _p2, _p22, _p23, _p24, _p25, _p26, _p27, _p28, _p4],
    ],
    nameAvailability: [
      "Ask whether a name is in use",
      "Advice only: names need not be unique.",
      _e, [_p29, _p30, _p4],
    ],
    validate: [
      "Check a definition",
      "The check of a save without saving. Faults are data here: the answer is 200.",
      _e, [_p4, _p5], _ref("#/$defs/ValidateWorkflow"), 1,
    ],
    create: [
      "Create a workflow",
      "Faults of the definition come all at once, each with its path.",
      _a, [_p4, _p5], _ref("#/$defs/CreateWorkflow"), 1,
    ],
    get: [
      "Get a workflow",
      "With its definition, brought to the current config versions, and an `ETag`.",
      _e, [_p31, _p4, _p7],
    ],
    replace: [
      "Replace a workflow",
      "Replaces name, description and definition in full.",
      _a, [_p31, _p4, _p8], _ref("#/$defs/ReplaceWorkflow"), 1,
    ],
    update: [
      "Change a workflow",
      "Changes only the fields that are given. API keys are rejected here.",
      _1, [_p31, _p4, _p8], _ref("#/$defs/UpdateWorkflow"), 1,
    ],
    delete: [
      "Delete a workflow",
      "An active run of it is cancelled.",
      _a, [_p31, _p4, _p8],
    ],
    duplicate: [
      "Duplicate a workflow",
      "The copy is called like the original with ` (Copy)` behind it; runs are not copied.",
      _a, [_p31, _p4, _p5],
    ],
    uploads: [
      "List the uploads of a workflow",
      "Confirmed uploads, also those that only its source nodes name.",
      _e, [_p31, _p9, _p1, _p2, _p4],
    ],
    preview: [
      "Estimate a run",
      "What a run would cost now: without retries, as expected, and at most. Nothing is stored.",
      _e, [_p31, _p4, _p5],
    ],
  },
  runs: {
    list: [
      "List runs",
      "Runs of a workflow, the newest first unless `sort` says otherwise.",
      _d, [_p31, _p9, _p1, _p2, _p32, _p33, _p34, _p35, _p4],
    ],
    summary: [
      "Summarize runs",
      "Counts per status, pass rate and mean duration. API keys are refused here.",
      _8, [_p31, _p36, _p37, _p4],
    ],
    start: [
      "Start a run",
      "Overrides touch only this run. A definition that cannot run is refused, node and field named.",
      _f, [_p31, _p4, _p5, _p38], _default({}, _ref("#/$defs/StartRun")),
    ],
    cancel: [
      "Cancel a run",
      "Stops within a second; finished lines and their charge stay. May be repeated.",
      _f, [_p31, _p39, _p4, _p5],
    ],
    pause: [
      "Pause a run",
      "Nothing new begins; what is done stays done.",
      _f, [_p31, _p39, _p4, _p5],
    ],
    resume: [
      "Resume a run",
      "Goes on where the run was paused; 409 unless it is paused.",
      _f, [_p31, _p39, _p4, _p5],
    ],
    retry: [
      "Retry lines of a run",
      "Starts a new run for failed and dropped lines, or for the named ones only. Other takes are reused and cost nothing.",
      _f, [_p31, _p39, _p4, _p5, _p38], _default({}, _ref("#/$defs/RetryRun")),
    ],
    get: [
      "Get a run",
      "With the definition as it was at the start.",
      _e, [_p31, _p39, _p4, _p38],
    ],
    status: [
      "Poll a run",
      "The run without its snapshot.",
      _e, [_p31, _p39, _p4, _p38],
    ],
    events: [
      "Follow a run",
      "Server-sent events: `event` is the type, `id` grows, `data` is a RunEvent as JSON. A comment line comes every 15 seconds. The stream ends after the final status.",
      _e, [_p31, _p39, _p4, _p40],
    ],
    overview: [
      "Get the overview of a run",
      "Figures, node states, audio per language and validators, computed by the service.",
      _e, [_p31, _p39, _p4],
    ],
    steps: [
      "List the steps of a run",
      "One entry for each pass of each node. Not paged.",
      _e, [_p31, _p39, _p41, _p42, _p43, _p4],
    ],
    data: [
      "List the lines of a run",
      "Rows with a card per locale. `total` counts rows after `search`, not after `language`.",
      _d, [_p31, _p39, _p9, _p1, _p2, _p44, _p45, _p46, _p4],
    ],
    outputs: [
      "List the outputs of a run",
      "What each output node delivers.",
      _e, [_p31, _p39, _p4],
    ],
    download: [
      "Download a run",
      "A signed address, for 15 minutes, of the ZIP, of a list of its audio files with a signed address each, or of the lines to pick up. A run that failed or was cancelled has what it delivered; manifest and report list the missing lines. 409 while the run is active, 404 when it delivered nothing. Pick-ups exist for every ended run.",
      _e, [_p31, _p39, _p47, _p4],
    ],
    downloadNode: [
      "Download one output of a run",
      "The same for one output node; the id of any other node is 404.",
      _e, [_p31, _p39, _p48, _p47, _p4],
    ],
    script: [
      "Download the script of a run",
      "A signed address, for 15 minutes, of the lines of a run as a file for translators: sources, and their translations beside them. The file can be uploaded as a script again. 409 until the run has ended, 404 without lines.",
      _e, [_p31, _p39, _p49, _p50, _p4],
    ],
    audioUrl: [
      "Get the address of a take",
      "A fresh signed address of its audio, for 15 minutes.",
      _e, [_p31, _p39, _p51, _p4],
    ],
  },
  uploads: {
    create: [
      "Announce an upload",
      "Answers the address that takes the bytes. Uploads that are not confirmed expire in 24 hours; a workspace has at most 2,000 of them.",
      _h, [_p4, _p5], _ref("#/$defs/CreateUpload"), 1,
    ],
    confirm: [
      "Confirm an upload",
      "The bytes must have arrived and match size and checksum where given. The upload moves to the workspace of `X-Workspace-Id`, else to that of the workflow in `context_id` if the caller is a member there, else to the personal workspace; its bytes count there. An API key confirms in its own workspace. Confirming again returns the same upload.",
      _h, [_p52, _p4, _p5], _ref("#/$defs/ConfirmUpload"), 1,
    ],
    script: [
      "Read an uploaded script",
      "How a run would read the file: the columns used and unused, made-up ids, skipped parts, counts per locale and character, and the first 50 lines. Reads with the column detection of `source_script`. An error names the row and column of a file that cannot be read.",
      _j, [_p52, _p53, _p54, _p55, _p56, _p57, _p58, _p59, _p60, _p61, _p62, _p4],
    ],
    delete: [
      "Delete an upload",
      "In any state and, for the person who made it, in any workspace and with any role. Admins also delete uploads of their workspace, and an API key acts in its own workspace only. Releases the bytes in the workspace that the upload was confirmed in.",
      _j, [_p52, _p4],
    ],
  },
  voices: {
    list: [
      "List voices",
      "Voices that the workspace may use.",
      ["jwt_or_key", "voices:read", "viewer", "header", 1], [_p9, _p1, _p2, _p63, _p64, _p65, _p66, _p67, _p68, _p69, _p70, _p71, _p72, _p73, _p74, _p4],
    ],
    facets: [
      "Count voices by attribute",
      "The values of each attribute with their number of voices, after the filters of the other attributes.",
      _n, [_p63, _p64, _p65, _p66, _p67, _p68, _p69, _p70, _p71, _p72, _p4],
    ],
    get: [
      "Get a voice",
      "One voice with all its attributes.",
      _n, [_p75, _p4],
    ],
    similar: [
      "List similar voices",
      "The voices that sound most like this one, from features measured in their samples: pitch, its range, speaking rate, spectral centroid and tilt, loudness range. Voices of the embedded engine come with these features. Voices of a provider key have none: they are not in the list, and their own list is empty.",
      _n, [_p75, _p76, _p71, _p4],
    ],
    sample: [
      "Hear a voice",
      "Redirects to a short sample in the first locale of the voice, for 15 minutes, or answers its address. It is spoken on the first request and kept.",
      _n, [_p75, _p77, _p4],
    ],
    favorite: [
      "Favorite a voice",
      "For the whole workspace. May be repeated.",
      _o, [_p75, _p4, _p5],
    ],
    unfavorite: [
      "Unfavorite a voice",
      "For the whole workspace. Returns `{}` for any id, also for that of no voice. May be repeated.",
      _o, [_p75, _p4],
    ],
  },
  dictionary: {
    list: [
      "List dictionary entries",
      "Entries of the workspace by word.",
      _p, [_p9, _p1, _p2, _p78, _p79, _p4],
    ],
    search: [
      "Search the dictionary",
      "Entries whose word or pronunciation holds the text, by word.",
      _p, [_p9, _p1, _p2, _p80, _p78, _p79, _p4],
    ],
    languages: [
      "List languages of the dictionary",
      "Languages that have entries, with their number.",
      _p, [_p4],
    ],
    create: [
      "Add a dictionary entry",
      "A word has one entry in a language, whatever its case. Runs that start speaking from now on apply it.",
      _q, [_p4, _p5], _ref("#/$defs/DictionaryEntryInput"), 1,
    ],
    get: [
      "Get a dictionary entry",
      "With the ETag that a change of it can name.",
      _p, [_p81, _p4, _p7],
    ],
    replace: [
      "Replace a dictionary entry",
      "Everything is replaced; fields that are left out get their defaults.",
      _q, [_p81, _p4, _p8], _ref("#/$defs/DictionaryEntryInput"), 1,
    ],
    delete: [
      "Delete a dictionary entry",
      "Takes that were made with it stay as they are.",
      _q, [_p81, _p4, _p8],
    ],
  },
  text: {
    normalize: [
      "Preview what is spoken",
      "What a normalizer node would make of a text: the spoken script and each piece that differs. Nothing is stored and nothing is charged.",
      _p, [_p4, _p5], _ref("#/$defs/NormalizeText"), 1,
    ],
  },
  providers: {
    list: [
      "List providers",
      "Every provider that the service knows, in the order of its catalog.",
      _r, [_p9, _p1, _p2, _p4],
    ],
    get: [
      "Get a provider",
      "One provider as the workspace can use it.",
      _r, [_p82, _p4],
    ],
    models: [
      "List models of a provider",
      "Empty for a provider that this installation cannot speak with.",
      _r, [_p82, _p9, _p1, _p2, _p4],
    ],
    model: [
      "Get a model of a provider",
      "Its price, its limits and its languages.",
      _r, [_p82, _p83, _p4],
    ],
    voices: [
      "List voices of a model",
      "Voices that the workspace may use and that name this model, by name.",
      ["jwt_or_key", "catalog:read", "viewer", "header", 1], [_p82, _p83, _p9, _p1, _p2, _p4],
    ],
  },
  providerKeys: {
    list: [
      "List provider keys",
      "Every provider that takes a key, with what it asks for and how the key stands.",
      _s, [_p4],
    ],
    put: [
      "Store a provider key",
      "Tries the key at its provider and replaces the stored one. A key that the provider refuses is 422 and changes nothing; while the provider cannot be reached the key is kept as `unverified` and tried again later.",
      _s, [_p84, _p4], _ref("#/$defs/ProviderCredentials"), 1,
    ],
    delete: [
      "Delete a provider key",
      "May be repeated.",
      _s, [_p84, _p4],
    ],
  },
  nodes: {
    list: [
      "List node types",
      "All node types with their ports and config schemas. Needs no credential.",
      _t, [],
    ],
    get: [
      "Get a node type",
      "With its category and the options of its config fields.",
      _r, [_p85, _p4],
    ],
  },
  usage: {
    summary: [
      "Summarize usage",
      "Credits, characters, lines and runs of the workspace over local days, and the bars of an activity chart. Usage counts on the day it is settled, with the take; a run on the day it is created.",
      _v, [_p86, _p87, _p88, _p4],
    ],
    byLanguage: [
      "Report usage by language",
      "Generated audio of the workspace, by locale. The credits are those of the ledger, to the credit. With `activity_view` the rows cover the period of that tab, and `range` is null.",
      _v, [_p89, _p90, _p88, _p4],
    ],
    activity: [
      "List activity",
      "What was done in the workspace, newest first.",
      _v, [_p9, _p1, _p2, _p91, _p92, _p93, _p4],
    ],
  },
  billing: {
    listPlans: [
      "List plans",
      "Plans that can be had, in display order. `next` and `prev` carry `page`.",
      _3, [_p94, _p9],
    ],
    previewPlanChange: [
      "Preview a change of plan",
      "What a change to this plan would charge, and when it would begin. Nothing is changed; a change within the next 15 minutes charges exactly this.",
      _3, [_p95],
    ],
    createCheckout: [
      "Create a checkout session",
      "For a first subscription with the embedded checkout of the payment processor. The checkout before it ends.",
      _3, [_p5], _ref("#/$defs/CreateCheckout"), 1,
    ],
  },
  webhookEndpoints: {
    list: [
      "List webhook endpoints",
      "Of the workspace, newest first.",
      _w, [_p9, _p1, _p2, _p4],
    ],
    create: [
      "Create a webhook endpoint",
      "The secret is in this answer and nowhere else. A workspace has at most 20 endpoints.",
      _w, [_p4, _p5], _ref("#/$defs/CreateWebhookEndpoint"), 1,
    ],
    get: [
      "Get a webhook endpoint",
      "Without its secret.",
      _w, [_p96, _p4, _p7],
    ],
    update: [
      "Change a webhook endpoint",
      "Changes only the fields that are given; `{}` changes nothing. With `active` false, deliveries under way are given up.",
      _w, [_p96, _p4, _p8], _ref("#/$defs/UpdateWebhookEndpoint"), 1,
    ],
    delete: [
      "Delete a webhook endpoint",
      "With its deliveries.",
      _w, [_p96, _p4, _p8],
    ],
    rotateSecret: [
      "Rotate the secret of a webhook endpoint",
      "Answers a new secret, once. For 24 hours deliveries carry two signatures, of the new and of the old secret; one more rotation in that time ends the older one at once.",
      _w, [_p96, _p4, _p5],
    ],
    test: [
      "Try a webhook endpoint",
      "Sends `webhook.test`, once, whatever events are asked for. The endpoint must be active.",
      _w, [_p96, _p4, _p5],
    ],
    deliveries: [
      "List the deliveries of a webhook endpoint",
      "Newest first. Kept for 30 days.",
      _w, [_p96, _p9, _p1, _p2, _p4],
    ],
    redeliver: [
      "Deliver an event again",
      "Answers the delivery: a new one with the same event, or, where it is still being tried, the same with its next try now. The endpoint must be active.",
      _w, [_p96, _p97, _p4, _p5],
    ],
  },
  deliveryTargets: {
    list: [
      "List delivery targets",
      "Buckets that runs of the workspace can be delivered to, by name. One page: there are at most 20.",
      _8, [_p4],
    ],
    get: [
      "Get a delivery target",
      "Without its secret; with the ETag that a change of it can name.",
      _8, [_p98, _p4, _p7],
    ],
    put: [
      "Store a delivery target",
      "Tries the key by putting a small file under the prefix and removing it, then keeps it sealed and replaces what had the name before. What the bucket refuses is 422 and changes nothing. Deliveries under way to a target whose place changes end as failed.",
      _s, [_p98, _p4, _p8], _ref("#/$defs/PutDeliveryTarget"), 1,
    ],
    delete: [
      "Delete a delivery target",
      "Deliveries under way end as failed; what is in the bucket stays there. May be repeated.",
      _s, [_p98, _p4, _p8],
    ],
  },
  deliveries: {
    start: [
      "Deliver a run",
      "Puts every file of the export under the prefix of the target. While the same is under way, that delivery is answered; one that failed goes on where it stopped. 409 while the run is active, 404 when it delivered nothing.",
      _f, [_p31, _p39, _p4, _p5], _ref("#/$defs/StartRunDelivery"), 1,
    ],
    list: [
      "List the deliveries of a run",
      "Newest first, each with how far it has got.",
      _e, [_p31, _p39, _p9, _p1, _p2, _p4],
    ],
  },
  health: {
    live: [
      "Ask whether the process runs",
      "Answers without touching the database.",
      _t, [],
    ],
    ready: [
      "Ask whether the process can work",
      "Checks database, storage and job queue; 503 with the parts that are away in `details`. A `full` storage and missing workers are reported and are no reason for 503: reads and deletions still work.",
      _t, [],
    ],
  },
};

/** The schemas that parameters and bodies refer to as `#/$defs/<name>`. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  ActivityAction: _one(["workflow_run", "voice_generated", "template_applied", "member_invited", "api_key_created", "settings_changed"], "What was done."),
  ActivityView: _one(["daily", "weekly", "monthly"], "7 local days, 12 local weeks that begin on Monday, or 12 local months; the current one last."),
  ChangePlan: _object({ new_plan_id: _format("uuid", "The id of the plan to change to.") }, "The plan to change to."),
  CloneTemplate: _object({ name: _orNull(_text("White space around it is removed.", 200), "The template's name with ` (Copy)` behind it when blank or left out.") }, "What the new workflow is called.", []),
  ConfirmUpload: _object({ context_type: { type: "string", const: "workflow", description: "What the upload belongs to." }, context_id: _format("uuid", "The id of what the upload belongs to.") }, "What the file belongs to."),
  CreateApiKey: _object({ name: _text("What people call it. White space around it is removed.", 120, 1), scopes: _list(_x, "Every :read scope and workflows:run when left out.", 100), rate_limit_per_min: _y, key_type: { default: "live", type: "string", const: "live", description: "The kind of key; live keys alone are supported." } }, "A new API key.", ["name"]),
  CreateCheckout: _object({ plan_id: _z, return_url: _text("The http or https address to which the payment processor sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the id of the session.", 2000) }, "What to check out."),
  CreateInvite: _object({ email: { type: "string", maxLength: 254, format: "email", description: "The mail address." }, role: _10 }, "Whom to invite, and as what."),
  CreateTemplate: _object({ name: _11, description: _orNull(_text(0, 2000), "What it is for, in the words of whoever made it; null without any."), category: _orNull(_6, "The group that it belongs to."), definition: _12 }, "A new template.", ["name"]),
  CreateUpload: _object({ filename: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^/\\\\\\p{Cc}]+$", description: "The name of the file." }, category: _ref("#/$defs/UploadCategory", "The group that it belongs to."), size_bytes: _int("The size in bytes.", 1, 104857600), checksum_sha256: { type: "string", pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the bytes, in hexadecimal." } }, "A file to be uploaded.", ["filename", "category"]),
  CreateWebhookEndpoint: _object({ url: _13, description: _14, events: { description: "All when left out.", minItems: 1, maxItems: 16, type: "array", items: _15 } }, "A new receiver of events.", ["url"]),
  CreateWorkflow: _object(_16, "A new workflow.", ["name"]),
  CreateWorkspace: _object({ name: _11, slug: { description: "Made from the name when left out.", type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }, color_idx: _17, routing_price_sensitivity: _18, routing_llm_fit: _19 }, "A new workspace.", ["name"]),
  DictionaryEntryInput: _object({ word: { type: "string", minLength: 1, maxLength: 100, allOf: [{ pattern: "[\\p{L}\\p{N}]" }, { pattern: "^[^<>\\p{Cc}]*$" }], description: "The word as it is written. White space around it is removed." }, method: _default("spelled", _ref("#/$defs/PronunciationMethod", "How the entry is written down.")), pronunciation: _default(null, _orNull({ type: "string", minLength: 1, maxLength: 300, pattern: "^[^<>\\p{Cc}]*$", description: "White space around it is removed." }, "Needed for `spelled`.")), ipa: _default(null, _orNull({ type: "string", minLength: 1, maxLength: 300, pattern: "^[^<>\\p{Cc}]*$", description: "White space around it is removed." }, "Needed for `ipa`.")), upload_id: _default(null, _orNull(_0, "Needed for `recorded`: a confirmed upload of the category `dictionary`.")), language: _l, description: _default(null, _orNull(_text("White space around it is removed.", 1000), "What it is for, in the words of whoever made it; null without any.")) }, "A word and how it is to be said.", ["word", "language"]),
  ExecutionParams: { type: "object", properties: { max_failed_lines: _int("The run fails when more lines than this fail; 0 when left out.", 0) }, additionalProperties: {}, description: "Parameters of a run; unknown ones are kept." },
  KeyedProviderId: _one(["openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"], "The id of a provider that takes a key."),
  MemberRole: _one(["admin", "editor", "viewer"], "Admins manage, editors make and run, viewers read."),
  NormalizeText: { type: "object", properties: { text: _text("The text.", 5000, 1), locale: _l, kinds: _default(_1a, _list(_ref("#/$defs/NormalizerKind"), "What is normalized; the rest stays as it is written.", 12)), apply_dictionary: _default(true, _flag("Replace words by the spelled entries of the dictionary before anything is normalized.")), keep_markup: _default(true, _flag("Keep tags and bracketed directions in what is spoken; placeholders always stay.")) }, required: ["text", "locale"], additionalProperties: false, description: "A text to normalize." },
  NormalizerKind: _one(_1a, "What the normalizer says otherwise than it is written."),
  PronunciationMethod: _one(["spelled", "ipa", "recorded"], "How a word is to be said."),
  ProviderCredentials: { type: "object", propertyNames: _text(0, 64), additionalProperties: {}, description: "What the provider's `credentials_schema` asks for." },
  ProviderId: _one(["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"], "The id of a provider."),
  PutDeliveryTarget: _object({ endpoint: _default(null, _orNull({ type: "string", maxLength: 500, format: "uri" }, "The address of the S3 service; null = Amazon S3 in the region.")), region: { default: "us-east-1", description: "The region of the bucket; `auto` where the service asks for it.", type: "string", pattern: "^[a-z0-9-]{1,50}$" }, bucket: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$", description: "The name of the bucket." }, prefix: _default("", _text("The folder that files go under; empty = the root of the bucket.", 200)), path_style: { default: null, description: "The bucket in the path rather than in the host; null = where an endpoint is given.", type: ["boolean", "null"] }, access_key_id: _text("The id of the key that may write there. White space around it is removed.", 200, 1), secret_access_key: _text("Its secret. It is never answered. White space around it is removed.", 500, 1) }, "A bucket, and the key that may write there.", ["bucket", "access_key_id", "secret_access_key"]),
  ReplaceWorkflow: _object(_16, "All of a workflow; what is left out is removed.", ["name", "definition"]),
  RetryRun: _object({ line_ids: { minItems: 1, maxItems: 100000, type: "array", items: _text(0, 500, 1), description: "The lines to run again; the failed and dropped ones when left out." }, lines: { description: "Lines to run again, each in one locale or in all. Adds to `line_ids`.", minItems: 1, maxItems: 100000, type: "array", items: _object({ line_id: _text("The stable id of the line.", 500, 1), locale_code: { description: "Left out, the line in every locale. White space around it is removed.", type: "string", minLength: 2, maxLength: 35, examples: ["en-us"] } }, 0, ["line_id"]) }, respeak: _default(false, _flag("Also make new takes of lines whose retries were used up. Has no effect on a retry of named lines.")) }, "Which lines to run again; the failed and dropped ones by default. No other line is spoken.", []),
  RotateApiKey: _object({ grace_period_seconds: _default(0, _int("How long the old key goes on working, in seconds.", 0, 86400)) }, "How long the old key goes on working.", []),
  Scope: _one(["workflows:read", "workflows:run", "workflows:write", "voices:read", "voices:write", "dictionary:read", "dictionary:write", "uploads:write", "workspace:read", "templates:read", "catalog:read", "webhooks:write"], "A right of an API key, `<area>:<action>`."),
  SpeechProviderId: _one(["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"], "The id of a provider that speaks."),
  StartRun: _object({ script_text: _text("Replaces the script of the source.", 500000, 1), source_language: _l, params: _ref("#/$defs/ExecutionParams", "Laid over the parameters of the definition.") }, "Overrides for this run alone.", []),
  StartRunDelivery: _object({ target: { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$", description: "The name of a delivery target of the workspace.", examples: ["game-builds"] }, node_id: _format("uuid", "What this output node delivers; all of the run when left out.") }, "Where a run is to be delivered.", ["target"]),
  Subscribe: _object({ plan_id: _z }, "The plan to subscribe to."),
  TemplateCategory: _one(["media", "creative", "business", "education", "wellness"], "What a template is for."),
  UpdateApiKey: _object({ name: _orNull(_text("White space around it is removed.", 120, 1), "null leaves it unchanged, as leaving it out does."), scopes: _list(_x, "What the key may do.", 100), rate_limit_per_min: _y, active: _flag("False keeps the key from working until it is true again.") }, "The fields to change; the others stay.", []),
  UpdateMember: _object({ role: _10 }, "Another role."),
  UpdateNotificationPreferences: _object({ completed_generation_email: _flag("When a run that they started is done."), failed_generation_email: _flag("When a run that they started fails."), weekly_usage_summary_email: _flag("Once a week, what their workspaces used in the week that ended (Monday to Sunday, UTC); nothing where that was nothing."), product_updates_email: _flag("Whether the operator may write to them about the product. The service itself sends none.") }, "The preferences to change; the others stay.", []),
  UpdateTemplate: _object({ name: _1b, description: _orNull(_text(0, 2000), "null removes it."), category: _orNull(_6, "null removes it."), definition: _ref("#/$defs/WorkflowDefinitionInput", "Replaces the stored one in full; null is rejected.") }, "The fields to change; the others stay.", []),
  UpdateWebhookEndpoint: _object({ url: _13, description: _14, events: { minItems: 1, maxItems: 16, type: "array", items: _15, description: "What is sent there." }, active: _flag("True enables an endpoint again, however it was disabled.") }, "The fields to change; the others stay.", []),
  UpdateWorkflow: _object({ name: _1b, description: _orNull(_text(0, 5000), "null removes it."), definition: _orNull(_ref("#/$defs/WorkflowDefinitionInput"), "null leaves the definition unchanged.") }, "The fields to change; the others stay.", []),
  UpdateWorkspace: _object({ name: _1b, slug: { type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", description: "The name as it stands in addresses." }, color_idx: _17, routing_price_sensitivity: _18, routing_llm_fit: _19 }, "The fields to change; the others stay.", []),
  UpdateWorkspaceSettings: _object({ default_language: _orNull(_l, "The language that new scripts are offered in."), theme: _orNull(_one(["light", "dark", "system"]), "The look of the user interface; null = not set.") }, "The settings to change; null takes one back.", []),
  UploadCategory: _one(["script", "audio", "dictionary"], "What an upload is for."),
  UsageRange: _one(["30d", "60d", "90d"], "How many local days a report looks back, today included."),
  ValidateWorkflow: _object({ definition: { description: "A workflow definition, right or wrong." } }, "The definition to check."),
  VoiceAccent: _one(["american", "british", "australian", "indian", "canadian", "irish", "african", "european", "east_asian", "southeast_asian", "latin_american", "middle_eastern", "slavic", "spanish", "french", "german", "italian", "portuguese", "japanese", "korean", "chinese", "thai", "vietnamese", "other"], "The accent of a voice."),
  VoiceAge: _one(["young", "middle_aged", "old"], "The age that a voice is heard as."),
  VoiceCategory: _one(["news", "narration", "story", "podcast", "conversational", "social_media", "educational", "business"], "What a voice suits."),
  VoiceGender: _one(["male", "female", "neutral"], "The gender that a voice is heard as."),
  VoiceSource: _one(["platform", "recorded", "uploaded"], "Where a voice comes from."),
  WebhookEventType: _one(["run.started", "run.completed", "run.failed", "run.cancelled", "upload.confirmed", "delivery.completed", "delivery.failed", "credits.low"], "An event that an endpoint can ask for."),
  WorkflowDefinitionInput: _object({ graph: { default: {}, type: "object", properties: { nodes: _default([], _list(_ref("#/$defs/WorkflowNodeInput"), "The nodes of the graph.", 200)), edges: _default([], _list(_ref("#/$defs/WorkflowEdge"), "The connections of the nodes.", 1000)) }, additionalProperties: {}, description: "Nodes and the edges between them." }, execution: { default: {}, type: "object", properties: { steps: _default([], _list(_0, "Node ids in order; empty = computed from the edges.", 200)), params: _default({}, _ref("#/$defs/ExecutionParams", "The parameters.")) }, additionalProperties: {}, description: "How runs of it are executed." } }, "What a workflow does; every part may be left out.", []),
  WorkflowEdge: { type: "object", properties: { id: _1c, source: _format("uuid", "Node the lines come from."), sourcePort: _text("The port of the source node.", 100, 1), target: _format("uuid", "Node the lines go to."), targetPort: _text("The port of the target node.", 100, 1) }, required: ["id", "source", "sourcePort", "target", "targetPort"], additionalProperties: {}, description: "A connection of two ports; unknown fields are kept." },
  WorkflowNodeInput: { type: "object", properties: { id: _1c, type: _text("A node type, such as `source_script`.", 100, 1), name: _11, position: _default({ x: 0, y: 0 }, _object({ x: _number("To the right, in pixels of the canvas.", -1000000000, 1000000000), y: _number("Downwards, in pixels of the canvas.", -1000000000, 1000000000) }, "Where the node stands on the canvas.")), config: { description: "Left out fields take their defaults.", type: "object", propertyNames: _text(), additionalProperties: {} }, config_version: _int("The current version when left out.") }, required: ["id", "type"], additionalProperties: {}, description: "A node of a workflow; unknown fields are kept." },
};
