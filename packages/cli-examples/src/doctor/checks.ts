import { stat } from 'node:fs/promises';
import { type Voiceloom, VoiceloomError } from '@voiceloom/sdk';
import { configPath } from '../config-file.ts';
import { errorText } from '../error-text.ts';

/** What one check found; `advice` says what to do where it is not well. */
export type Finding = {
  check: string;
  status: 'ok' | 'warning' | 'fault';
  found: string;
  advice?: string;
};

type Surroundings = { client: Voiceloom; env: Record<string, string | undefined>; signal: AbortSignal };
type Check = { name: string; run: (around: Surroundings) => Promise<Omit<Finding, 'check'>> };

const LEAST_NODE = 20;
const SKEW_MS = 60_000;

const node: Check = {
  name: 'Node.js',
  run: async () => {
    const major = Number(process.versions.node.split('.')[0]);
    if (major >= LEAST_NODE) return { status: 'ok', found: process.versions.node };
    return { status: 'fault', found: process.versions.node, advice: `Install Node ${LEAST_NODE} or newer.` };
  },
};

const config: Check = {
  name: 'Login file',
  run: async ({ env }) => {
    const path = configPath(env);
    const mode = await stat(path).then(
      (found) => found.mode & 0o777,
      () => undefined,
    );
    if (mode === undefined) return { status: 'ok', found: `none at ${path}` };
    if (process.platform === 'win32' || (mode & 0o077) === 0) return { status: 'ok', found: path };
    return { status: 'fault', found: `${path} can be read by others`, advice: `chmod 600 ${path}` };
  },
};

const reach: Check = {
  name: 'Service',
  run: async ({ client, signal }) => {
    try {
      const { data, response } = await client.health.live({ signal, maxRetries: 0 }).withResponse();
      const skew = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now());
      const found = `${client.baseUrl}, version ${data.version}`;
      if (!(skew > SKEW_MS)) return { status: 'ok', found };
      const advice = 'Set the clock of this machine: signatures and tokens go by it.';
      return { status: 'warning', found: `${found}; clocks differ by ${Math.round(skew / 1000)} s`, advice };
    } catch (error) {
      const advice = 'Is it running? Set --base-url or VOICELOOM_BASE_URL to its address.';
      return { status: 'fault', found: `${client.baseUrl}: ${errorText(error)}`, advice };
    }
  },
};

const ready: Check = {
  name: 'Readiness',
  run: async ({ client, signal }) => {
    try {
      await client.health.ready({ signal, maxRetries: 0 });
      return { status: 'ok', found: 'database, storage and workers answer' };
    } catch (error) {
      return { status: 'fault', found: errorText(error), advice: 'See the log of the service.' };
    }
  },
};

const contract: Check = {
  name: 'Contract',
  run: async ({ client, signal }) => {
    const { verdict, changes } = await client.compatibility({ signal });
    if (verdict === 'same') return { status: 'ok', found: 'the same as that of this program' };
    if (verdict === 'additive')
      return { status: 'ok', found: 'newer than that of this program, and compatible with it' };
    const first = changes.slice(0, 3).map((change) => JSON.stringify(change));
    return {
      status: 'fault',
      found: `breaks this program: ${first.join('; ')}`,
      advice: 'Update the command line.',
    };
  },
};

const credential: Check = {
  name: 'Credential',
  run: async ({ client, signal }) => {
    try {
      const me = await client.auth.whoami({ signal });
      const scopes = me.scopes === null ? '' : `, scopes ${me.scopes.join(' ')}`;
      return { status: 'ok', found: `${me.auth_kind}, workspace ${me.workspace_id}${scopes}` };
    } catch (error) {
      return { status: 'fault', found: errorText(error), advice: 'Run voiceloom login.' };
    }
  },
};

/** People alone may ask for plans and keys: an API key leaves these unknown. */
function forPeople(name: string, ask: Check['run']): Check {
  return {
    name,
    run: async (around) => {
      try {
        return await ask(around);
      } catch (error) {
        const isRefused = error instanceof VoiceloomError && error.status === 403;
        if (isRefused) return { status: 'ok', found: 'not known: this credential may not ask' };
        throw error;
      }
    },
  };
}

const credits = forPeople('Credits', async ({ client, signal }) => {
  const { remaining, plan_grant, period_end } = await client.users.getCredits({ signal });
  const found = `${remaining} of ${plan_grant}, until ${period_end.slice(0, 10)}`;
  if (remaining > 0) return { status: 'ok', found };
  return { status: 'warning', found, advice: 'Only runs that reuse all takes can be started.' };
});

const providers = forPeople('Provider keys', async ({ client, signal }) => {
  const { providers: all } = await client.providerKeys.list({ signal });
  const set = all.filter(({ configured }) => configured);
  const bad = set.filter(({ status }) => status === 'invalid').map(({ display_name }) => display_name);
  const found = set.map(({ provider, status }) => `${provider}: ${status}`).join(', ') || 'none stored';
  if (bad.length === 0) return { status: 'ok', found };
  return { status: 'warning', found, advice: `Enter a new key for ${bad.join(', ')}.` };
});

/** In this order; what follows a fault of the service itself would only repeat it. */
const CHECKS: readonly Check[] = [node, config, reach, ready, contract, credential, credits, providers];

/** Tries everything that a call needs, one thing after the other. */
export async function examine(around: Surroundings): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of CHECKS) {
    try {
      findings.push({ check: name, ...(await run(around)) });
    } catch (error) {
      around.signal.throwIfAborted();
      findings.push({ check: name, status: 'fault', found: errorText(error) });
    }
    const last = findings.at(-1);
    if (last?.status === 'fault' && (name === reach.name || name === credential.name)) break;
  }
  return findings;
}
