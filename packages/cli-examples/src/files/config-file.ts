import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CredentialError } from '../errors/failures.ts';

/** What `voiceloom login` saves for one service. */
export type SavedLogin = { base_url: string; api_key?: string; token?: string; workspace_id?: string };

/** The default profile; it is at the top of the file. */
export const DEFAULT_PROFILE = 'default';

type SavedLogins = Partial<SavedLogin> & { profiles?: Record<string, SavedLogin> };
type Environment = Record<string, string | undefined>;
type Place = { env: Environment; profile: string };

/** Where logins are saved: `VOICELOOM_CONFIG`, else the XDG config folder. */
export function configPath(env: Environment): string {
  if (env.VOICELOOM_CONFIG) return env.VOICELOOM_CONFIG;
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'voiceloom', 'config.json');
}

/** The file does not contain logins. */
class NoLogins extends CredentialError {}

/**
 * The text of the file, or undefined if it does not exist. Checks the permissions of the opened file, not of
 * its path.
 */
async function textOf(path: string, isUsed: boolean): Promise<string | undefined> {
  const ignoreMissing = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CredentialError(`${path} cannot be read: ${error.message}`);
  };
  const file = await open(path, 'r').catch(ignoreMissing);
  if (file === undefined) return undefined;
  try {
    const { mode } = await file.stat();
    // Rejects a file with secrets that others can read. Windows has a different permission model.
    if (isUsed && process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CredentialError(`${path} can be read by others. Run: chmod 600 ${path}`);
    return await file.readFile('utf8').catch(ignoreMissing);
  } finally {
    await file.close();
  }
}

const isLogin = (value: unknown): value is SavedLogin =>
  typeof value === 'object' && value !== null && 'base_url' in value && typeof value.base_url === 'string';

/** All saved logins. A file that is read only to be rewritten (not `isUsed`) may have wrong permissions. */
async function readAll(env: Environment, { isUsed = true } = {}): Promise<SavedLogins> {
  const path = configPath(env);
  const text = await textOf(path, isUsed);
  if (text === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new NoLogins(`${path} is not JSON. Delete it and log in again.`);
  }
  const { profiles } = (content ?? {}) as SavedLogins;
  const isLoginFile = typeof content === 'object' && content !== null && (isLogin(content) || profiles);
  if (!isLoginFile || !Object.values(profiles ?? {}).every(isLogin))
    throw new NoLogins(`${path} is not a login file. Delete it and log in again.`);
  return content as SavedLogins;
}

/** The saved login of a profile, or undefined. */
export async function readLogin({ env, profile }: Place): Promise<SavedLogin | undefined> {
  const { profiles = {}, ...first } = await readAll(env);
  if (profile === DEFAULT_PROFILE) return isLogin(first) ? first : undefined;
  if (Object.hasOwn(profiles, profile)) return profiles[profile];
  return undefined;
}

/** The names of all saved logins. */
export async function profilesOf(env: Environment): Promise<string[]> {
  const { profiles = {}, ...first } = await readAll(env);
  return [...(isLogin(first) ? [DEFAULT_PROFILE] : []), ...Object.keys(profiles).sort()];
}

/** Writes the file atomically, readable only by its owner. */
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

/** The logins to keep. An invalid file is replaced by the next login. */
async function readExistingLogins(env: Environment): Promise<SavedLogins> {
  return readAll(env, { isUsed: false }).catch((error: unknown) => {
    if (error instanceof NoLogins) return {};
    throw error;
  });
}

/** Saves the login of a profile and returns the path. The login of the default profile is at the top of the file. */
export async function saveLogin({ env, profile }: Place, login: SavedLogin): Promise<string> {
  const path = configPath(env);
  const { profiles, ...first } = await readExistingLogins(env);
  const isDefault = profile === DEFAULT_PROFILE;
  const others = isDefault ? profiles : { ...profiles, [profile]: login };
  await write(path, { ...(isDefault ? login : first), ...(others && { profiles: others }) });
  return path;
}

/** Removes the saved login of a profile; deletes the file after the last one. */
export async function forgetLogin({ env, profile }: Place): Promise<void> {
  const { profiles = {}, ...first } = await readExistingLogins(env);
  const others = Object.entries(profiles).filter(([name]) => name !== profile);
  const top = profile === DEFAULT_PROFILE ? {} : first;
  if (others.length === 0 && !isLogin(top)) return rm(configPath(env), { force: true });
  await write(configPath(env), {
    ...top,
    ...(others.length > 0 && { profiles: Object.fromEntries(others) }),
  });
}
