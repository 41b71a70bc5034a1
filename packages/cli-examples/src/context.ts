import { type Logger, Voiceloom, type VoiceloomOptions } from '@voiceloom/sdk';
import { CredentialError } from './errors/failures.ts';
import { DEFAULT_PROFILE, readLogin, type SavedLogin } from './files/config-file.ts';
import { type Cells, type Column, tabbed, table } from './terminal/table.ts';
import { safeJson, safeText } from './terminal/terminal-text.ts';

/** The environment of a command; tests replace it. */
export type World = {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  signal: AbortSignal;
};

/** Options that every command takes. */
export type GlobalFlags = {
  json?: boolean;
  baseUrl?: string;
  workspace?: string;
  profile?: string;
  yes?: boolean;
  verbose?: boolean;
};

/** A column of a list: a field under its own name, or a heading with a field or what a function returns for a row. */
export type ListColumn<Row> =
  | (keyof Row & string)
  | readonly [title: string, cell: (keyof Row & string) | ((row: Row) => unknown)];

/** What commands need. */
export type Context = {
  world: World;
  flags: GlobalFlags;
  client: () => Promise<Voiceloom>;
  /** Whether the credential is an API key. */
  usesKey: () => boolean;
  /** Prints data: as JSON with `--json`, else the result of `render`. */
  show: (data: unknown, render: () => string) => void;
  /** Prints rows: as JSON with `--json`, else as a table. A missing value becomes a dash. */
  list: <Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]) => void;
  /** A table in a terminal; tab-separated lines in a pipe. */
  table: (columns: readonly Column[], rows: Cells) => string;
  /** Prints a message for people; silent with `--json`. */
  note: (text: string) => void;
  /** Prints a warning, even with `--json`. */
  warn: (message: string) => void;
};

/** Whether a secret is an API key, wherever it was given. */
export const isKey = (secret: unknown): boolean =>
  typeof secret === 'string' && /^[a-z0-9]+_(live|test|public)_/.test(secret);

/** The profile that a command works with. */
export const profileOf = ({ env }: World, flags: GlobalFlags): string =>
  flags.profile || env.VOICELOOM_PROFILE || DEFAULT_PROFILE;

/** The options of a client with a credential; undefined without one. */
function findCredential(apiKey: string | undefined, token: string | undefined): VoiceloomOptions | undefined {
  if (apiKey) return { apiKey };
  if (token) return { token };
  return undefined;
}

/** The options of a client without a credential. The calls that need one fail with an error that explains how to get it. */
function noLogin(
  env: World['env'],
  baseUrl: string | undefined,
  savedFor: string | undefined,
): VoiceloomOptions {
  const other = savedFor ? ` for ${baseUrl}; the saved login is for ${savedFor}` : '';
  const empty = ['VOICELOOM_API_KEY', 'VOICELOOM_TOKEN'].find((name) => env[name]?.trim() === '');
  const text = `There is no login${other}.${empty ? ` ${empty} is empty.` : ''} Run \`voiceloom login\`, or set VOICELOOM_API_KEY.`;
  return {
    token: () => {
      throw new CredentialError(text);
    },
  };
}

/** The saved credential. It is only sent to the service that it was saved for. */
function findSavedCredential(
  login: SavedLogin | undefined,
  baseUrl: string | undefined,
): VoiceloomOptions | undefined {
  const toOrigin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
  if (!login || (baseUrl && toOrigin(baseUrl) !== toOrigin(login.base_url))) return undefined;
  return findCredential(login.api_key, login.token);
}

/**
 * Flags take precedence over the environment, and the environment over the saved login. If a flag selects the profile,
 * its saved login takes precedence over the environment.
 */
async function readOptions(world: World, flags: GlobalFlags): Promise<VoiceloomOptions> {
  const { env } = world;
  const profile = profileOf(world, flags);
  const login = await readLogin({ env, profile });
  const isNamed = Boolean(flags.profile);
  if (isNamed && !login)
    throw new CredentialError(
      `No login is saved for the profile ${profile}. Run \`voiceloom login --profile ${profile}\`.`,
    );
  const usedEnv: World['env'] = isNamed ? {} : env;
  const baseUrl = flags.baseUrl || usedEnv.VOICELOOM_BASE_URL || login?.base_url;
  const credential = findCredential(usedEnv.VOICELOOM_API_KEY?.trim(), usedEnv.VOICELOOM_TOKEN?.trim());
  const savedCredential = credential ? undefined : findSavedCredential(login, baseUrl);
  const savedWorkspace = savedCredential && login?.workspace_id;
  const options = { ...(credential ?? savedCredential ?? noLogin(usedEnv, baseUrl, login?.base_url)) };
  const workspaceId = flags.workspace || usedEnv.VOICELOOM_WORKSPACE_ID || savedWorkspace;
  if (baseUrl) options.baseUrl = baseUrl;
  if (workspaceId) options.workspaceId = workspaceId;
  return options;
}

/** A line on stderr for every request: never a credential, a body or a query. */
function loggerOf({ stderr }: World): Logger {
  const tell = (message: string, facts: object) =>
    void stderr.write(`${safeJson({ log: { message, ...facts } })}\n`);
  return { debug: tell, warn: tell };
}

/** A value of a row in the words of a table. */
function cellText(value: unknown): string | number {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'number') return value;
  return String(value ?? '-');
}

/** The context of one invocation. */
export function createContext(world: World, flags: GlobalFlags): Context {
  let options: VoiceloomOptions | undefined;
  const show: Context['show'] = (data, render) => {
    world.stdout.write(`${flags.json ? safeJson(data, 2) : safeText(render())}\n`);
  };
  const asTable: Context['table'] = (columns, rows) =>
    world.stdout.isTTY ? table(columns, rows) : tabbed(rows);
  return {
    world,
    flags,
    client: async () => {
      options ??= await readOptions(world, flags);
      return new Voiceloom({ ...options, ...(flags.verbose && { logger: loggerOf(world) }) });
    },
    usesKey: () => options?.apiKey !== undefined || isKey(options?.token),
    show,
    list: (rows, columns) => {
      const namedColumns = columns.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
      const cellsOf = (row: (typeof rows)[number]) =>
        namedColumns.map(([, cell]) => cellText(typeof cell === 'function' ? cell(row) : row[cell]));
      show(rows, () =>
        asTable(
          namedColumns.map(([title]) => ({ title })),
          rows.map(cellsOf),
        ),
      );
    },
    table: asTable,
    note: (text) => {
      if (!flags.json) world.stderr.write(`${safeText(text)}\n`);
    },
    warn: (message) => {
      const text = flags.json ? safeJson({ warning: { message } }) : safeText(`warning: ${message}`);
      world.stderr.write(`${text}\n`);
    },
  };
}
