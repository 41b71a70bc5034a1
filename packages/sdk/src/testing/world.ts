import type {
  Activity,
  DeliveryTarget,
  DictionaryEntry,
  Plan,
  Scope,
  Template,
  Upload,
  Voice,
  Workflow,
  Workspace,
  WorkspaceSettings,
} from '../generated/types.ts';
import type { TestServerOptions } from './options.ts';
import type { StoredInvite, StoredMember } from './simulate/members.ts';
import { newPerson, type Person } from './simulate/people.ts';
import { plansOf } from './simulate/plans.ts';
import type { StoredProviderKey } from './simulate/providers.ts';
import type { StoredDelivery } from './simulate/run-deliveries.ts';
import type { SimulatedRun } from './simulate/simulated-run.ts';
import type { StoredKey } from './simulate/stored-key.ts';
import type { StoredEndpoint } from './simulate/webhook-sending.ts';
import { type VirtualClock, virtualClock } from './timers.ts';

/** Bytes behind an address of the test server. */
export interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
  content_type: string;
  expires_at: number;
}

/** A file that a delivery brought to its bucket. */
export interface DeliveredFile {
  /** Bucket and folder, as `s3://bucket/prefix`. */
  destination: string;
  /** Its path under the prefix. */
  file: string;
  /** What it holds. */
  bytes: Uint8Array;
}

/** A mail that the service would have sent. */
export interface TestMail {
  /** What it is about. */
  kind: 'invite';
  /** The address. */
  to: string;
  /** What accepts the invite. */
  token: string;
}

/** A workspace with what is beside its fields. */
export type StoredWorkspace = Workspace & { is_personal: boolean; settings: WorkspaceSettings };
/** Whatever belongs to a workspace. */
export type Owned<T> = T & { workspace_id: string };

/** Everything that a test server knows. */
export interface World {
  readonly options: Required<Omit<TestServerOptions, 'webhooks' | 'now' | 'voices' | 'plan' | 'limits'>> &
    Pick<TestServerOptions, 'webhooks'>;
  readonly clock: VirtualClock;
  /** The person who is there from the start. */
  readonly user: Person;
  /** Everybody, by id. */
  readonly users: Map<string, Person>;
  /** The default plan first. */
  readonly plans: readonly Plan[];
  /** A UUID; the same test gets the same ones. */
  newId(): string;
  /** A word of 32 letters and digits; the same test gets the same ones. */
  newWord(): string;
  /** An address that gives out or takes bytes. */
  link(file: StoredFile): string;
  readonly keys: Map<string, StoredKey>;
  readonly workspaces: Map<string, StoredWorkspace>;
  readonly members: Map<string, StoredMember>;
  readonly invites: Map<string, StoredInvite>;
  /** Keys for providers, as `<workspace> <provider>`. */
  readonly providerKeys: Map<string, StoredProviderKey>;
  readonly targets: Map<string, Owned<DeliveryTarget>>;
  readonly deliveries: Map<string, StoredDelivery>;
  /** Files that deliveries brought to their place. */
  readonly delivered: DeliveredFile[];
  readonly mails: TestMail[];
  /** The newest first. */
  readonly activity: Owned<Activity>[];
  readonly workflows: Map<string, Owned<Workflow>>;
  readonly templates: Map<string, Owned<Template>>;
  readonly runs: Map<string, SimulatedRun>;
  readonly uploads: Map<string, Upload>;
  readonly voices: Map<string, Voice>;
  /** What is held dear: voices as `<workspace> <voice>`, templates as `<person> <template>`. */
  readonly favorites: Set<string>;
  readonly entries: Map<string, Owned<DictionaryEntry>>;
  readonly endpoints: Map<string, StoredEndpoint>;
  /** What was spoken before, by what decides how it sounds. */
  readonly takes: Set<string>;
  readonly files: Map<string, StoredFile>;
  /** Announced uploads by the last part of the address that takes their bytes. */
  readonly tickets: Map<string, string>;
  readonly bytes: Map<string, Uint8Array<ArrayBuffer>>;
  readonly scopes: readonly Scope[];
}

const EPOCH = Date.parse('2026-01-15T09:00:00Z');

/** `018f…` as version 7 has it, with the count in the last part. */
const uuidOf = (count: number): string => `018f0000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;

/** Letters and digits that depend on nothing but the count (FNV-1a, spread by xorshift). */
function wordOf(count: number): string {
  let state = Math.imul(count + 1, 0x01000193) ^ 0x811c9dc5;
  const letters = Array.from({ length: 32 }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 36;
  });
  return letters.map((letter) => letter.toString(36)).join('');
}

/** A world with a user and nothing else. */
export function createWorld(options: TestServerOptions, scopes: readonly Scope[]): World {
  const { now = EPOCH, voices: _, plan: _plan, limits, ...given } = options;
  let [ids, words] = [0, 0];
  const files = new Map<string, StoredFile>();
  const baseUrl = (options.baseUrl ?? 'https://voiceloom.test').replace(/\/+$/, '');
  const newId = () => uuidOf(++ids);
  const newWord = () => wordOf(++words);
  const collections = {
    keys: new Map(),
    workspaces: new Map(),
    users: new Map(),
    members: new Map(),
    invites: new Map(),
    providerKeys: new Map(),
    targets: new Map(),
    deliveries: new Map(),
    delivered: [],
    mails: [],
    activity: [],
    workflows: new Map(),
    templates: new Map(),
    runs: new Map(),
    uploads: new Map(),
    voices: new Map(),
    favorites: new Set<string>(),
    entries: new Map(),
    endpoints: new Map(),
    takes: new Set<string>(),
    tickets: new Map(),
    bytes: new Map(),
  };
  const user = newPerson(newId(), 'test-token', { name: 'Test User', email: 'test@example.com' });
  const world: World = {
    ...collections,
    options: {
      clock: 'auto',
      lineMs: 1_000,
      credits: 100_000,
      line: () => 'delivered',
      providerKey: () => true,
      ...given,
      baseUrl,
    },
    clock: virtualClock(new Date(now).getTime()),
    user,
    plans: plansOf(options.credits ?? 100_000, limits),
    newId,
    newWord,
    link: (file) => {
      const word = newWord();
      files.set(word, file);
      return `${baseUrl}/test-files/${word}/${encodeURIComponent(file.filename)}`;
    },
    files,
    scopes,
  };
  world.users.set(user.id, user);
  return world;
}
