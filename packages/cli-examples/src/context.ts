import { Voiceloom, type VoiceloomOptions } from '@voiceloom/sdk';
import { readLogin } from './config-file.ts';

/** What a command may touch of the world around it; tests pass their own. */
export type World = {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  signal: AbortSignal;
};

/** Options that every command takes. */
export type GlobalFlags = { json?: boolean; baseUrl?: string; workspace?: string; yes?: boolean };

/** What a command works with. */
export type Context = {
  world: World;
  flags: GlobalFlags;
  client: () => Promise<Voiceloom>;
  /** Shows data: as JSON with `--json`, else as `render` says. */
  show: (data: unknown, render: () => string) => void;
  /** Tells a person something that is no data; silent with `--json`. */
  note: (text: string) => void;
};

/** A mistake in how a command was called. */
export class UsageError extends Error {}

function credentialFrom(env: World['env']): VoiceloomOptions | undefined {
  if (env.VOICELOOM_API_KEY) return { apiKey: env.VOICELOOM_API_KEY };
  return env.VOICELOOM_TOKEN ? { token: env.VOICELOOM_TOKEN } : undefined;
}

/** Some operations need no credential; the others say how to get one. */
function noLogin(baseUrl: string | undefined, savedFor: string | undefined): VoiceloomOptions {
  const other = savedFor ? ` for ${baseUrl}; the saved one is for ${savedFor}` : '';
  const text = `There is no login${other}. Run \`voiceloom login\`, or set VOICELOOM_API_KEY.`;
  return {
    token: () => {
      throw new UsageError(text);
    },
  };
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

/** Flags win over the environment, the environment over the saved login. */
async function makeClient({ env }: World, flags: GlobalFlags): Promise<Voiceloom> {
  const login = await readLogin(env);
  const baseUrl = flags.baseUrl || env.VOICELOOM_BASE_URL || login?.base_url;
  // A saved credential is for the service that it was saved for, and for no other.
  const isSameService = login && (!baseUrl || originOf(baseUrl) === originOf(login.base_url));
  const saved = isSameService && (login.token ? { token: login.token } : { apiKey: login.api_key });
  const credential = credentialFrom(env) ?? (saved || noLogin(baseUrl, login?.base_url));
  const workspaceId = flags.workspace || env.VOICELOOM_WORKSPACE_ID || (isSameService && login.workspace_id);
  return new Voiceloom({
    ...credential,
    ...(baseUrl && { baseUrl }),
    ...(workspaceId && { workspaceId }),
  } as VoiceloomOptions);
}

/** The context of one invocation. */
export function createContext(world: World, flags: GlobalFlags): Context {
  return {
    world,
    flags,
    client: () => makeClient(world, flags),
    show: (data, render) => {
      world.stdout.write(`${flags.json ? JSON.stringify(data, null, 2) : render()}\n`);
    },
    note: (text) => {
      if (!flags.json) world.stderr.write(`${text}\n`);
    },
  };
}
