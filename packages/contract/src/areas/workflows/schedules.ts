import { z } from 'zod';
import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import {
  Count,
  DateTime,
  Empty,
  Flag,
  keptWhenNull,
  Name,
  object,
  oneOf,
  strictObject,
  Uuid,
} from '../../primitives.ts';
import { pagedQuery, TimeZone } from '../../query.ts';
import { StartRun } from '../runs/schemas.ts';
import { findCronProblem } from './cron.ts';

export const ScheduleInput = StartRun.omit({ script_text: true }).meta({
  id: 'ScheduleInput',
  description:
    'What the runs of a schedule change in the workflow. The script is always that of the workflow.',
});
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** A cron expression. White space around it and repeated spaces do not count. */
const Cron = z
  .string()
  .max(200)
  .overwrite((text) => text.trim().replace(/\s+/g, ' '))
  .superRefine((cron, ctx) => {
    const message = findCronProblem(cron);
    if (message !== undefined) ctx.addIssue({ code: 'custom', message });
  })
  .meta({
    description:
      'When the schedule is due: minute, hour, day of month, month, day of week. Due times must be at least 15 minutes apart.',
    examples: ['0 6 * * 1-5'],
  });

const ScheduleZone = TimeZone.meta({
  description: 'The IANA time zone of the cron expression.',
  examples: ['Europe/Berlin'],
});

export const ScheduleOutcome = oneOf(
  'ScheduleOutcome',
  'What a schedule did at a due time. `started`: it started a run. `skipped`: no run was needed or possible, because nothing changed or a run was active. `failed`: the run could not start. `missed`: no worker noticed the due time early enough, or before somebody changed or disabled the schedule.',
  ['started', 'skipped', 'failed', 'missed'],
);
export type ScheduleOutcome = z.infer<typeof ScheduleOutcome>;

export const ScheduleOccurrence = object(
  'ScheduleOccurrence',
  'A due time of a schedule, and what happened.',
  {
    due_at: DateTime,
    outcome: ScheduleOutcome,
    run_id: Uuid.nullable().describe('The run that was started. Null for other outcomes.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'For `skipped`, `unchanged` or `run_active`. For `failed`, the error code, such as `INSUFFICIENT_CREDITS`. Otherwise null.',
      ),
    message: z.string().nullable().describe('Why no run started, for a person. Null for `started`.'),
    created_at: DateTime.describe('When the service handled the due time.'),
  },
);
export type ScheduleOccurrence = z.infer<typeof ScheduleOccurrence>;

const skipText =
  'Start no run if it would deliver the same as the last run of the schedule: the same definition, texts and pronunciation, and all takes are stored.';

