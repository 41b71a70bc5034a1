import { countText } from '@voiceloom/text';
import { pauseSuspendedRuns } from '../../engine/index.ts';
import { suspendUser } from '../../features/users/index.ts';
import { readReach, type SuspensionReach, suspendWorkspace } from '../../features/workspaces/index.ts';
import type { AdminApp, Command, Given, Report } from './command.ts';
import { personText, plain } from './output.ts';
import { idOf } from './values.ts';

type Subject = 'user' | 'workspace';

const APPLY = { user: suspendUser, workspace: suspendWorkspace };

export const suspensionCommands: Command[] = [
  suspension(
    'user',
    'Reject all requests of a person and of the workspaces that the person owns. Pauses their runs.',
  ),
  suspension('workspace', 'Reject all requests in a workspace, and pause its runs.'),
  restoration('user', 'End the suspension of a person. Runs stay paused until a member resumes them.'),
  restoration(
    'workspace',
    'End the suspension of a workspace. Runs stay paused until a member resumes them.',
  ),
];

function suspension(type: Subject, summary: string): Command {
  const param = paramOf(type);
  return {
    name: `suspend ${type}`,
    params: [param],
    options: ['reason'],
    required: ['reason'],
    destroys: true,
    summary,
    async run(app, given) {
      const id = idOf(given.args[0], param);
      if (!given.isApplied) {
        const reach = await readReach(app.db, { type, id });
        const would = `This would pause ${countText(reach.runs - reach.paused_runs, 'run')}.`;
        return { data: { type, id, ...reach }, lines: [...reachLines(type, reach), would] };
      }
      const changed = await apply(app, given, { type, id, is_suspended: true });
      // Pauses the runs even if the target was already suspended: an earlier command may have ended before this step.
      await pauseSuspendedRuns(app);
      const reach = await readReach(app.db, { type, id });
      const done = changed ? `Suspended the ${type}.` : `The ${type} was already suspended.`;
      const whose = type === 'user' ? 'by this user' : 'in this workspace';
      const effect = `Every process rejects requests ${whose} within a second.`;
      const lines = [`${done} ${effect}`, ...reachLines(type, reach)];
      if (reach.paused_runs > 0)
        lines.push(
          `${pausedText(reach)} No line starts. A run is paused when its lines in progress have ended.`,
        );
      return { data: { type, id, changed, ...reach }, lines };
    },
  };
}

function restoration(type: Subject, summary: string): Command {
  const param = paramOf(type);
  return {
    name: `restore ${type}`,
    params: [param],
    options: ['reason'],
    summary,
    async run(app, given): Promise<Report> {
      const id = idOf(given.args[0], param);
      const changed = await apply(app, given, { type, id, is_suspended: false });
      const reach = await readReach(app.db, { type, id });
      const done = changed ? `Restored the ${type}.` : `The ${type} was not suspended.`;
      const lines = [done, ...remainingTexts(type, reach), ...reachLines(type, reach)];
      if (reach.paused_runs > 0)
        lines.push(`${pausedText(reach)} A member has to resume ${reach.paused_runs === 1 ? 'it' : 'them'}.`);
      return { data: { type, id, changed, ...reach }, lines };
    },
  };
}

function paramOf(type: Subject): string {
  return `${type.toUpperCase()}_ID`;
}

function apply(
  app: AdminApp,
  { operator, now }: Given,
  { type, ...change }: { type: Subject; id: string; is_suspended: boolean },
): Promise<boolean> {
  return APPLY[type](app, { ...change, operator, now });
}

/** The suspensions that remain after a restore. Because of them, requests are still rejected. */
function remainingTexts(
  type: Subject,
  { is_owner_suspended, suspended_workspaces }: SuspensionReach,
): string[] {
  if (type === 'workspace')
    return is_owner_suspended ? ['The owner is still suspended: restore the user too.'] : [];
  return suspended_workspaces.map(({ id, name }) =>
    plain(`The workspace "${name}" (${id}) is still suspended: restore it too.`),
  );
}

const pausedText = ({ paused_runs }: SuspensionReach) =>
  `Paused or pausing: ${countText(paused_runs, 'run')}.`;

function reachLines(type: Subject, { owner, workspaces }: SuspensionReach): string[] {
  const names = workspaces.map((name) => `"${name}"`).join(', ');
  return [
    `${type === 'user' ? 'Person' : 'Owner'}: ${plain(personText(owner))}.`,
    `${type === 'user' ? 'Workspaces' : 'Workspace'}: ${plain(names)}.`,
  ];
}
