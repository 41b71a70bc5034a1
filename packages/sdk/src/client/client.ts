import { checkCall, withEnvironment } from '../core/environment.ts';
import { inBrowser, type Settings, toSettings, type VoiceloomOptions } from '../core/options.ts';
import { type Core, createCore } from '../core/request.ts';
import type { RequestOptions } from '../core/request-options.ts';
import type {
  ApiKeysOperations,
  AuthOperations,
  BillingOperations,
  BudgetsOperations,
  DeliveriesOperations,
  DeliveryTargetsOperations,
  DictionaryOperations,
  DownloadLink,
  HealthOperations,
  MembersOperations,
  NodesOperations,
  ProviderKeysOperations,
  ProvidersOperations,
  SchedulesOperations,
  TemplatesOperations,
  TextOperations,
  UsageOperations,
  UsersOperations,
  VoicesOperations,
  WebhookEndpointsOperations,
  WorkspacesOperations,
} from '../generated/types.ts';
import { createReviews, type Reviews } from '../runs/reviews.ts';
import { createRuns, type Runs } from '../runs/runs.ts';
import { bodyCheck } from '../schemas/body-check.ts';
import type { Compatibility } from '../schemas/compatibility.ts';
import type { Download, DownloadOptions } from '../transfers/downloads.ts';
import { createUploads, type Uploads } from '../transfers/uploads.ts';
import type { Middleware } from '../transport/fetch.ts';
import { namingOrigins } from '../transport/page-origin.ts';
import { createResources } from './resources.ts';
import { createWorkflows, type Workflows } from './workflows.ts';

/** Middleware that is imported with its first request. If the import fails, calls run without it. */
function importMiddleware(load: () => Promise<Middleware>): Middleware {
  let loading: Promise<Middleware | undefined> | undefined;
  return async (request, next) => {
    // The next request tries a failed import again.
    loading ??= load().catch(() => (loading = undefined));
    const layer = await loading;
    if (layer) return layer(request, next);
    return next(request);
  };
}

/**
 * The client of a Voiceloom service. One client is enough for a whole program; it keeps no connection open.
 *
 * @example
 * ```ts
 * const client = new Voiceloom({ apiKey, baseUrl: 'https://voice.example.com' });
 * const run = await client.runs.start(workflowId).wait();
 * ```
 */
export class Voiceloom {
  // The credential is only in a closure: printing or serializing a client cannot expose it.
  readonly #core: Core;
  /** The URL of the service. */
  readonly baseUrl: string;
  /** The caller that the credential identifies. */
  declare readonly auth: AuthOperations;
  /** API keys of a workspace. */
  declare readonly apiKeys: ApiKeysOperations;
  /** Workspaces that the caller belongs to. */
  declare readonly workspaces: WorkspacesOperations;
  /** Members of a workspace and pending invitations. */
  declare readonly members: MembersOperations;
  /** Settings of the user that apply in every workspace. */
  declare readonly users: UsersOperations;
  /** Ready-made workflows to start from. */
  declare readonly templates: TemplatesOperations;
  /** Graphs that turn a script into audio. */
  declare readonly workflows: Workflows;
  declare readonly schedules: SchedulesOperations;
  /** Executions of a workflow. */
  declare readonly runs: Runs;
  /** Decisions about the lines of a run. */
  declare readonly reviews: Reviews;
  /** Script and audio files. */
  declare readonly uploads: Uploads;
  /** Voices of all providers. */
  declare readonly voices: VoicesOperations;
  /** How words are pronounced. */
  declare readonly dictionary: DictionaryOperations;
  /** Text normalization: how a text will be spoken. */
  declare readonly text: TextOperations;
  /** Speech providers and their models. */
  declare readonly providers: ProvidersOperations;
  /** A workspace's own keys for speech providers. */
  declare readonly providerKeys: ProviderKeysOperations;
  /** The node types that workflows consist of. */
  declare readonly nodes: NodesOperations;
  /** Activity and usage of a workspace. */
  declare readonly usage: UsageOperations;
  /** Plans and payments. */
  declare readonly billing: BillingOperations;
  /** Limits on what the runs of a workspace use. */
  declare readonly budgets: BudgetsOperations;
  /** URLs that receive webhook events. */
  declare readonly webhookEndpoints: WebhookEndpointsOperations;
  /** Storage buckets that can receive a workspace's runs. */
  declare readonly deliveryTargets: DeliveryTargetsOperations;
  /** Deliveries of runs to the workspace's buckets. */
  declare readonly deliveries: DeliveriesOperations;
  /** Probes. */
  declare readonly health: HealthOperations;

  /** Throws InputError if `options` are invalid or no credential is found. Sends nothing. */
  constructor(options: VoiceloomOptions = {}) {
    const whole = withEnvironment(options);
    const { logger, unknownFields = logger ? 'warn' : 'ignore' } = whole;
    const middleware = [...(whole.middleware ?? [])];
    if (unknownFields !== 'ignore') middleware.push(bodyCheck(unknownFields, logger));
    if (logger)
      middleware.push(importMiddleware(async () => (await import('../core/log.ts')).logging(logger)));
    const settings: Settings = { ...toSettings({ ...whole, middleware }), check: checkCall };
    if (inBrowser()) settings.fetch = namingOrigins(settings.fetch);
    const core = createCore(settings);
    this.#core = core;
    this.baseUrl = settings.baseUrl;
    Object.assign(this, createResources(core));
    this.workflows = createWorkflows(this.workflows);
    this.runs = createRuns(core, this.runs);
    this.reviews = createReviews(core, this.reviews);
    this.uploads = createUploads(core, this.uploads);
  }

  /**
   * Downloads the file behind a signed URL of the service, such as that of a take. Sends no credential.
   *
   * @throws VoiceloomError with code NOT_FOUND or FORBIDDEN if the URL has expired.
   * @example
   * ```ts
   * const link = await client.runs.audioUrl(workflowId, runId, audioId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  async download(link: Pick<DownloadLink, 'url' | 'filename'>, options?: DownloadOptions): Promise<Download> {
    // Imported on first use, so that programs that never download do not load this code.
    const { openDownload } = await import('../transfers/downloads.ts');
    return openDownload(this.#core, link, options);
  }

  /**
   * Compares this client's contract with the service's: `same`, `additive` if the service only adds to it, or
   * `breaking` with the changes that affect this client.
   *
   * @throws VoiceloomError if the request fails.
   * @example
   * ```ts
   * const { verdict, changes } = await client.compatibility();
   * if (verdict === 'breaking') console.log(changes);
   * ```
   */
  async compatibility(options?: RequestOptions): Promise<Compatibility> {
    // Imported on first use, because it contains the schemas of the whole contract.
    const { compatibilityOf } = await import('../schemas/compatibility.ts');
    return compatibilityOf(this.#core, options);
  }

  /**
   * The client as plain data, without the credential.
   *
   * @example
   * ```ts
   * console.log(JSON.stringify(client));
   * ```
   */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }

  /** The output of `console.log` in Node. It never contains the credential. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Voiceloom { baseUrl: '${this.baseUrl}' }`;
  }
}
