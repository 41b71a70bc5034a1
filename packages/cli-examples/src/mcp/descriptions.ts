import type { CatalogOperation } from '@voiceloom/sdk/catalog';
import { WRITTEN_EXAMPLE } from '../api/written-graph.ts';
import { takesGraph } from './schema.ts';

/** What a model reads of a tool where the words of the API speak of requests and answers, or need their title. */
const TEXTS: Readonly<Record<string, string>> = {
  'templates.list':
    'Finished workflow definitions to begin with: public and starter templates, with `favorites_only` also private ones of your own.',
  'templates.clone': 'Copies a template into a new workflow of the workspace.',
  'templates.get': 'A template with its definition: one of the workspace, or a public or starter one.',
  'workflows.list': 'Workflows of the workspace, last changed first unless `sort` says otherwise.',
  'workflows.validate':
    'Checks a definition as a save does, and saves nothing. The result says whether it is `valid`, with all errors and warnings.',
  'workflows.create':
    'Makes a workflow that can be run. A wrong definition is refused with all its faults, each with its path.',
  'workflows.get': 'One workflow with its definition.',
  'workflows.replace': 'Puts a new name, description and definition in the place of those of a workflow.',
  'workflows.update': 'Changes the given fields of a workflow, and no others. API keys may not.',
  'workflows.delete': 'Deletes a workflow; an active run of it is cancelled.',
  'workflows.uploads': 'Confirmed uploads of a workflow, also those that only its source nodes name.',
  'workflows.preview':
    'What a run would cost now, at least, as expected and at most, and what stands in its way. Starts nothing.',
  'runs.start':
    'Starts the workflow. Overrides touch only this run. A definition that cannot run is refused, node and field named.',
  'runs.cancel': 'Stops a run within a second; finished lines and their charge stay. May be repeated.',
  'runs.pause': 'Begins nothing new in a run; what is done stays done.',
  'runs.resume': 'Goes on with a paused run; any other is refused.',
  'runs.status': 'The state of a run now: ask again until it has ended, or wait with runs_events.',
  'runs.events':
    'What happens in a run, as it happens: many events at a time, or those of 45 seconds. Call again with `after` until `complete` is true.',
  'runs.outputs': 'What each output node of a run delivers.',
  'runs.data':
    'The lines of a run with their audio and checks in each language. `total` counts rows after `search`, not after `language`.',
  'runs.download':
    'A signed address, for 15 minutes, of the ZIP of a run that has ended, of a list of its audio files with a signed address each, or of the lines to pick up. A failed or cancelled run has what it delivered.',
  'runs.download_node': 'As runs_download, for one output node of the run.',
  'runs.script':
    'A signed address, for 15 minutes, of the lines of a run that has ended as a file for translators: sources with their translations. The file can be uploaded as a script again.',
  'runs.audio_url': 'A fresh signed address of the audio of one take, for 15 minutes.',
  'uploads.create':
    'Announces a file and answers the signed address that takes its bytes; then uploads_confirm. Uploads that are not confirmed expire in 24 hours.',
  'uploads.confirm':
    'Makes an upload usable once its bytes are there; they must match size and checksum where given. May be repeated.',
  'uploads.delete': 'Deletes an upload in any state; its bytes are given back to the storage allowance.',
  'nodes.list': 'All node types with their ports and the fields of their config: what a workflow is made of.',
  'nodes.get': 'One node type with its ports, its category and the options of its config fields.',
  'dictionary.list': 'How words are said: the entries of the workspace by word.',
  'dictionary.replace': 'Replaces a dictionary entry in full; fields that are left out get their defaults.',
  'dictionary.delete': 'Deletes a dictionary entry. Takes that were made with it stay as they are.',
  'dictionary.get': 'One entry of the dictionary.',
  'provider_keys.put':
    'Tries the key at its provider and replaces the stored one. A key that the provider refuses changes nothing; while the provider cannot be reached the key is kept as `unverified` and tried again later.',
  'delivery_targets.get': 'A place that exports are delivered to, without its secret.',
  'delivery_targets.put':
    'Tries the key by putting a small file under the prefix and removing it, then keeps it sealed and replaces what had the name before. What the bucket refuses changes nothing. Deliveries under way to a target whose place changes end as failed.',
  'deliveries.start':
    'Puts every file of the export of an ended run under the prefix of the target. While the same is under way, that delivery is answered; one that failed goes on where it stopped.',
  'health.ready': 'Whether database, storage and job queue answer, and which of them do not.',
};

const GRAPH = `Ids of nodes may be names, and edges arrows of node and port. A complete definition: ${JSON.stringify(WRITTEN_EXAMPLE)}`;

/** What a tool does, for a model. Its title is not said again. */
export function descriptionOf(operation: CatalogOperation): string {
  const { id, description, summary } = operation;
  const text = TEXTS[id] ?? (description || `${summary}.`);
  const isExplained = id === 'workflows.validate' || takesGraph(operation);
  return isExplained ? `${text} ${GRAPH}` : text;
}
