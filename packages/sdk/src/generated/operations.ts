// Written by scripts/gen.ts. Do not edit.

import type { ApiPromise } from '../core/api-promise.ts';
import type { KeyedOptions, MatchOptions, RequestOptions } from '../core/options.ts';
import type { Pages } from '../core/pages.ts';
import type {
  AcceptedInvite,
  Activity,
  ApiKey,
  ApiKeysListQuery,
  BillingListPlansQuery,
  ChangePlan,
  Checkout,
  CloneTemplate,
  ConfirmUpload,
  CreateApiKey,
  CreateCheckout,
  CreateInvite,
  CreateTemplate,
  CreateUpload,
  CreateWebhookEndpoint,
  CreateWorkflow,
  CreateWorkspace,
  CreatedUpload,
  Credits,
  DefinitionReport,
  DeliveriesListQuery,
  DeliveryTarget,
  DictionaryEffects,
  DictionaryEffectsInput,
  DictionaryEntry,
  DictionaryEntryInput,
  DictionaryExport,
  DictionaryExportQuery,
  DictionaryImport,
  DictionaryImportInput,
  DictionaryLanguage,
  DictionaryListQuery,
  DictionaryPreview,
  DictionaryPreviewInput,
  DictionarySearchQuery,
  DictionarySuggestions,
  DownloadLink,
  Empty,
  EnterReview,
  GuestSession,
  Health,
  Invite,
  InvoicePage,
  Member,
  NameAvailability,
  NewApiKey,
  NewReviewLink,
  NewWebhookEndpoint,
  NodeType,
  NodeTypeDetail,
  NormalizeText,
  NormalizedText,
  NotificationPreferences,
  PaymentMethod,
  PaymentMethodSetup,
  Plan,
  PlanChangePreview,
  PlanLimits,
  PronunciationInput,
  Provider,
  ProviderCredentials,
  ProviderKeyList,
  ProviderKeyStatus,
  ProviderModel,
  ProvidersListQuery,
  ProvidersModelsQuery,
  ProvidersVoicesQuery,
  PutDeliveryTarget,
  Readiness,
  ReplaceWorkflow,
  RetryRun,
  Review,
  ReviewAssignment,
  ReviewAssignmentInput,
  ReviewComment,
  ReviewCommentChange,
  ReviewCommentInput,
  ReviewDecisionInput,
  ReviewDecisions,
  ReviewDecisionsInput,
  ReviewEvent,
  ReviewItem,
  ReviewItemDetail,
  ReviewItems,
  ReviewLink,
  ReviewLinkInput,
  ReviewRetryInput,
  ReviewUnlockInput,
  ReviewUnlocked,
  ReviewsHistoryQuery,
  ReviewsItemsQuery,
  ReviewsLinksQuery,
  RotateApiKey,
  RotatedApiKey,
  Run,
  RunData,
  RunDelivery,
  RunDetail,
  RunEstimate,
  RunListItem,
  RunOutputs,
  RunOverview,
  RunStep,
  RunSummary,
  RunsDataQuery,
  RunsDownloadNodeQuery,
  RunsDownloadQuery,
  RunsListQuery,
  RunsScriptQuery,
  RunsStepsQuery,
  RunsSummaryQuery,
  Scope,
  SimilarVoice,
  SlugAvailability,
  StartRun,
  StartRunDelivery,
  Subscribe,
  Subscription,
  SuggestedPronunciation,
  Template,
  TemplateEstimate,
  TemplatesListQuery,
  TemplatesMineQuery,
  UpdateApiKey,
  UpdateMember,
  UpdateNotificationPreferences,
  UpdateTemplate,
  UpdateWebhookEndpoint,
  UpdateWorkflow,
  UpdateWorkspace,
  UpdateWorkspaceSettings,
  Upload,
  UploadScript,
  UploadsScriptQuery,
  UsageActivityQuery,
  UsageByLanguage,
  UsageByLanguageQuery,
  UsageSummary,
  UsageSummaryQuery,
  UsersListInvoicesQuery,
  ValidateWorkflow,
  Voice,
  VoiceFacets,
  VoicesFacetsQuery,
  VoicesListQuery,
  VoicesSimilarQuery,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointsDeliveriesQuery,
  WebhookEndpointsListQuery,
  Whoami,
  Workflow,
  WorkflowListItem,
  WorkflowsListQuery,
  WorkflowsNameAvailabilityQuery,
  WorkflowsUploadsQuery,
  Workspace,
  WorkspaceSettings,
  WorkspacesListQuery,
  WorkspacesSlugAvailableQuery,
} from './types.ts';

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
}

