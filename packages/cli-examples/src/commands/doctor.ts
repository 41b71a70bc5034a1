import { VoiceloomError } from '@voiceloom/sdk';
import type { Command } from 'commander';
import type { Context, World } from '../context.ts';
import { AWAY_ADVICE, errorText } from '../errors/error-text.ts';
import { EXIT, getExitCode } from '../errors/exit-codes.ts';
import { CredentialError } from '../errors/failures.ts';
import { configPath, profilesOf } from '../files/config-file.ts';
import { handle } from './command.ts';

/** The result of one check; `advice` is the solution if it failed. */
type Finding = {
  check: string;
  status: 'ok' | 'warning' | 'fault';
  found: string;
  advice?: string;
  /** The exit code if the check fails. */
  exit_code?: number;
};

type CheckResult = Promise<Omit<Finding, 'check'>>;

/**
 * `advice` is for errors that the check throws. Checks after a failed vital check are skipped, because they
 * would fail for the same reason.
 */
type Check = {
  name: string;
  advice?: string;
  isVital?: boolean;
  run: (context: Context) => CheckResult;
};

const MIN_NODE = 20;
const SKEW_MS = 60_000;

/** Plans and keys require a user token, so they are unknown with an API key. */
async function unlessDenied(check: CheckResult): CheckResult {
  try {
    return await check;
  } catch (error) {
    const isDenied = error instanceof VoiceloomError && error.status === 403;
    if (isDenied) return { status: 'ok', found: 'unknown: this credential cannot read it' };
    throw error;
  }
}

/** Whether the service responds, and the clocks agree. */
async function checkService(context: Context): CheckResult {
  const client = await context.client();
  const { signal } = context.world;
  const { data, response } = await client.health.live({ signal, maxRetries: 0 }).withResponse();
  const skew = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now());
  const service = `${client.baseUrl}, version ${data.version}`;
  // Also if the response has no date.
  if (!(skew > SKEW_MS)) return { status: 'ok', found: service };
  const advice = 'Set the clock of this machine. Signatures and tokens depend on it.';
  return { status: 'warning', found: `${service}; clocks differ by ${Math.round(skew / 1000)} s`, advice };
}

/** Whether a worker is connected. */
async function checkReadiness({ client, world: { signal } }: Context): CheckResult {
  const { checks } = await (await client()).health.ready({ signal, maxRetries: 0 });
  if (checks.workers === 'ok') return { status: 'ok', found: 'database, storage and workers are available' };
  const advice = 'Start a worker: without one, runs stay pending.';
  return { status: 'warning', found: 'database and storage are available; no worker is connected', advice };
}

/** Whether this program fits the contract of the service. */
async function checkContract({ client, world: { signal } }: Context): CheckResult {
  const { verdict, changes } = await (await client()).compatibility({ signal });
  if (verdict === 'same') return { status: 'ok', found: 'the same as the contract of this program' };
  if (verdict === 'additive')
    return { status: 'ok', found: 'newer than the contract of this program, and compatible with it' };
  const first = changes.slice(0, 3).map((change) => JSON.stringify(change));
  const changesText = `breaks this program: ${first.join('; ')}`;
  return { status: 'fault', found: changesText, advice: 'Update the command line.' };
}

/** Whose credential is used, and what it may do. */
async function checkCredential({ client, world: { signal } }: Context): CheckResult {
  const me = await (await client()).auth.whoami({ signal });
  const scopes = me.scopes === null ? '' : `, scopes ${me.scopes.join(' ')}`;
  return { status: 'ok', found: `${me.auth_kind}, workspace ${me.workspace_id}${scopes}` };
}

