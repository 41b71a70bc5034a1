import type { Compatibility } from './compatibility.ts';
import type { Download, DownloadOptions } from './downloads.ts';
import type {
  ApiKeysOperations,
  AuthOperations,
  BillingOperations,
  DeliveriesOperations,
  DeliveryTargetsOperations,
  DictionaryOperations,
  HealthOperations,
  MembersOperations,
  NodesOperations,
  ProviderKeysOperations,
  ProvidersOperations,
  RunsOperations,
  TemplatesOperations,
  TextOperations,
  UploadsOperations,
  UsageOperations,
  UsersOperations,
  VoicesOperations,
  WebhookEndpointsOperations,
  WorkflowsOperations,
  WorkspacesOperations,
} from './generated/operations.ts';
import type { DownloadLink } from './generated/types.ts';
import { logging } from './log.ts';
import { type RequestOptions, toSettings, type VoiceloomOptions, withEnvironment } from './options.ts';
import { type Core, createCore } from './request.ts';
import { createResource } from './resources.ts';
import { createRuns, type Runs } from './runs.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createWorkflows, type Workflows } from './workflows.ts';

/**
 * The client of a Voiceloom service. One client serves a whole program; it holds no connection open.
 *
 * @example
 * ```ts
 * const client = new Voiceloom({ apiKey, baseUrl: 'https://voice.example.com' });
 * const run = await client.runs.start(workflowId).wait();
 * ```
 */
export class Voiceloom {
  // The credential lives in the closure of the core: nothing that prints or serializes a client can reach it.
  readonly #core: Core;
  /** Where the service is. */
  readonly baseUrl: string;
  /** The caller behind the credential. */
  readonly auth: AuthOperations;
  /** API keys of a workspace. */
  readonly apiKeys: ApiKeysOperations;
  /** Workspaces of the caller. */
  readonly workspaces: WorkspacesOperations;
  /** Who belongs to a workspace, and who is invited. */
  readonly members: MembersOperations;
  /** What belongs to the user, whatever the workspace. */
  readonly users: UsersOperations;
  /** Workflows to start from. */
  readonly templates: TemplatesOperations;
  /** Graphs that turn a script into audio. */
  readonly workflows: Workflows;
  /** Executions of a workflow. */
  readonly runs: Runs;
  /** Files that scripts and audio come from. */
  readonly uploads: Uploads;
  /** Voices that speak. */
  readonly voices: VoicesOperations;
  /** How words are said. */
  readonly dictionary: DictionaryOperations;
  /** How texts are spoken. */
  readonly text: TextOperations;
  /** Speech providers and their models. */
  readonly providers: ProvidersOperations;
  /** Keys that a workspace brings for speech providers. */
  readonly providerKeys: ProviderKeysOperations;
  /** The types of nodes that workflows are made of. */
  readonly nodes: NodesOperations;
  /** What a workspace does and uses. */
  readonly usage: UsageOperations;
  /** Plans and how they are paid. */
  readonly billing: BillingOperations;
  /** Receivers of events. */
  readonly webhookEndpoints: WebhookEndpointsOperations;
  /** Buckets that runs of a workspace can be sent to. */
  readonly deliveryTargets: DeliveryTargetsOperations;
  /** Runs that are sent to buckets of the workspace. */
  readonly deliveries: DeliveriesOperations;
  /** Probes. */
  readonly health: HealthOperations;

  /** Throws InputError where `options` cannot work. Sends nothing. */
  constructor(options: VoiceloomOptions = {}) {
    const { logger, middleware = [] } = options;
    const layers = logger ? [...middleware, logging(logger)] : middleware;
    const settings = toSettings({ ...withEnvironment(options), middleware: layers });
    const core = createCore(settings);
    this.#core = core;
    this.baseUrl = settings.baseUrl;
    this.auth = createResource<AuthOperations>(core, 'auth');
    this.apiKeys = createResource<ApiKeysOperations>(core, 'apiKeys');
    this.workspaces = createResource<WorkspacesOperations>(core, 'workspaces');
    this.members = createResource<MembersOperations>(core, 'members');
    this.users = createResource<UsersOperations>(core, 'users');
    this.templates = createResource<TemplatesOperations>(core, 'templates');
    this.workflows = createWorkflows(createResource<WorkflowsOperations>(core, 'workflows'));
    this.runs = createRuns(core, createResource<RunsOperations>(core, 'runs'));
    this.uploads = createUploads(core, createResource<UploadsOperations>(core, 'uploads'));
    this.voices = createResource<VoicesOperations>(core, 'voices');
    this.dictionary = createResource<DictionaryOperations>(core, 'dictionary');
    this.text = createResource<TextOperations>(core, 'text');
    this.providers = createResource<ProvidersOperations>(core, 'providers');
    this.providerKeys = createResource<ProviderKeysOperations>(core, 'providerKeys');
    this.nodes = createResource<NodesOperations>(core, 'nodes');
    this.usage = createResource<UsageOperations>(core, 'usage');
    this.billing = createResource<BillingOperations>(core, 'billing');
    this.webhookEndpoints = createResource<WebhookEndpointsOperations>(core, 'webhookEndpoints');
    this.deliveryTargets = createResource<DeliveryTargetsOperations>(core, 'deliveryTargets');
    this.deliveries = createResource<DeliveriesOperations>(core, 'deliveries');
    this.health = createResource<HealthOperations>(core, 'health');
  }

  /**
   * Opens a signed address that the service gave, such as that of a take. No credential is sent to it.
   *
   * @throws VoiceloomError with code NOT_FOUND or FORBIDDEN where the address has expired.
   * @example
   * ```ts
   * const link = await client.runs.audioUrl(workflowId, runId, audioId);
   * const bytes = await (await client.download(link)).bytes();
   * ```
   */
  async download(link: Pick<DownloadLink, 'url' | 'filename'>, options?: DownloadOptions): Promise<Download> {
    // Loaded when the first file is read.
    const { openDownload } = await import('./downloads.ts');
    return openDownload(this.#core, link, options);
  }

  /**
   * Whether this client fits the service: `same` contract, `additive` where the service only knows more, or
   * `breaking` with the changes that this client would notice.
   *
   * @throws VoiceloomError where the service cannot be asked.
   * @example
   * ```ts
   * const { verdict, changes } = await client.compatibility();
   * if (verdict === 'breaking') show(changes);
   * ```
   */
  async compatibility(options?: RequestOptions): Promise<Compatibility> {
    // Loaded when it is asked for: it brings the schemas of the whole contract.
    const { compatibilityOf } = await import('./compatibility.ts');
    return compatibilityOf(this.#core, options);
  }

  /** A plain form without the credential. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }

  /** What `console.log` shows in Node: never the credential. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Voiceloom { baseUrl: '${this.baseUrl}' }`;
  }
}
