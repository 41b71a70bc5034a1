import { InputError } from '../errors/errors.ts';
import { around, inBrowser, lowercaseNames, type VoiceloomOptions } from './options.ts';
import type { Call } from './route.ts';

/** The names of all options. */
export const OPTION_NAMES =
  'apiKey token baseUrl workspaceId timeoutMs idleTimeoutMs maxRetries fetch headers middleware logger pacing inspect unknownFields dangerouslyAllowBrowser';

const isFunction = (value: unknown) => typeof value === 'function';
const isSecret = (value: unknown) => isFunction(value) || isText(value);

/** A list or a `Headers` object would silently lose its content. */
const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !(Symbol.iterator in value);

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
const isText = (value: unknown) => typeof value === 'string' && !isBlank(value);
const isFromZero = (value: unknown) => typeof value === 'number' && value >= 0;

const TEXT = 'a non-empty string';
const SECRET = `${TEXT}, or a function`;
/** What each option must be, and how a message says it. Options without a rule can have any value. */
const RULES: Record<string, [holds: (value: unknown) => boolean, words: string]> = {
  apiKey: [isSecret, SECRET],
  token: [(value) => value === null || isSecret(value), SECRET],
  baseUrl: [isText, TEXT],
  fetch: [isFunction, 'a function'],
  inspect: [isFunction, 'a function'],
  headers: [isRecord, 'an object with string values'],
  middleware: [Array.isArray, 'a list'],
  signal: [(value) => isRecord(value) && 'aborted' in (value as object), 'an AbortSignal'],
  timeoutMs: [(value) => typeof value === 'number' && value >= 1, 'a number of at least 1'],
  maxRetries: [isFromZero, 'a number of at least 0'],
  limit: [isFromZero, 'a number of at least 0'],
  workspaceId: [isText, TEXT],
  idempotencyKey: [isText, TEXT],
  ifMatch: [isText, TEXT],
  unknownFields: [(value) => /^(ignore|warn|error)$/.test(`${value}`), 'ignore, warn or error'],
};

/**
 * Checks the names and types of options for JavaScript callers, who have no compiler. `names` are the allowed
 * ones.
 */
export function checkOptions(options: object, names: string): void {
  const allowedNames = names.split(' ');
  if (typeof options !== 'object' || options === null)
    throw new InputError(`The options must be an object, such as { ${allowedNames[0]} }.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!allowedNames.includes(name))
      throw new InputError(`There is no option ${name}. Options: ${allowedNames.join(', ')}.`);
    const [holds, words] = RULES[name] ?? [];
    if (holds?.(value) === false)
      throw new InputError(`${name}${isBlank(value) ? ' is empty: it' : ''} must be ${words}.`);
  }
}

/** Throws InputError for options that the call does not have, or that have the wrong type. */
export function checkCall({ route, options }: Call): void {
  if (options === undefined) return;
  let names = 'timeoutMs maxRetries headers workspaceId signal';
  if (route.keyed) names += ' idempotencyKey';
  else if (route.method !== 'GET') names += ' ifMatch';
  checkOptions(options, names);
}

/**
 * Reads an environment variable; undefined if it is not set. Browsers have no environment, even if a bundler
 * defines `process`.
 */
function read(name: string): string | undefined {
  try {
    return inBrowser() ? undefined : around.process?.env?.[`VOICELOOM_${name}`]?.trim();
  } catch {
    // Deno throws if the program has no permission to read the variable.
    return undefined;
  }
}

/**
 * `options` completed from the environment. Throws InputError for unknown options, for invalid secrets, and
 * if no credential is found unless `token` is null.
 */
export function withEnvironment(options: VoiceloomOptions): VoiceloomOptions {
  checkOptions(options, OPTION_NAMES);
  const {
    apiKey,
    token,
    headers,
    baseUrl = read('BASE_URL') || undefined,
    workspaceId = read('WORKSPACE_ID') || undefined,
  } = options;
  const wholeOptions = { ...options, baseUrl, workspaceId };
  const hasCredential = apiKey !== undefined || token !== undefined || lowercaseNames(headers).authorization;
  if (hasCredential) return wholeOptions;
  const [environmentKey, environmentToken] = [read('API_KEY'), read('TOKEN')];
  if (environmentKey) return { ...wholeOptions, apiKey: environmentKey };
  if (environmentToken) return { ...wholeOptions, token: environmentToken };
  let emptyName: string | undefined;
  if (environmentKey === '') emptyName = 'API_KEY';
  else if (environmentToken === '') emptyName = 'TOKEN';
  const problem = emptyName === undefined ? 'No credential is set' : `VOICELOOM_${emptyName} is empty`;
  throw new InputError(
    `${problem}. Set apiKey or token, or VOICELOOM_API_KEY or VOICELOOM_TOKEN. For operations that need no credential, set token to null.`,
  );
}