/** Whether credits are left. */
async function checkCredits({ client, world: { signal } }: Context): CheckResult {
  const { remaining, plan_grant, period_end } = await (await client()).users.getCredits({ signal });
  if (remaining === null) return { status: 'ok', found: 'unlimited' };
  const creditsText = `${remaining} of ${plan_grant}, until ${period_end.slice(0, 10)}`;
  if (remaining > 0) return { status: 'ok', found: creditsText };
  return { status: 'warning', found: creditsText, advice: 'Only runs that reuse all takes can start.' };
}

/** Whether all stored provider keys are valid. */
async function checkProviderKeys({ client, world: { signal } }: Context): CheckResult {
  const { providers } = await (await client()).providerKeys.list({ signal });
  const withKey = providers.filter(({ configured }) => configured);
  const keysText =
    withKey.map(({ provider, status }) => `${provider}: ${status}`).join(', ') || 'none stored';
  const withInvalidKey = withKey.filter(({ status }) => status === 'invalid');
  if (withInvalidKey.length === 0) return { status: 'ok', found: keysText };
  const names = withInvalidKey.map(({ display_name }) => display_name).join(', ');
  return { status: 'warning', found: keysText, advice: `Enter a new key for ${names}.` };
}

const CHECKS: readonly Check[] = [
  {
    name: 'Node.js',
    run: async () => {
      const { node: version } = process.versions;
      if (Number(version.split('.')[0]) >= MIN_NODE) return { status: 'ok', found: version };
      return { status: 'fault', found: version, advice: `Install Node ${MIN_NODE} or newer.` };
    },
  },
  {
    name: 'Login file',
    isVital: true,
    run: async ({ world: { env } }) => {
      const path = configPath(env);
      const names = await profilesOf(env);
      if (names.length === 0) return { status: 'ok', found: `none at ${path}` };
      return { status: 'ok', found: `${path}: ${names.join(', ')}` };
    },
  },
  { name: 'Service', isVital: true, advice: AWAY_ADVICE, run: checkService },
  { name: 'Readiness', advice: 'See the log of the service.', run: checkReadiness },
  { name: 'Contract', run: checkContract },
  { name: 'Credential', isVital: true, advice: 'Run voiceloom login.', run: checkCredential },
  { name: 'Credits', run: (context) => unlessDenied(checkCredits(context)) },
  { name: 'Provider keys', run: (context) => unlessDenied(checkProviderKeys(context)) },
];

/** The finding of a check. An error that it throws is a fault. */
async function runCheck({ name, advice, run }: Check, context: Context): Promise<Finding> {
  try {
    const result = await run(context);
    if (result.status !== 'fault') return { check: name, ...result };
    return { check: name, ...result, exit_code: EXIT.failed };
  } catch (error) {
    context.world.signal.throwIfAborted();
    // The message about a missing login already contains the advice.
    const text = errorText(error);
    const hasAdvice = error instanceof CredentialError || (advice !== undefined && text.includes(advice));
    const finding: Finding = { check: name, status: 'fault', found: text };
    if (advice && !hasAdvice) finding.advice = advice;
    finding.exit_code = getExitCode(error);
    return finding;
  }
}

const MARKS: Record<Finding['status'], string> = { ok: 'ok      ', warning: 'warning ', fault: 'ERROR   ' };

/** doctor: finds out why calls fail. */
export function addDoctorCommand(program: Command, world: World): void {
  const command = program
    .command('doctor')
    .description(
      'Check the configuration and the connection, and suggest fixes. The exit code is that of the first error.',
    );
  handle(command, world, async (context) => {
    const findings: Finding[] = [];
    for (const check of CHECKS) {
      const finding = await runCheck(check, context);
      findings.push(finding);
      if (finding.status === 'fault' && check.isVital) break;
    }
    const texts = findings.map(({ check, status, found: detail, advice }) => {
      const line = `${MARKS[status]}${check}: ${detail}`;
      return advice ? `${line}\n        ${advice}` : line;
    });
    context.show(findings, () => texts.join('\n'));
    return findings.find(({ status }) => status === 'fault')?.exit_code ?? EXIT.done;
  });
}
