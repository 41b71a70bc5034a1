import { countText } from '@voiceloom/text';
import { pauseSuspendedRuns } from '../../engine/index.ts';
import { suspendUser } from '../../features/users/index.ts';
import { readReach, type SuspensionReach, suspendWorkspace } from '../../features/workspaces/index.ts';
import type { AdminApp, Command, CommandInput, Report } from './command.ts';
import { personText, plain } from './output.ts';
import { parseId } from './values.ts';

type Subject = 'user' | 'workspace';

const APPLY = { user: suspendUser, workspace: suspendWorkspace };
/** The requests that a suspension affects. */
const REQUESTS = { user: 'by this user', workspace: 'in this workspace' };
const REACH_TITLES = { user: ['Person', 'Workspaces'], workspace: ['Owner', 'Workspace'] } as const;

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
  const param = getParam(type);
  return {
    name: `suspend ${type}`,
    params: [param],
    options: ['reason'],
    required: ['reason'],
    destroys: true,
    summary,
    async run(app, input) {
      const id = parseId(input.args[0], param);
      if (!input.isApplied) {
        const reach = await readReach(app.db, { type, id });
        const would = `This would pause ${countText(reach.runs - reach.paused_runs, 'run')}.`;
        return { data: { type, id, ...reach }, lines: [...reachLines(type, reach), would] };
      }
      const isChanged = await apply(app, input, { type, id, is_suspended: true });
      // Pauses the runs even if the target was already suspended: an earlier command may have ended before this step.
      await pauseSuspendedRuns(app);
      const reach = await readReach(app.db, { type, id });
      let result = `The ${type} was already suspended.`;
      if (isChanged) result = `Suspended the ${type}.`;
      const effect = `Every process rejects requests ${REQUESTS[type]} within a second.`;
      const lines = [`${result} ${effect}`, ...reachLines(type, reach)];
      if (reach.paused_runs > 0)
        lines.push(
          `${pausedText(reach)} No line starts. A run is paused when its lines in progress have ended.`,
        );
      return { data: { type, id, changed: isChanged, ...reach }, lines };
    },
  };
}

function restoration(type: Subject, summary: string): Command {
  const param = getParam(type);
  return {
    name: `restore ${type}`,
    params: [param],
    options: ['reason'],
    summary,
    async run(app, input): Promise<Report> {
      const id = parseId(input.args[0], param);
      const isChanged = await apply(app, input, { type, id, is_suspended: false });
      const reach = await readReach(app.db, { type, id });
      const lines: string[] = [];
      if (isChanged) lines.push(`Restored the ${type}.`);
      else lines.push(`The ${type} was not suspended.`);
      // The suspensions that remain. Because of them, requests are still rejected.
      if (type === 'workspace' && reach.is_owner_suspended)
        lines.push('The owner is still suspended: restore the user too.');
      if (type === 'user')
        for (const workspace of reach.suspended_workspaces)
          lines.push(
            plain(`The workspace "${workspace.name}" (${workspace.id}) is still suspended: restore it too.`),
          );
      lines.push(...reachLines(type, reach));
      if (reach.paused_runs > 0)
        lines.push(`${pausedText(reach)} A member has to resume ${reach.paused_runs === 1 ? 'it' : 'them'}.`);
      return { data: { type, id, changed: isChanged, ...reach }, lines };
    },
  };
}

function getParam(type: Subject): string {
  return `${type.toUpperCase()}_ID`;
}

function apply(
  app: AdminApp,
  { operator, now }: CommandInput,
  { type, ...change }: { type: Subject; id: string; is_suspended: boolean },
): Promise<boolean> {
  return APPLY[type](app, { ...change, operator, now });
}

const pausedText = ({ paused_runs }: SuspensionReach) =>
  `Paused or pausing: ${countText(paused_runs, 'run')}.`;

function reachLines(type: Subject, { owner, workspaces }: SuspensionReach): string[] {
  const names = workspaces.map((name) => `"${name}"`).join(', ');
  const [person, list] = REACH_TITLES[type];
  return [`${person}: ${plain(personText(owner))}.`, `${list}: ${plain(names)}.`];
}
