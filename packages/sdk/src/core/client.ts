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
  TemplatesOperations,
  TextOperations,
  UsageOperations,
  UsersOperations,
  VoicesOperations,
  WebhookEndpointsOperations,
  WorkspacesOperations,
} from '../generated/operations.ts';
import type { DownloadLink } from '../generated/types.ts';
import { createRuns, type Runs } from '../runs/runs.ts';
import { bodyCheck } from '../schemas/body-check.ts';
import type { Compatibility } from '../schemas/compatibility.ts';
import type { Download, DownloadOptions } from '../transfers/downloads.ts';
import { createUploads, type Uploads } from '../transfers/uploads.ts';
import { namingOrigins } from '../transport/page-origin.ts';
import { checkCall, withEnvironment } from './environment.ts';
import { later } from './later.ts';
import {
  inBrowser,
  type RequestOptions,
  type Settings,
  toSettings,
  type VoiceloomOptions,
} from './options.ts';
import { type Core, createCore } from './request.ts';
import { createResources } from './resources.ts';
import { createWorkflows, type Workflows } from './workflows.ts';

function settingsOf(options: VoiceloomOptions): Settings {
  const whole = withEnvironment(options);
  const { logger, middleware = [], unknownFields = logger ? 'warn' : 'ignore' } = whole;
  const layers = [
    ...middleware,
    ...(unknownFields === 'ignore' ? [] : [bodyCheck(unknownFields, logger)]),
    ...(logger ? [later(async () => (await import('./log.ts')).logging(logger))] : []),
  ];
  const settings = { ...toSettings({ ...whole, middleware: layers }), check: checkCall };
  return inBrowser() ? { ...settings, fetch: namingOrigins(settings.fetch) } : settings;
}

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
  declare readonly auth: AuthOperations;
  /** API keys of a workspace. */
  declare readonly apiKeys: ApiKeysOperations;
  /** Workspaces of the caller. */
  declare readonly workspaces: WorkspacesOperations;
  /** Who belongs to a workspace, and who is invited. */
  declare readonly members: MembersOperations;
  /** What belongs to the user, whatever the workspace. */
  declare readonly users: UsersOperations;
  /** Workflows to start from. */
  declare readonly templates: TemplatesOperations;
  /** Graphs that turn a script into audio. */
  declare readonly workflows: Workflows;
  /** Executions of a workflow. */
  declare readonly runs: Runs;
  /** Files that scripts and audio come from. */
  declare readonly uploads: Uploads;
  /** Voices that speak. */
  declare readonly voices: VoicesOperations;
  /** How words are said. */
  declare readonly dictionary: DictionaryOperations;
  /** How texts are spoken. */
  declare readonly text: TextOperations;
  /** Speech providers and their models. */
  declare readonly providers: ProvidersOperations;
  /** Keys that a workspace brings for speech providers. */
  declare readonly providerKeys: ProviderKeysOperations;
  /** The types of nodes that workflows are made of. */
  declare readonly nodes: NodesOperations;
  /** What a workspace does and uses. */
  declare readonly usage: UsageOperations;
  /** Plans and how they are paid. */
  declare readonly billing: BillingOperations;
  /** Receivers of events. */
  declare readonly webhookEndpoints: WebhookEndpointsOperations;
  /** Buckets that runs of a workspace can be sent to. */
  declare readonly deliveryTargets: DeliveryTargetsOperations;
  /** Runs that are sent to buckets of the workspace. */
  declare readonly deliveries: DeliveriesOperations;
  /** Probes. */
  declare readonly health: HealthOperations;

  /** Throws InputError where `options` cannot work or no credential is found. Sends nothing. */
  constructor(options: VoiceloomOptions = {}) {
    const settings = settingsOf(options);
    const core = createCore(settings);
    this.#core = core;
    this.baseUrl = settings.baseUrl;
    Object.assign(this, createResources(core));
    this.workflows = createWorkflows(this.workflows);
    this.runs = createRuns(core, this.runs);
    this.uploads = createUploads(core, this.uploads);
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
    const { openDownload } = await import('../transfers/downloads.ts');
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
   * if (verdict === 'breaking') console.log(changes);
   * ```
   */
  async compatibility(options?: RequestOptions): Promise<Compatibility> {
    // Loaded when it is asked for: it brings the schemas of the whole contract.
    const { compatibilityOf } = await import('../schemas/compatibility.ts');
    return compatibilityOf(this.#core, options);
  }

  /**
   * A plain form without the credential.
   *
   * @example
   * ```ts
   * console.log(JSON.stringify(client));
   * ```
   */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }

  /** What `console.log` shows in Node: never the credential. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Voiceloom { baseUrl: '${this.baseUrl}' }`;
  }
}
