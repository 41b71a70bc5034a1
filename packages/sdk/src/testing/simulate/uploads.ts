import { blanks } from '../../generated/test-contract.ts';
import type { CreateUpload, Upload } from '../../generated/types.ts';
import { ApiError, invalid, malformed, notFound } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { World } from '../world.ts';
import { allows, limitsIn } from './account.ts';
import { membershipOf } from './members.ts';
import { change, ownAll } from './own.ts';
import { sha256 } from './sha256.ts';
import { uploadScript } from './upload-script.ts';
import { announce } from './webhook-sending.ts';

const LINK_MS = 900_000;
const AUDIO = ['wav', 'mp3', 'm4a', 'ogg', 'flac', 'webm'];
const FORMATS = {
  script: ['txt', 'csv', 'tsv', 'srt', 'vtt', 'json', 'xliff', 'xlf', 'docx'],
  audio: AUDIO,
  dictionary: AUDIO,
} as const;
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};

/** An upload with a fresh address of its bytes once it is confirmed. */
export function uploadView(world: World, upload: Upload): Upload {
  const bytes = world.bytes.get(upload.id);
  if (upload.status !== 'confirmed' || bytes === undefined) return { ...upload, download_url: null };
  const { filename, content_type } = upload;
  const expires_at = world.clock.now() + LINK_MS;
  return { ...upload, download_url: world.link({ bytes, filename, content_type, expires_at }) };
}

function formatOf({ filename, category }: CreateUpload): string {
  const format = /[^/\\]\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const allowed: readonly string[] = FORMATS[category];
  if (allowed.includes(format)) return format;
  throw malformed({
    field: 'body.filename',
    message: `A ${category} upload is one of: ${allowed.join(', ')}.`,
  });
}

function addUpload(world: World, caller: Caller, body: CreateUpload): Upload {
  const format = formatOf(body);
  const now = world.clock.iso();
  const upload: Upload = {
    ...blanks.Upload,
    id: world.newId(),
    user_id: caller.user_id,
    workspace_id: caller.workspace_id,
    filename: body.filename,
    category: body.category,
    content_type: TYPES[format] ?? 'application/octet-stream',
    format,
    status: 'pending',
    size_bytes: body.size_bytes ?? null,
    checksum_sha256: body.checksum_sha256?.toLowerCase() ?? null,
    download_url: null,
    context_type: null,
    context_id: null,
    char_count: null,
    line_count: null,
    created_at: now,
    updated_at: now,
  };
  world.uploads.set(upload.id, upload);
  return upload;
}

async function arrived(world: World, upload: Upload) {
  const bytes = world.bytes.get(upload.id);
  const refuse = (message: string) => invalid({ field: 'params.upload_id', message });
  if (bytes === undefined) throw refuse('The bytes of this upload have not arrived.');
  if (upload.size_bytes !== null && upload.size_bytes !== bytes.length) {
    throw refuse(`The file has ${bytes.length} bytes, not the ${upload.size_bytes} that were announced.`);
  }
  const checksum = await sha256(bytes);
  if (upload.checksum_sha256 !== null && upload.checksum_sha256 !== checksum) {
    throw refuse('The file does not match its checksum.');
  }
  return { bytes, checksum };
}

/** Script files are counted as lines of text. */
function countsOf({ category }: Upload, bytes: Uint8Array) {
  if (category !== 'script') return { char_count: null, line_count: null };
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return {
    char_count: lines.reduce((sum, line) => sum + [...line.trim()].length, 0),
    line_count: lines.length,
  };
}

const MAX_PENDING = 2_000;

function refuseTooMany(world: World, caller: Caller): void {
  const pending = ownAll(world.uploads, caller).filter(({ status }) => status === 'pending');
  if (pending.length < MAX_PENDING) return;
  const message = `A workspace has at most ${MAX_PENDING} uploads that are not confirmed; confirm or delete some first.`;
  throw new ApiError('CONFLICT', message);
}

/** Refuses a file that the storage of the workspace has no room for. */
function refuseOverPlan(world: World, workspace_id: string, size: number): void {
  const limit = limitsIn(world, workspace_id).storage_bytes_per_workspace;
  const own = [...world.uploads.values()].filter((one) => one.workspace_id === workspace_id);
  const used = own.reduce((sum, one) => sum + (one.status === 'confirmed' ? (one.size_bytes ?? 0) : 0), 0);
  if (allows(limit, used + size - 1)) return;
  throw new ApiError('STORAGE_LIMIT_EXCEEDED', 'The file does not fit into the storage of the workspace.');
}

