import { expect, test } from 'vitest';
import { explainRun } from '../../src/features/runs/index.ts';
import type { RunFacts } from '../../src/features/runs/operator/facts.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

type Changes = Partial<Omit<RunFacts, 'run'>> & { run?: Partial<RunFacts['run']> };

/** The explanation of a running run with one chunk in progress. */
function explained({ run, ...facts }: Changes): string {
  const stuck: RunFacts = {
    run: {
      id: 'run',
      workspace_id: 'workspace',
      workflow_id: 'workflow',
      account_id: 'owner',
      run_number: 3,
      status: 'running',
      state: 'running',
      lines_total: 40,
      lines_finished: 12,
      open_chunks: 1,
      queued_chunks: 1,
      hold: 500,
      credits: 100,
      error: null,
      created_at: ago(7_200),
      progress_at: ago(600),
      wait_provider: null,
      wait_model: null,
      pause_message: null,
      resume_at: null,
      completed_at: null,
      pause_requested_at: null,
      workflow_name: 'Trailer',
      workflow_deleted_at: null,
      workspace_name: 'Harbor Tales',
      owner_id: 'owner',
      owner_email: 'ada@example.com',
      workspace_suspended_at: null,
      owner_suspended_at: null,
      ...run,
    },
    planned: 0,
    queued: 1,
    jobs: [job({})],
    has_workers: true,
    worker_silence_s: 1,
    storage: 'ok',
    available_credits: 1_000,
    provider_errors: [],
    provider_timeout_ms: 60_000,
    ...facts,
  };
  return explainRun(stuck, NOW).join('\n');
}

const job = (changes: Partial<RunFacts['jobs'][number]>) => ({
  id: 'job',
  is_active: true,
  tries: 0,
  created_at: ago(60),
  starts_at: ago(60),
  heartbeat_at: ago(1),
  ...changes,
});

type ProviderError = RunFacts['provider_errors'][number];

const providerError = (kind: ProviderError['kind'], changes: Partial<ProviderError> = {}): ProviderError => ({
  provider: 'elevenlabs',
  kind,
  count: 12,
  first_at: ago(45),
  last_at: ago(3),
  message: 'The connection was refused.',
  has_recovered: false,
  ...changes,
});

const refused =
  'Errors and slow calls of elevenlabs in this run: 12 from 11:59:15 to 11:59:57 UTC (it did not respond, or its response was an error). A recent error: The connection was refused.';

test('a run that makes progress', () => {
  expect(explained({})).toBe(
    `The run is running. It was created 2 hours ago, and last made progress 10 minutes ago. 12 of 40 lines have ended.
Workers work on 1 chunk, on the oldest for 60 seconds.`,
  );
});

