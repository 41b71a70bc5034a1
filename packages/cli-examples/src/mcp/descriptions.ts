import type { CatalogOperation } from '@voiceloom/sdk/contract';
import { WRITTEN_EXAMPLE } from '../api/written-graph.ts';
import { takesGraph } from './schema.ts';

/** Descriptions for models, where the API's own describe HTTP or repeat the title. */
const TEXTS: Readonly<Record<string, string>> = {
  'templates.list':
    'Templates: ready-made workflow definitions. Returns public and starter templates. With `favorites_only`, also your private ones.',
  'templates.clone': 'Copies a template into a new workflow of the workspace.',
  'workflows.validate':
    'Validates a definition without saving it. Returns `valid`, and all errors and warnings.',
  'workflows.create':
    'Creates a workflow that can be run. An invalid definition is rejected with all errors, each with its path.',
  'workflows.replace': 'Replaces the name, the description and the definition of a workflow.',
  'workflows.update': 'Changes only the given fields of a workflow. Not available to API keys.',
  'workflows.delete': 'Deletes a workflow; an active run of it is canceled.',
  'workflows.preview':
    'The minimum, expected and maximum cost of a run now, and the problems that would prevent it. Does not start a run.',
  'runs.start':
    'Starts the workflow. Overrides affect only this run. If the definition cannot run, the error names the field by its path.',
  'runs.cancel': 'Cancels a run within a second. Finished lines and their charges remain. Idempotent.',
  'runs.pause': 'Pauses a run. Lines that are being processed are finished.',
  'runs.resume': 'Resumes a paused run. Fails if the run is not paused.',
  'runs.status': 'The current state of a run. Call it again until the run ends, or wait with runs_events.',
  'runs.events':
    'The events of a run. Each call collects events for up to 45 seconds. Call again with `after` until `complete` is true.',
  'runs.data':
    'The lines of a run with their audio and checks in each language. `total` counts the rows that match `search`; `language` does not change it.',
  'runs.download':
    'A signed URL, valid for 15 minutes. The file is the ZIP of an ended run, a list of its audio files with signed URLs, or its pick-ups. For a failed or canceled run, it contains what the run delivered.',
  'runs.download_node': 'Like runs_download, for one output node of the run.',
  'runs.script':
    'A signed URL, valid for 15 minutes, of a file for translators. It contains the lines of a finished run: each source with its translations. The file can be uploaded as a script again.',
  'uploads.create':
    'Creates an upload and returns the signed URL for its bytes. Call uploads_confirm afterwards. Unconfirmed uploads expire after 24 hours.',
  'uploads.confirm':
    'Makes an upload usable after its bytes were sent. They must match the given size and checksum. Idempotent.',
  'uploads.delete': 'Deletes an upload in any state and frees its storage.',
  'reviews.open':
    'Returns the review of a run that has ended, or creates it. Its lines are the lines of the run that have text to speak.',
  'reviews.decide':
    'Stores a decision about a line. Approval needs audio. The same decision again changes only its reason and note.',
  'reviews.decide_many':
    'Stores decisions about several lines, or one decision for all lines of a filter. Lines that have changed in the meantime stay unchanged and are returned as conflicts.',
  'reviews.assign':
    'Assigns lines to a member of the workspace, or to the guests of a share link. A new assignment of a line replaces the previous one.',
  'reviews.unlock': 'Allows later runs to speak approved lines again. Their decisions remain.',
  'reviews.retry_preview': 'The cost of `reviews_retry`. Nothing is stored or charged.',
  'reviews.retry':
    'Starts a run that speaks the selected lines again, by default those that are rejected or need work. All other takes stay.',
  'reviews.create_link':
    'A link that lets people without an account take part in the review. A review has at most 100 active links. Fails if the link would show no lines.',
  'reviews.enter':
    'Returns a token for a guest of a review, for the token of a share link, a name and, if the link has one, its passcode.',
  'reviews.events':
    'The events of a review. Each call collects events for up to 45 seconds. Call again with `after` for later events.',
  'dictionary.replace': 'Replaces a dictionary entry in full; omitted fields get their defaults.',
  'dictionary.delete': 'Deletes a dictionary entry. Existing takes do not change.',
  'dictionary.get': 'One entry of the dictionary.',
  'provider_keys.put':
    'Tests the key at its provider and replaces the stored key. If the provider rejects the key, nothing changes. If the provider cannot be reached, the key is stored as `unverified` and tested later.',
  'delivery_targets.get': 'A delivery target, without its secret.',
  'delivery_targets.put':
    'Tests the key with a small file under the prefix, then stores it encrypted and replaces the target of that name. If the bucket rejects the file, nothing changes. If the location changes, deliveries in progress fail.',
  'deliveries.start':
    'Sends every file of the export of a finished run to the target. If the same delivery is in progress, it is returned. A failed delivery continues where it stopped.',
  'health.live': 'Succeeds while the process runs. Does not check dependencies.',
  'health.ready': 'Whether the database, the storage and the job queue respond.',
};

const GRAPH = `Node IDs can be names, and edges can be arrows between node and port. A complete definition: ${JSON.stringify(WRITTEN_EXAMPLE)}`;

/** The description of a tool for a model, without its title. */
export function descriptionOf(operation: CatalogOperation): string {
  const { id, description, summary } = operation;
  const text = TEXTS[id] ?? (description || `${summary}.`);
  const isExplained = id === 'workflows.validate' || takesGraph(operation);
  if (isExplained) return `${text} ${GRAPH}`;
  return text;
}
