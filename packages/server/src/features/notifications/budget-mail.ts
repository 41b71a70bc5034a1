import type { App } from '../../app.ts';
import type { Db, Row } from '../../db/index.ts';
import { type BudgetAlert, describeUse } from '../../ledger/budgets.ts';
import { buildStudioPage, mailContent, postMails, toSingleLine } from '../mail/index.ts';

/**
 * Sends an email about a used-up budget to the owner and the admins of its workspace. The period stores which percentage
 * was sent, in the transaction that adds the emails, so a repeated job adds none.
 */
export async function notifyBudgetReached(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'config' | 'baseUrl' | 'signingSecret'>,
  { budget_id, starts_at, percent }: BudgetAlert,
): Promise<void> {
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const budget = await tx
      .selectFrom('budget')
      .selectAll()
      .where('id', '=', budget_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!budget) return;
    const period = await tx
      .updateTable('budget_period')
      .set({ mailed_percent: percent })
      .where('budget_id', '=', budget_id)
      .where('starts_at', '=', new Date(starts_at))
      .where('mailed_percent', '<', percent)
      // The budget may have been raised in the meantime.
      .where('alerted_percent', '>=', percent)
      .returningAll()
      .executeTakeFirst();
    if (!period) return;
    const people = await listReaders(tx, budget.workspace_id);
    const page = buildStudioPage(app, '/usage', budget.workspace_id);
    const contents = people.map(({ email, workspace_name }) => {
      const name = toSingleLine(budget.name);
      const paragraphs = [
        `The budget "${name}" of the workspace "${toSingleLine(workspace_name)}" is used up to ${percent}%: ${describeUse(budget, period)}.`,
        describeEffect(budget, percent),
      ];
      const action = page === undefined ? undefined : { label: 'Open the usage', url: page };
      return mailContent(email, { subject: `Budget "${name}": ${percent}% used`, paragraphs, action });
    });
    await postMails(app, tx, { kind: 'budget_reached', contents, now });
  });
}

/** What happens to runs when the budget is used up. `percent`: how much of it is used when the message is written. */
function describeEffect({ action, period }: Row<'budget'>, percent: number): string {
  const end = `until the ${period} ends (UTC) or the budget is raised`;
  if (action === 'warn') return 'The budget only warns: runs continue.';
  if (percent < 100) {
    const effect = action === 'pause' ? 'runs pause' : 'lines fail and no run starts';
    return `When it is used up, ${effect}, ${end}.`;
  }
  if (action === 'pause') return `Runs pause ${end}. Resume them afterwards.`;
  return `Lines fail and no run starts ${end}.`;
}

/** The owner and the admins of a workspace who have a verified address. */
async function listReaders(
  db: Db,
  workspaceId: string,
): Promise<{ email: string; workspace_name: string }[]> {
  const rows = await db
    .selectFrom('workspace')
    .innerJoin('workspace_member as member', 'member.workspace_id', 'workspace.id')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .select(['app_user.email', 'workspace.name as workspace_name'])
    .distinct()
    .where('workspace.id', '=', workspaceId)
    .where('workspace.deleted_at', 'is', null)
    .where('app_user.email_verified', '=', true)
    .where((eb) =>
      eb.or([eb('member.role', '=', 'admin'), eb('app_user.id', '=', eb.ref('workspace.owner_id'))]),
    )
    .execute();
  return rows.flatMap(({ email, workspace_name }) => (email === null ? [] : [{ email, workspace_name }]));
}