/** Subscription, credits and preferences of the user. They need a token. API keys cannot call them. */
export interface UsersOperations {
  /**
   * Get your subscription. `data` is null on the free plan.
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
   * Cancel your subscription. The subscription stays active until the end of the paid period. The free plan follows. Idempotent.
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
   * Estimate a run. Returns the minimum, expected and maximum credits of a run: without retries, with the usual retries, and with all retries. Nothing is stored.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/preview`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const { expected_credits } = await client.workflows.preview(workflowId);
   * ```
   */
  preview(workflowId: string, options?: KeyedOptions): ApiPromise<RunEstimate>;

  /**
   * Estimate a run of a workflow. An alias of `workflows.preview`: the minimum, expected and maximum credits of a run. Nothing is stored.
   *
   * `POST /api/v1/workflows/:workflow_id/estimate`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, {@link KeyedError}.
   * @example
   * ```ts
   * const runEstimate = await client.workflows.estimate(workflowId);
   * ```
   */
  estimate(workflowId: string, options?: KeyedOptions): ApiPromise<RunEstimate>;
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
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, INSUFFICIENT_SCOPE, NOT_FOUND, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
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
   * Resume a run. Continues a paused run. Returns 409 if the run is not paused.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/resume`
   *
   * @throws VoiceloomError: INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
   * @example
   * ```ts
   * const run = await client.runs.resume(workflowId, runId);
   * ```
   */
  resume(workflowId: string, runId: string, options?: KeyedOptions): ApiPromise<Run>;

  /**
   * Retry lines of a run. Starts a new run for the failed and dropped lines, or only for the named lines. Other takes are reused at no cost.
   *
   * `POST /api/v1/workflows/:workflow_id/runs/:run_id/retry`
   *
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
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
   * @throws VoiceloomError: INSUFFICIENT_CREDITS, INSUFFICIENT_SCOPE, NOT_FOUND, CONFLICT, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, {@link KeyedError}.
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
   * Check readiness. Checks the database, the object storage and the job queue. Returns 503 if the database or the job queue does not respond or is read-only, or if stored secrets need a key that the key ring does not have, with the name of the check in `details`. Also reports missing workers, and storage that is `full` or `away`. These do not cause a 503, because most requests still work.
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

/** What each operation takes, answers and may fail with, by its id. */
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
  /** Accept an invite. */
  'members.accept_invite': OperationShape<
    AcceptedInvite,
    KeyedError | 'PLAN_LIMIT_REACHED' | 'NOT_FOUND' | 'ALREADY_MEMBER' | 'INVITE_GONE',
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
    'workflow_id'
  >;
  /** Estimate a run of a workflow. */
  'workflows.estimate': OperationShape<
    RunEstimate,
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND',
    'workflows:read',
    'workflow_id'
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
    KeyedError | 'INSUFFICIENT_CREDITS' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
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
    KeyedError | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
    'workflows:run',
    'workflow_id' | 'run_id'
  >;
  /** Retry lines of a run. */
  'runs.retry': OperationShape<
    Run,
    KeyedError | 'INSUFFICIENT_CREDITS' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
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
    KeyedError | 'INSUFFICIENT_CREDITS' | 'INSUFFICIENT_SCOPE' | 'NOT_FOUND' | 'CONFLICT' | 'RUN_ALREADY_ACTIVE' | 'CONCURRENT_RUN_LIMIT',
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
