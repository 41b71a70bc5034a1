import type {
  DictionaryEntry,
  Scope,
  Template,
  Upload,
  Voice,
  Workflow,
  Workspace,
  WorkspaceSettings,
} from '../generated/types.ts';
import type { TestServerOptions } from './options.ts';
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

/** A workspace with what is beside its fields. */
export type StoredWorkspace = Workspace & { is_personal: boolean; settings: WorkspaceSettings };
/** Whatever belongs to a workspace. */
export type Owned<T> = T & { workspace_id: string };

/** Everything that a test server knows. */
export interface World {
  readonly options: Required<Omit<TestServerOptions, 'webhooks' | 'now' | 'voices'>> &
    Pick<TestServerOptions, 'webhooks'>;
  readonly clock: VirtualClock;
  readonly user: { id: string; name: string };
  readonly token: string;
  /** A UUID; the same test gets the same ones. */
  newId(): string;
  /** A word of 32 letters and digits; the same test gets the same ones. */
  newWord(): string;
  /** An address that gives out or takes bytes. */
  link(file: StoredFile): string;
  credits: number;
  readonly keys: Map<string, StoredKey>;
  readonly workspaces: Map<string, StoredWorkspace>;
  readonly workflows: Map<string, Owned<Workflow>>;
  readonly templates: Map<string, Owned<Template>>;
  readonly runs: Map<string, SimulatedRun>;
  readonly uploads: Map<string, Upload>;
  readonly voices: Map<string, Voice>;
  /** Ids of voices that a workspace holds dear, as `<workspace> <voice>`. */
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
  const { now = EPOCH, voices: _, ...given } = options;
  let [ids, words] = [0, 0];
  const files = new Map<string, StoredFile>();
  const baseUrl = (options.baseUrl ?? 'https://voiceloom.test').replace(/\/+$/, '');
  const newId = () => uuidOf(++ids);
  const newWord = () => wordOf(++words);
  const collections = {
    keys: new Map(),
    workspaces: new Map(),
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
  return {
    ...collections,
    options: {
      clock: 'auto',
      lineMs: 1_000,
      credits: 100_000,
      line: () => 'delivered',
      ...given,
      baseUrl,
    },
    clock: virtualClock(new Date(now).getTime()),
    user: { id: newId(), name: 'Test User' },
    token: 'test-token',
    newId,
    newWord,
    link: (file) => {
      const word = newWord();
      files.set(word, file);
      return `${baseUrl}/test-files/${word}/${encodeURIComponent(file.filename)}`;
    },
    credits: options.credits ?? 100_000,
    files,
    scopes,
  };
}
