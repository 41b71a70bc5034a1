import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What `voiceloom login` keeps. */
export type SavedLogin = { base_url: string; api_key?: string; token?: string; workspace_id?: string };

type Environment = Record<string, string | undefined>;

/** Where the login is kept: `VOICELOOM_CONFIG`, else the XDG folder for settings. */
export function configPath(env: Environment): string {
  if (env.VOICELOOM_CONFIG) return env.VOICELOOM_CONFIG;
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'voiceloom', 'config.json');
}

/** The saved login, or undefined when there is none. */
export async function readLogin(env: Environment): Promise<SavedLogin | undefined> {
  const path = configPath(env);
  let text: string;
  try {
    await refuseOpenFile(path);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as SavedLogin;
  } catch {
    throw new Error(`${path} is not JSON. Delete it and log in again.`);
  }
}

/** A file with a secret that others can read is not used. Windows has rights of another kind. */
async function refuseOpenFile(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by others. Run: chmod 600 ${path}`);
}

/** Saves the login so that only its owner can read it; the file is never seen half written. */
export async function saveLogin(env: Environment, login: SavedLogin): Promise<string> {
  const path = configPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode above only counts for new files.
  await chmod(draft, 0o600);
  await rename(draft, path);
  return path;
}

/** Removes the saved login. */
export async function forgetLogin(env: Environment): Promise<void> {
  await rm(configPath(env), { force: true });
}
