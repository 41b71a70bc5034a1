import { CreateWorkflow, exampleOf, ReviewLinkInput } from '@voiceloom/contract';
import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { fullPipeline } from './definitions.ts';
import { createMember, type Member } from './factories.ts';
import { ownedIds } from './matrix.ts';
import { insertRun, insertWorkflow, type LinePlan } from './run-factory.ts';
import { putBytes } from './uploads.ts';

/** A caller, and one of every resource that the examples of the document name. */
export interface ExampleScene {
  member: Member;
  ids: Record<string, string>;
}

/** The target of the examples: a service and its payment processor. */
export interface ExampleServer {
  server: TestApp;
  payments: StripeEmulator;
}

type Place = ExampleScene & ExampleServer;

/** Further resources that some operations need. Returns the IDs that it changed. */
const PREPARE: Record<string, (place: Place) => Promise<Record<string, string>>> = {
  'users.subscribe': async (place) => {
    await addCard(place);
    return {};
  },
  'users.change_plan': async (place) => {
    await addCard(place);
    const rows = await paidPlans(place.server);
    const plan_id = rows[1]?.id ?? '';
    await sent(place, 'POST', '/api/v1/users/me/subscription', { plan_id: rows[0]?.id });
    return { plan_id };
  },
  'members.update': async ({ server, member }) => ({ member_id: await secondMember(server, member) }),
  'uploads.confirm': (place) => sendBytes(place, 'trailer.txt', TRAILER),
  'uploads.script': confirmedSheet,
  'runs.start': withExampleWorkflow,
  'workflows.preview': withExampleWorkflow,
  'workflows.estimate': withExampleWorkflow,
  'voices.refresh': withProviderKey,
  'voices.preview': embeddedVoice,
  'dictionary.preview': withExampleWorkflow,
  'reviews.decide': openReview,
  'reviews.decide_many': openReview,
  'reviews.comment': openReview,
  'reviews.update_comment': commentedReview,
  'reviews.assign': openReview,
  'reviews.create_link': openReview,
  'reviews.enter': sharedReview,
  'reviews.retry_preview': openReview,
  'reviews.retry': openReview,
  'reviews.unlock': openReview,
  'runs.resume': pausedRunIds,
  'runs.retry': completedRunIds,
  'runs.script': completedRunIds,
  'deliveries.start': async (place) => {
    await insertTarget(place);
    return completedRunIds(place);
  },
};

/** A new member with one of everything, ready for `operation`. */
export async function exampleScene(place: ExampleServer, operation = ''): Promise<ExampleScene> {
  const { server } = place;
  const member = await createMember(server);
  const ids: Record<string, string> = { ...(await ownedIds(server, member)), user_id: member.user_id };
  ids.plan_id = (await paidPlans(server))[0]?.id ?? '';
  const changed = await PREPARE[operation]?.({ ...place, member, ids });
  return { member, ids: { ...ids, ...changed } };
}

/** Makes the default plan allow everything that the examples do. */
export async function liftLimits({ app: { db } }: TestApp): Promise<void> {
  const plans = db.selectFrom('plan').selectAll().where('is_default', '=', true);
  const { id, limits } = await plans.executeTakeFirstOrThrow();
  const open = { ...limits, workspaces_per_owner: 'unlimited', seats: 'unlimited', byok_enabled: 1 };
  await db
    .updateTable('plan')
    .set({ limits: JSON.stringify(open) })
    .where('id', '=', id)
    .execute();
}

async function paidPlans({ app: { db } }: TestApp) {
  const plans = db.selectFrom('plan').select('id').where('tier', '=', 'paid');
  return plans.orderBy('display_order').execute();
}

/** Adds a card as a browser does, and makes it the default. */
async function addCard(place: Place): Promise<void> {
  const path = '/api/v1/users/me/payment-methods';
  const setup = await sent(place, 'POST', path);
  place.payments.control.confirmSetupIntent(setup.client_secret.split('_secret')[0], 'pm_card_visa');
  const [card] = await sent(place, 'GET', path);
  await sent(place, 'PUT', `${path}/${card.id}/default`);
}