test.each([
  ['ended', { run: { status: 'failed' as const, completed_at: ago(300) } }, 'ended 5 minutes ago as failed'],
  [
    'canceled',
    { run: { status: 'cancelled' as const, completed_at: ago(5) } },
    'The run ended 5 seconds ago as canceled.',
  ],
  ['paused', { run: { status: 'paused' as const }, queued: 0, jobs: [] }, 'when a member resumes it'],
  [
    'that waits for a platform key',
    {
      run: { status: 'paused' as const, wait_provider: 'elevenlabs', resume_at: ago(-600) },
      wait_reason: 'quota',
      queued: 0,
      jobs: [],
    },
    'It waits for elevenlabs: the account of the platform key is used up. Pay the provider, then run "providers test".',
  ],
  [
    'that waits for the next day',
    {
      run: { status: 'paused' as const, wait_provider: 'elevenlabs', resume_at: ago(-600) },
      wait_reason: null,
      queued: 0,
      jobs: [],
    },
    'its owner has used up the characters of the day that the plan allows. It tries again at',
  ],
  ['that has just started', { run: { progress_at: null } }, 'has made no progress yet'],
  [
    'pausing',
    { run: { state: 'pausing' as const, pause_requested_at: ago(30) } },
    'A pause was requested 30 seconds ago. It takes effect when workers have finished the lines that they work on.',
  ],
  [
    'pausing that no worker has begun',
    {
      run: { state: 'pausing' as const, pause_requested_at: ago(30) },
      has_workers: false,
      jobs: [job({ is_active: false })],
    },
    'A pause was requested 30 seconds ago. No worker works on the run: it takes effect when a worker takes its chunks.',
  ],
  [
    'of a suspended workspace',
    { run: { workspace_suspended_at: ago(60) } },
    'The workspace is suspended. The run continues when a member resumes it after "restore workspace".',
  ],
  [
    'of a suspended owner',
    { run: { owner_suspended_at: ago(60) } },
    'The workspace is suspended because its owner is suspended. The run continues when a member resumes it after "restore user".',
  ],
  [
    'of a suspended workspace with a suspended owner',
    { run: { workspace_suspended_at: ago(60), owner_suspended_at: ago(60) } },
    'The workspace and its owner are suspended. The run continues when a member resumes it after "restore workspace" and "restore user".',
  ],
  ['of a deleted workflow', { run: { workflow_deleted_at: ago(5) } }, 'canceled within a minute'],
  ['without workers', { has_workers: false, jobs: [job({ is_active: false })] }, 'No worker has run'],
  ['without storage', { storage: 'unavailable' as const }, 'does not respond to this machine'],
  ['whose storage cannot be opened', { storage: 'unknown' as const }, 'cannot open the storage'],
  ['with a full storage', { storage: 'full' as const }, 'until there is room'],
  [
    'whose worker died',
    { jobs: [job({ heartbeat_at: ago(20) })] },
    'another worker takes over within seconds',
  ],
  [
    'whose only worker died',
    { has_workers: false, jobs: [job({ heartbeat_at: ago(20) })] },
    '\n1 chunk belongs to workers that no longer report: a worker takes over soon after it starts.',
  ],
  [
    'of which one of two workers died',
    { queued: 2, jobs: [job({}), job({ starts_at: ago(300), heartbeat_at: ago(20) })] },
    'Workers work on 1 chunk, on the oldest for 60 seconds.\n1 chunk belongs to workers that no longer report: another',
  ],
  [
    'whose workers died seconds ago',
    { worker_silence_s: 14, jobs: [job({ is_active: false })] },
    'No worker has reported for 14 seconds. If this continues, start one.\nWaiting for a worker: 1 chunk, the oldest for 60 seconds.',
  ],
  ['in the queue', { jobs: [job({ is_active: false })] }, 'Waiting for a worker: 1 chunk, the oldest for 60'],
  [
    'that is tried again',
    { jobs: [job({ is_active: false, tries: 2, starts_at: ago(-25) })] },
    'Waiting for another attempt: 1 chunk, the first in 25 seconds',
  ],
  ['with lost jobs', { queued: 3, jobs: [] }, 'The jobs of 3 chunks are lost'],
  ['with nothing queued', { queued: 0, jobs: [], planned: 1 }, 'Nothing is queued'],
  ['without credits', { available_credits: 0 }, 'has no credits left, except 500'],
  [
    'with a provider that fails',
    { provider_errors: [providerError('transient')] },
    `${refused} Lines without a fallback wait until the errors have lasted 60 seconds. From then on, each line fails after at most four attempts.`,
  ],
  [
    'with a provider error that does not pass',
    { provider_errors: [providerError('quota')] },
    'from 11:59:15 to 11:59:57 UTC (the account at the provider has no credit left).',
  ],
  [
    'with a provider that does not respond',
    { provider_errors: [providerError('slow', { count: 1, first_at: ago(3), message: '' })] },
    '1 at 11:59:57 UTC (a call has had no response for 10 seconds). Lines without a fallback wait up to 60 seconds for a response, long lines longer. Then they fail.',
  ],
  [
    'with a provider that has failed since yesterday',
    {
      provider_errors: [
        providerError('busy', { first_at: ago(86_400), message: 'It returned status 503: Come back later' }),
      ],
    },
    'from 2026-03-01 12:00:00 to 2026-03-02 11:59:57 UTC (it is overloaded, or limits the rate of requests). A recent error: It returned status 503: Come back later. Lines',
  ],
])('a run %s', (_, changes, sentence) => {
  expect(explained(changes)).toContain(sentence);
});

test.each([
  ['of a new worker, which has not reported yet,', { has_workers: false }, 'No worker has run'],
  ['whose workers died', { has_workers: false, jobs: [job({ heartbeat_at: ago(20) })] }, 'Workers work on'],
  [
    'whose workers died seconds ago',
    { worker_silence_s: 14, jobs: [job({ is_active: false })] },
    'Workers serve the workspaces',
  ],
  [
    'pausing',
    { run: { pause_requested_at: ago(5) }, jobs: [job({ is_active: false, starts_at: ago(-25) })] },
    '"runs requeue"',
  ],
])('the explanation of a run %s omits what does not apply', (_, changes, sentence) => {
  expect(explained(changes)).not.toContain(sentence);
});

test.each([
  ['that is paused', { run: { status: 'paused' as const, state: 'paused' as const } }],
  ['that is pausing', { run: { state: 'pausing' as const } }],
  ['without workers', { has_workers: false, jobs: [] }],
  [
    'without a recent error',
    { provider_errors: [providerError('transient', { first_at: ago(60), last_at: ago(45) })] },
  ],
  ['that waits for no provider', { provider_timeout_ms: 0 }],
])('a run %s shows the errors of a provider, but no wait', (_, changes) => {
  const text = explained({ provider_errors: [providerError('transient')], ...changes });
  expect(text).toContain('A recent error: The connection was refused.');
  expect(text).not.toContain('without a fallback');
});

test('a provider that has recovered', () => {
  const lines = explained({ provider_errors: [providerError('transient', { has_recovered: true })] }).split(
    '\n',
  );
  expect(lines.at(-1)).toBe(`${refused} Since then, it has spoken lines.`);
});

test('a run that a cap or a budget paused is explained with the message that its members read', () => {
  const pause_message = 'The run has spent 480 of at most 500 credits.';
  const text = explained({ run: { status: 'paused', pause_message } });
  expect(text).toContain(`continues when a member resumes it. The reason: ${pause_message}`);
});