/** Where a confirmation takes place: a token may leave it to the workflow. */
function placeOf(world: World, caller: Caller, workflowId: string): string {
  if (caller.kind === 'api_key' || caller.is_named) return caller.workspace_id;
  const place = world.workflows.get(workflowId)?.workspace_id;
  const role = place && membershipOf(world, caller.user_id, place)?.role;
  if (!role) return caller.workspace_id;
  if (role !== 'viewer') return place;
  throw new ApiError('FORBIDDEN', 'This needs the role editor in the workspace; yours is viewer.');
}

/** An upload of a workspace, or in any workspace of the person who made it; a key sees its own workspace alone. */
function uploadOf(world: World, caller: Caller, { id, place }: { id: string; place: string }): Upload {
  const upload = world.uploads.get(id.toLowerCase());
  const isOwn = upload?.user_id === caller.user_id && caller.kind === 'jwt';
  if (upload === undefined || !(isOwn || upload.workspace_id === place)) throw notFound('upload');
  return upload;
}

/** Uploads are deleted by the person who made them and by admins of their workspace. */
function deletable(world: World, caller: Caller, id: string): Upload {
  const upload = world.uploads.get(id.toLowerCase());
  if (upload === undefined) throw notFound('upload');
  const { workspace_id, user_id } = upload;
  const isAllowed =
    user_id === caller.user_id || membershipOf(world, caller.user_id, workspace_id)?.role === 'admin';
  const isInReach = caller.kind === 'jwt' || workspace_id === caller.workspace_id;
  if (isAllowed && isInReach) return upload;
  throw notFound('upload');
}

type Placed = Pick<Upload, 'workspace_id'> & { workflowId: string };

async function confirm(world: World, upload: Upload, { workspace_id, workflowId }: Placed): Promise<Upload> {
  const { bytes, checksum } = await arrived(world, upload);
  const size_bytes = bytes.length;
  // Somebody else may have been faster while the bytes were read.
  if (upload.status !== 'pending') return upload;
  refuseOverPlan(world, workspace_id, size_bytes);
  const context = { context_type: 'workflow', context_id: workflowId } as const;
  const placed = { ...context, status: 'confirmed', workspace_id } as const;
  change(
    upload,
    { ...placed, size_bytes, checksum_sha256: checksum, ...countsOf(upload, bytes) },
    world.clock,
  );
  const { id: upload_id, filename, category } = upload;
  const data = { upload_id, filename, category, size_bytes, workflow_id: workflowId };
  await announce(world, workspace_id, { type: 'upload.confirmed', data });
  return upload;
}

/** Uploads. Their bytes are taken at the address that `create` gives. */
export const uploadHandlers: Handlers = {
  'uploads.create': ({ world, caller, body }) => {
    refuseTooMany(world, caller);
    const upload = addUpload(world, caller, body);
    const ticket = world.newWord();
    world.tickets.set(ticket, upload.id);
    return { data: { upload, upload_url: `${world.options.baseUrl}/test-uploads/${ticket}` } };
  },
  'uploads.confirm': async ({ world, caller, params, body }) => {
    const workspace_id = placeOf(world, caller, body.context_id);
    const upload = uploadOf(world, caller, { id: params.upload_id, place: workspace_id });
    const workflow = world.workflows.get(body.context_id);
    if (workflow?.workspace_id !== workspace_id) throw notFound('workflow');
    if (upload.status === 'pending') await confirm(world, upload, { workspace_id, workflowId: workflow.id });
    else if (upload.context_id !== workflow.id) {
      throw invalid({ field: 'body.context_id', message: 'The upload belongs to another workflow already.' });
    }
    return { data: uploadView(world, upload) };
  },
  'uploads.script': ({ world, caller, params, query }) => {
    const upload = world.uploads.get(params.upload_id.toLowerCase());
    if (upload?.workspace_id !== caller.workspace_id) throw notFound('upload');
    return { data: uploadScript(world, upload, query.source_language) };
  },
  'uploads.delete': ({ world, caller, params }) => {
    const { id } = deletable(world, caller, params.upload_id);
    world.uploads.delete(id);
    world.bytes.delete(id);
    return { data: {} };
  },
};
