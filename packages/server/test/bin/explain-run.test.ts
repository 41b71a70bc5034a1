import { expect, test } from 'vitest';
import { explainRun } from '../../src/features/runs/operator/explain.ts';
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
      completed_at: null,
      pause_requested_at: null,
      workflow_name: 'Trailer',
      workflow_deleted_at: null,
      workspace_name: 'Harbor Tales',
      owner_id: 'owner',
      owner_email: 'ada@example.com',
      is_suspended: false,
      ...run,
    },
    planned: 0,
    queued: 1,
    jobs: [job({})],
    has_workers: true,
    storage: 'ok',
    available_credits: 1_000,
    faults: [],
    provider_patience_ms: 60_000,
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

const fault = (kind: RunFacts['faults'][number]['kind']) => ({
  provider: 'elevenlabs',
  kind,
  count: 12,
  first_at: ago(45),
  last_at: ago(3),
});

test('a run that makes progress', () => {
  expect(explained({})).toBe(
    `The run is running, was started 2 hours ago, and last made progress 10 minutes ago. 12 of 40 lines have ended.
Workers work on 1 chunk, on the oldest for 60 seconds.`,
  );
});

test.each([
  ['ended', { run: { status: 'failed' as const, completed_at: ago(300) } }, 'ended 5 minutes ago as failed'],
  ['paused', { run: { status: 'paused' as const }, queued: 0, jobs: [] }, 'when a member resumes it'],
  ['that has just started', { run: { progress_at: null } }, 'has made no progress yet'],
  [
    'pausing',
    { run: { state: 'pausing' as const, pause_requested_at: ago(30) } },
    'A pause was requested 30 seconds ago',
  ],
  ['of a suspended workspace', { run: { is_suspended: true } }, 'after "restore"'],
  ['of a deleted workflow', { run: { workflow_deleted_at: ago(5) } }, 'canceled within a minute'],
  ['without workers', { has_workers: false, jobs: [job({ is_active: false })] }, 'No worker has run'],
  ['without storage', { storage: 'away' as const }, 'does not respond to this machine'],
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
    'no longer report: a worker takes over soon after it starts',
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
    { faults: [fault('transient')] },
    'Errors and slow calls of elevenlabs in this run: 12 in the last 45 seconds, the latest 3 seconds ago (it did not respond, or its response was an error). Lines without a fallback wait up to 60 seconds for the provider, long lines longer. Then they fail.',
  ],
  [
    'with a provider error that does not pass',
    { faults: [fault('quota')] },
    'the latest 3 seconds ago (the account at the provider has no credit left).',
  ],
])('a run %s', (_, changes, sentence) => {
  expect(explained(changes)).toContain(sentence);
});