export const Schedule = object('Schedule', 'Starts runs of a workflow at fixed times.', {
  id: Uuid,
  workflow_id: Uuid,
  created_by: Uuid.describe('The user who created the schedule. Its runs have the rights of this user.'),
  name: z.string(),
  cron: z.string().describe('Five fields: minute, hour, day of month, month, day of week.'),
  time_zone: z.string().describe('The IANA time zone of the cron expression.'),
  input: ScheduleInput,
  skip_if_unchanged: Flag.describe(skipText),
  enabled: Flag,
  disabled_reason: z
    .enum(['manual', 'failures'])
    .nullable()
    .describe(
      '`manual`: by a user. `failures`: five starts in a row failed. Null while the schedule is enabled.',
    ),
  failures_count: Count.describe('How many starts in a row failed.'),
  next_run_at: DateTime.nullable().describe('The next due time. Null while the schedule is disabled.'),
  last_run: ScheduleOccurrence.nullable().describe('The latest due time. Null before the first one.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Schedule = z.infer<typeof Schedule>;

export const CreateSchedule = strictObject('CreateSchedule', 'A new schedule.', {
  workflow_id: Uuid,
  name: Name,
  cron: Cron,
  time_zone: ScheduleZone.default('UTC'),
  input: ScheduleInput.prefault({}),
  skip_if_unchanged: Flag.default(false).describe(skipText),
  enabled: Flag.default(true),
});
export type CreateSchedule = z.input<typeof CreateSchedule>;

export const UpdateSchedule = strictObject('UpdateSchedule', 'The fields to change.', {
  name: keptWhenNull(Name),
  cron: keptWhenNull(Cron),
  time_zone: keptWhenNull(ScheduleZone),
  input: keptWhenNull(ScheduleInput).describe('Replaces the whole input. Null leaves it unchanged.'),
  skip_if_unchanged: keptWhenNull(Flag),
  enabled: keptWhenNull(Flag).describe(
    '`true` enables the schedule again, regardless of why it was disabled. Null leaves it unchanged.',
  ),
});
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

const access = { auth: 'jwt_or_key', scope: 'workflows:read', role: 'viewer', workspace: 'header' } as const;

/** A schedule spends after its creator has left, so a key that can be revoked must not create one. */
const writes = { auth: 'jwt', scope: null, role: 'editor' } as const;

const BY_CREATOR = 'Only its creator and admins can change a schedule. API keys are rejected.';

/** Times at which workflows run by themselves. */
export const schedules = area('schedules', access, {
  list: {
    endpoint: 'GET /api/v1/schedules',
    summary: 'List schedules',
    description: 'Returns the schedules of the workspace, newest first.',
    query: pagedQuery({
      workflow_id: Uuid.optional().describe('Return only the schedules of this workflow.'),
    }),
    responses: { 200: listOf(Schedule) },
  },
  create: {
    endpoint: 'POST /api/v1/schedules',
    ...writes,
    summary: 'Create a schedule',
    description:
      'Runs start with the rights of the caller. A workflow has at most 10 schedules, a workspace at most 100. API keys are rejected.',
    body: CreateSchedule,
    responses: { 201: objectOf(Schedule) },
    errors: ['CONFLICT'],
  },
  get: {
    endpoint: 'GET /api/v1/schedules/:schedule_id',
    summary: 'Get a schedule',
    description: 'Returns a schedule with its next due time and what happened at the last one.',
    etag: true,
    responses: { 200: objectOf(Schedule) },
  },
  update: {
    endpoint: 'PATCH /api/v1/schedules/:schedule_id',
    ...writes,
    summary: 'Update a schedule',
    description: `Changes only the fields in the request. ${BY_CREATOR}`,
    body: UpdateSchedule,
    responses: { 200: objectOf(Schedule) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/schedules/:schedule_id',
    ...writes,
    summary: 'Delete a schedule',
    description: `Its runs stay. ${BY_CREATOR}`,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
  occurrences: {
    endpoint: 'GET /api/v1/schedules/:schedule_id/occurrences',
    summary: 'List the due times of a schedule',
    description:
      'Returns past due times and what happened, latest first. The latest 1,000 are kept, for about 13 months.',
    query: pagedQuery({}),
    responses: { 200: listOf(ScheduleOccurrence) },
  },
});

const occurrence: ScheduleOccurrence = {
  due_at: '2026-03-02T05:00:00.000Z',
  outcome: 'started',
  run_id: ids.run_id,
  reason: null,
  message: null,
  created_at: '2026-03-02T05:00:02.140Z',
};

const schedule: Schedule = {
  id: ids.schedule_id,
  workflow_id: ids.workflow_id,
  created_by: ids.user_id,
  name: 'Every working day',
  cron: '0 6 * * 1-5',
  time_zone: 'Europe/Berlin',
  input: { max_credits: 500 },
  skip_if_unchanged: true,
  enabled: true,
  disabled_reason: null,
  failures_count: 0,
  next_run_at: '2026-03-03T05:00:00.000Z',
  last_run: occurrence,
  ...TIMES,
};

example(Schedule, schedule);
example(ScheduleOccurrence, occurrence);
example(CreateSchedule, {
  workflow_id: ids.workflow_id,
  name: 'Every working day',
  cron: '0 6 * * 1-5',
  time_zone: 'Europe/Berlin',
  input: { max_credits: 500 },
  skip_if_unchanged: true,
});
example(UpdateSchedule, { cron: '30 6 * * 1-5' });
