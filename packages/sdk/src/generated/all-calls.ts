// Written by scripts/gen.ts. Do not edit.

import type { Route } from '../core/route.ts';
import {
  authWhoami,
  apiKeysList, apiKeysCreate, apiKeysGet, apiKeysUpdate, apiKeysRotate, apiKeysDelete,
  workspacesList, workspacesCreate, workspacesSlugAvailable, workspacesGet, workspacesUpdate, workspacesDelete, workspacesGetSettings, workspacesUpdateSettings,
  membersList, membersUpdate, membersRemove, membersCreateInvite, membersUpdateInvite, membersRevokeInvite, membersAcceptInvite,
  usersGetSubscription, usersSubscribe, usersChangePlan, usersCancelSubscription, usersCancelScheduledChange, usersListPaymentMethods, usersAddPaymentMethod, usersSetDefaultPaymentMethod, usersDeletePaymentMethod, usersListInvoices, usersGetNotificationPreferences, usersUpdateNotificationPreferences, usersGetCredits, usersGetLimits,
  templatesList, templatesMine, templatesCreate, templatesGet, templatesUpdate, templatesDelete, templatesClone, templatesEstimate, templatesFavorite, templatesUnfavorite,
  workflowsList, workflowsNameAvailability, workflowsValidate, workflowsCreate, workflowsGet, workflowsReplace, workflowsUpdate, workflowsDelete, workflowsDuplicate, workflowsUploads, workflowsPreview, workflowsEstimate,
  runsList, runsSummary, runsStart, runsCancel, runsPause, runsResume, runsRetry, runsGet, runsStatus, runsEvents, runsOverview, runsSteps, runsData, runsOutputs, runsDownload, runsDownloadNode, runsScript, runsAudioUrl,
  reviewsOpen, reviewsGet, reviewsItems, reviewsItem, reviewsDecide, reviewsDecideMany, reviewsComment, reviewsUpdateComment, reviewsDeleteComment, reviewsAssign, reviewsUnassign, reviewsUnlock, reviewsRetryPreview, reviewsRetry, reviewsHistory, reviewsEvents, reviewsCreateLink, reviewsLinks, reviewsRevokeLink, reviewsEnter,
  uploadsCreate, uploadsConfirm, uploadsScript, uploadsDelete,
  voicesList, voicesFacets, voicesGet, voicesSimilar, voicesSample, voicesFavorite, voicesUnfavorite,
  dictionaryList, dictionarySearch, dictionaryLanguages, dictionaryExport, dictionaryImport, dictionaryEffects, dictionaryPreview, dictionarySuggestPronunciation, dictionarySuggestions, dictionaryCreate, dictionaryGet, dictionaryReplace, dictionaryDelete,
  textNormalize,
  providersList, providersGet, providersModels, providersModel, providersVoices,
  providerKeysList, providerKeysPut, providerKeysDelete,
  nodesList, nodesGet,
  usageSummary, usageByLanguage, usageActivity,
  billingListPlans, billingPreviewPlanChange, billingCreateCheckout,
  webhookEndpointsList, webhookEndpointsCreate, webhookEndpointsGet, webhookEndpointsUpdate, webhookEndpointsDelete, webhookEndpointsRotateSecret, webhookEndpointsTest, webhookEndpointsDeliveries, webhookEndpointsRedeliver,
  deliveryTargetsList, deliveryTargetsGet, deliveryTargetsPut, deliveryTargetsDelete,
  deliveriesStart, deliveriesList,
  healthLive, healthReady,
} from './calls.ts';

// A separate module, so that a bundle with one operation does not contain all operations.

/** Every operation, in the order of the contract, with one line per group. */
export const allCalls: readonly Route[] = [
  authWhoami,
  apiKeysList, apiKeysCreate, apiKeysGet, apiKeysUpdate, apiKeysRotate, apiKeysDelete,
  workspacesList, workspacesCreate, workspacesSlugAvailable, workspacesGet, workspacesUpdate, workspacesDelete, workspacesGetSettings, workspacesUpdateSettings,
  membersList, membersUpdate, membersRemove, membersCreateInvite, membersUpdateInvite, membersRevokeInvite, membersAcceptInvite,
  usersGetSubscription, usersSubscribe, usersChangePlan, usersCancelSubscription, usersCancelScheduledChange, usersListPaymentMethods, usersAddPaymentMethod, usersSetDefaultPaymentMethod, usersDeletePaymentMethod, usersListInvoices, usersGetNotificationPreferences, usersUpdateNotificationPreferences, usersGetCredits, usersGetLimits,
  templatesList, templatesMine, templatesCreate, templatesGet, templatesUpdate, templatesDelete, templatesClone, templatesEstimate, templatesFavorite, templatesUnfavorite,
  workflowsList, workflowsNameAvailability, workflowsValidate, workflowsCreate, workflowsGet, workflowsReplace, workflowsUpdate, workflowsDelete, workflowsDuplicate, workflowsUploads, workflowsPreview, workflowsEstimate,
  runsList, runsSummary, runsStart, runsCancel, runsPause, runsResume, runsRetry, runsGet, runsStatus, runsEvents, runsOverview, runsSteps, runsData, runsOutputs, runsDownload, runsDownloadNode, runsScript, runsAudioUrl,
  reviewsOpen, reviewsGet, reviewsItems, reviewsItem, reviewsDecide, reviewsDecideMany, reviewsComment, reviewsUpdateComment, reviewsDeleteComment, reviewsAssign, reviewsUnassign, reviewsUnlock, reviewsRetryPreview, reviewsRetry, reviewsHistory, reviewsEvents, reviewsCreateLink, reviewsLinks, reviewsRevokeLink, reviewsEnter,
  uploadsCreate, uploadsConfirm, uploadsScript, uploadsDelete,
  voicesList, voicesFacets, voicesGet, voicesSimilar, voicesSample, voicesFavorite, voicesUnfavorite,
  dictionaryList, dictionarySearch, dictionaryLanguages, dictionaryExport, dictionaryImport, dictionaryEffects, dictionaryPreview, dictionarySuggestPronunciation, dictionarySuggestions, dictionaryCreate, dictionaryGet, dictionaryReplace, dictionaryDelete,
  textNormalize,
  providersList, providersGet, providersModels, providersModel, providersVoices,
  providerKeysList, providerKeysPut, providerKeysDelete,
  nodesList, nodesGet,
  usageSummary, usageByLanguage, usageActivity,
  billingListPlans, billingPreviewPlanChange, billingCreateCheckout,
  webhookEndpointsList, webhookEndpointsCreate, webhookEndpointsGet, webhookEndpointsUpdate, webhookEndpointsDelete, webhookEndpointsRotateSecret, webhookEndpointsTest, webhookEndpointsDeliveries, webhookEndpointsRedeliver,
  deliveryTargetsList, deliveryTargetsGet, deliveryTargetsPut, deliveryTargetsDelete,
  deliveriesStart, deliveriesList,
  healthLive, healthReady,
];