/** The data of a response that must be successful. */
async function sent({ server, member }: Place, method: string, path: string, body?: unknown) {
  const answer = await server.request(method, path, { as: member, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body.data;
}

async function secondMember(server: TestApp, { workspace_id }: Member): Promise<string> {
  const { user_id } = await createMember(server, { workspace_id, role: 'editor' });
  const members = server.app.db.selectFrom('workspace_member').select('id');
  return (
    await members
      .where('user_id', '=', user_id)
      .where('workspace_id', '=', workspace_id)
      .executeTakeFirstOrThrow()
  ).id;
}

const TRAILER = 'The harbor sleeps.\nOne light is awake.';
const SHEET = `String ID,Speaker,Language,EN-US,Context,Direction,Max ms,Max chars
1,Mara,en-us,The harbor sleeps.,Night,whispering,4000,80`;

async function confirmedSheet(place: Place): Promise<Record<string, string>> {
  const ids = await sendBytes(place, 'game.csv', SHEET);
  const body = { context_type: 'workflow', context_id: place.ids.workflow_id };
  await sent(place, 'POST', `/api/v1/uploads/${ids.upload_id}`, body);
  return ids;
}

async function sendBytes(place: Place, filename: string, text: string): Promise<Record<string, string>> {
  const body = { filename, category: 'script' };
  const { upload, upload_url } = await sent(place, 'POST', '/api/v1/uploads', body);
  const stored = await putBytes(upload_url, text, upload.content_type);
  if (!stored.ok) throw new Error(`The bytes were not taken: ${stored.status}`);
  return { upload_id: upload.id };
}

/** A runnable workflow from the example. */
const exampleWorkflow = (place: Place) => sent(place, 'POST', '/api/v1/workflows', exampleOf(CreateWorkflow));

async function embeddedVoice({ server }: Place): Promise<Record<string, string>> {
  const voices = server.app.db.selectFrom('voice').select('id').where('provider', '=', 'espeak');
  const active = voices.where('workspace_id', 'is', null).where('is_active', '=', true).limit(1);
  const { id } = await active.executeTakeFirstOrThrow();
  return { voice_id: id };
}

async function withExampleWorkflow(place: Place): Promise<Record<string, string>> {
  return { workflow_id: (await exampleWorkflow(place)).id };
}

/** A target that receives nothing in these tests. */
async function insertTarget({ server: { app }, member }: Place): Promise<void> {
  const [id, now] = [newId(), new Date()];
  const { workspace_id, user_id: created_by } = member;
  const place = { endpoint: null, region: 'us-east-1', bucket: 'audio', prefix: '', path_style: false };
  const key = { access_key_preview: '', encrypted_credentials: Buffer.alloc(1) };
  const times = { checked_at: now, created_at: now, updated_at: now };
  await app.db
    .insertInto('delivery_target')
    .values({ id, workspace_id, name: 'game-builds', ...place, ...key, created_by, ...times })
    .execute();
}

async function completedRunIds(place: Place): Promise<Record<string, string>> {
  const { id, workflow } = await completedRun(place);
  return { run_id: id, workflow_id: workflow.id };
}

async function pausedRunIds(place: Place): Promise<Record<string, string>> {
  const ids = await completedRunIds(place);
  await place.server.app.db
    .updateTable('run')
    .set({ status: 'paused', completed_at: null, paused_at: new Date() })
    .where('id', '=', ids.run_id ?? '')
    .execute();
  return ids;
}

/** A key whose voices were not listed in the last seconds. */
async function withProviderKey(place: Place): Promise<Record<string, string>> {
  await sent(place, 'PUT', '/api/v1/provider-keys/elevenlabs', { api_key: 'example-key' });
  await place.server.app.db
    .updateTable('provider_key')
    .set({ voices_attempted_at: null })
    .where('workspace_id', '=', place.member.workspace_id)
    .execute();
  return {};
}

/** The review of a completed run, and the take of its first line. */
async function openReview(place: Place): Promise<Record<string, string>> {
  const run = await completedRun(place);
  const review_id = (await sent(place, 'POST', `${run.path}/review`)).id;
  const first = await sent(place, 'GET', `/api/v1/reviews/${review_id}/items/1`);
  return { review_id, audio_id: first.takes[0].audio_id };
}

async function commentedReview(place: Place): Promise<Record<string, string>> {
  const ids = await openReview(place);
  const path = `/api/v1/reviews/${ids.review_id}/items/1/comments`;
  const comment_id = (await sent(place, 'POST', path, { body: 'Too fast here.' })).id;
  return { ...ids, comment_id };
}

/** The secret of a link with the example's passcode. */
async function sharedReview(place: Place): Promise<Record<string, string>> {
  const ids = await openReview(place);
  const body = exampleOf(ReviewLinkInput);
  const { url } = await sent(place, 'POST', `/api/v1/reviews/${ids.review_id}/links`, body);
  return { share_token: new URL(url).hash.slice(1) };
}

async function completedRun(place: Place) {
  const texts = ['The harbor sleeps.', 'One light is awake.'];
  const workflow = await insertWorkflow(place, fullPipeline({ text: texts.join('\n') }));
  const lines = texts.map((script, line_index): LinePlan => {
    const line_id = `L0000${line_index + 1}`;
    return { line_id, line_index, script, locale_code: 'en-us', takes: [{}], status: 'delivered' };
  });
  lines.push({ ...lines[0], line_id: 'L00003', line_index: 2, locale_code: 'de-de' } as LinePlan);
  return insertRun(place, workflow, { status: 'completed', lines, run_number: 1_000 });
}
