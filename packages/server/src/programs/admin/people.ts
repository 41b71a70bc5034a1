import { randomUUID } from 'node:crypto';
import { countText } from '@voiceloom/text';
import { notFound } from '../../errors.ts';
import { adjustCreditsAsOperator } from '../../features/credits/index.ts';
import { type FoundUser, findUserById, findUsersByText } from '../../features/users/index.ts';
import { findWorkspacesByText } from '../../features/workspaces/index.ts';
import { UNLIMITED_CREDITS } from '../../ledger/account-plan.ts';
import { hasUnlimitedCredits, readAccountSnapshot } from '../../ledger/credits.ts';
import { type AdminApp, type Command, type CommandInput, type Report, UsageError } from './command.ts';
import { listReport, personText } from './output.ts';
import { parseId, parseLimit } from './values.ts';

export const peopleCommands: Command[] = [
  {
    name: 'users find',
    params: ['TEXT'],
    options: ['limit'],
    summary: 'Find people by email address, name, ID or subject.',
    async run({ db }, { args: [text = ''], options, now }) {
      const limit = parseLimit(options.limit);
      const users = await findUsersByText(db, { text, limit: limit + 1 });
      const rows: (FoundUser & { plan: string | null; balance: number | null })[] = [];
      for (const user of users) {
        const account = await readAccountSnapshot(db, user.id, now);
        const balance = hasUnlimitedCredits(account) ? null : account.balance;
        rows.push({ ...user, plan: account.plan.slug, balance });
      }
      return listReport('users', {
        rows,
        limit,
        columns: [
          ['ID', (user) => user.id],
          ['EMAIL', (user) => user.email],
          ['NAME', (user) => user.name],
          ['PLAN', (user) => user.plan],
          ['BALANCE', (user) => user.balance ?? 'unlimited'],
          ['WORKSPACES', (user) => user.workspaces],
          ['SINCE', (user) => user.created_at],
          ['SUSPENDED', (user) => user.suspended_at],
        ],
      });
    },
  },
  {
    name: 'workspaces find',
    params: ['TEXT'],
    options: ['limit'],
    summary: 'Find workspaces by name, slug, ID or the email address of the owner.',
    async run({ db }, { args: [text = ''], options }) {
      const limit = parseLimit(options.limit);
      const rows = await findWorkspacesByText(db, { text, limit: limit + 1 });
      return listReport('workspaces', {
        rows,
        limit,
        columns: [
          ['ID', (workspace) => workspace.id],
          ['NAME', (workspace) => workspace.name],
          ['SLUG', (workspace) => workspace.slug],
          ['OWNER', (own) => personText({ email: own.owner_email, id: own.owner_id })],
          ['MEMBERS', (workspace) => workspace.members],
          ['SINCE', (workspace) => workspace.created_at],
          ['SUSPENDED', (workspace) => workspace.suspended_at],
          ['OWNER SUSPENDED', (workspace) => workspace.owner_suspended_at],
          ['DELETED', (workspace) => workspace.deleted_at],
        ],
      });
    },
  },
  {
    name: 'credits grant',
    params: ['USER_ID', 'AMOUNT'],
    options: ['reason', 'key'],
    required: ['reason'],
    summary: 'Grant credits. They expire with the current period of the account.',
    run: (app, input) => adjust(app, input, 1),
  },
  {
    name: 'credits revoke',
    params: ['USER_ID', 'AMOUNT'],
    options: ['reason', 'key'],
    required: ['reason'],
    destroys: true,
    summary: 'Revoke credits that are neither spent nor reserved by runs.',
    run: (app, input) => adjust(app, input, -1),
  },
];

const KEY = /^[\w.:@-]{1,100}$/;

async function adjust(app: AdminApp, input: CommandInput, sign: 1 | -1): Promise<Report> {
  const account_id = parseId(input.args[0], 'USER_ID');
  const amountText = input.args[1] ?? '';
  const credits = /^\d{1,10}$/.test(amountText) ? Number(amountText) : 0;
  if (credits < 1 || credits > UNLIMITED_CREDITS)
    throw new UsageError(`AMOUNT must be a whole number of credits from 1 to ${UNLIMITED_CREDITS}.`);
  const key = input.options.key ?? randomUUID();
  if (!KEY.test(key))
    throw new UsageError('--key must have 1 to 100 letters, digits or the characters ". _ : @ -".');
  if (sign < 0 && !input.isApplied) return previewRevoke(app, { account_id, credits, now: input.now });
  const { operator, now } = input;
  const adjustment = { account_id, amount: sign * credits, key, operator, now };
  const { is_new, ...account } = await adjustCreditsAsOperator(app, adjustment);
  const done = `${sign > 0 ? 'Granted' : 'Revoked'} ${countText(credits, 'credit')}.`;
  return {
    data: { user_id: account_id, credits: sign * credits, key, changed: is_new, ...account },
    lines: [
      is_new ? done : `Nothing changed: the key ${key} was used before for the same change.`,
      `The account has ${countText(account.balance, 'credit')}, of which runs hold ${countText(account.held, 'credit')}.`,
    ],
  };
}

async function previewRevoke(
  { db }: AdminApp,
  { account_id, credits, now }: { account_id: string; credits: number; now: Date },
): Promise<Report> {
  if (!(await findUserById(db, account_id))) throw notFound('user');
  const { available } = await readAccountSnapshot(db, account_id, now);
  const possible = available >= credits;
  let line = `This is not possible: ${countText(available, 'credit')} can be revoked.`;
  if (possible)
    line = `The account has ${countText(available, 'credit')} that are not reserved by runs. This would leave ${countText(available - credits, 'credit')}.`;
  return { data: { user_id: account_id, credits: -credits, available, possible }, lines: [line] };
}
