import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CredentialError } from '../errors/failures.ts';

/** What `voiceloom login` keeps of one service. */
export type SavedLogin = { base_url: string; api_key?: string; token?: string; workspace_id?: string };

/** The login that counts unless another profile is named; it stands at the top of the file. */
export const DEFAULT_PROFILE = 'default';

type SavedLogins = Partial<SavedLogin> & { profiles?: Record<string, SavedLogin> };
type Environment = Record<string, string | undefined>;
type Place = { env: Environment; profile: string };
/** What is read to be written again, with better rights, is not used. */
type Use = { isUsed: boolean };

/** Where the logins are kept: `VOICELOOM_CONFIG`, else the XDG folder for settings. */
export function configPath(env: Environment): string {
  if (env.VOICELOOM_CONFIG) return env.VOICELOOM_CONFIG;
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'voiceloom', 'config.json');
}

/** The file holds something else than logins. */
class NoLogins extends CredentialError {}

/** The text of the file, or undefined where there is none. What is looked at and what is read is one file. */
async function textOf(path: string, { isUsed }: Use): Promise<string | undefined> {
  const refuse = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CredentialError(`${path} cannot be read: ${error.message}`);
  };
  const file = await open(path, 'r').catch(refuse);
  if (file === undefined) return undefined;
  try {
    const { mode } = await file.stat();
    // A file with a secret that others can read is not used. Windows has rights of another kind.
    if (isUsed && process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CredentialError(`${path} can be read by others. Run: chmod 600 ${path}`);
    return await file.readFile('utf8').catch(refuse);
  } finally {
    await file.close();
  }
}

const isLogin = (value: unknown): value is SavedLogin =>
  typeof value === 'object' && value !== null && 'base_url' in value && typeof value.base_url === 'string';

async function readAll(env: Environment, use: Use = { isUsed: true }): Promise<SavedLogins> {
  const path = configPath(env);
  const text = await textOf(path, use);
  if (text === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new NoLogins(`${path} is not JSON. Delete it and log in again.`);
  }
  const { profiles } = (content ?? {}) as SavedLogins;
  const isFile = typeof content === 'object' && content !== null && (isLogin(content) || profiles);
  if (!isFile || !Object.values(profiles ?? {}).every(isLogin))
    throw new NoLogins(`${path} is not a login file. Delete it and log in again.`);
  return content as SavedLogins;
}

/** The saved login of a profile, or undefined when there is none. */
export async function readLogin({ env, profile }: Place): Promise<SavedLogin | undefined> {
  const { profiles = {}, ...first } = await readAll(env);
  if (profile === DEFAULT_PROFILE) return isLogin(first) ? first : undefined;
  return Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
}

/** The names of all saved logins. */
export async function profilesOf(env: Environment): Promise<string[]> {
  const { profiles = {}, ...first } = await readAll(env);
  return [...(isLogin(first) ? [DEFAULT_PROFILE] : []), ...Object.keys(profiles).sort()];
}

/** Writes the file so that only its owner can read it; it is never seen half written, and no other file is touched. */
async function write(path: string, logins: SavedLogins): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(logins, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What a change keeps. A file without logins is not worth keeping: a login mends it. */
async function keptOf(env: Environment): Promise<SavedLogins> {
  return readAll(env, { isUsed: false }).catch((error: unknown) => {
    if (error instanceof NoLogins) return {};
    throw error;
  });
}

/** Saves the login of a profile and answers where. */
export async function saveLogin({ env, profile }: Place, login: SavedLogin): Promise<string> {
  const path = configPath(env);
  const { profiles, ...first } = await keptOf(env);
  const isDefault = profile === DEFAULT_PROFILE;
  const others = isDefault ? profiles : { ...profiles, [profile]: login };
  await write(path, { ...(isDefault ? login : first), ...(others && { profiles: others }) });
  return path;
}

/** Removes the saved login of a profile, and the file with the last of them. */
export async function forgetLogin({ env, profile }: Place): Promise<void> {
  const { profiles = {}, ...first } = await keptOf(env);
  const kept = Object.entries(profiles).filter(([name]) => name !== profile);
  const top = profile === DEFAULT_PROFILE ? {} : first;
  if (kept.length === 0 && !isLogin(top)) return rm(configPath(env), { force: true });
  await write(configPath(env), {
    ...top,
    ...(kept.length > 0 && { profiles: Object.fromEntries(kept) }),
  });
}
