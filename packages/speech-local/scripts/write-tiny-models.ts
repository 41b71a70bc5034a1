// Writes the tiny models to a folder, for tests and for trying local models without a download:
// node packages/speech-local/scripts/write-tiny-models.ts FOLDER
import { writeTinyModels } from '../src/tiny/tiny-models.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  process.stderr.write('Usage: node packages/speech-local/scripts/write-tiny-models.ts FOLDER\n');
  process.exit(1);
}
await writeTinyModels(folder);
process.stdout.write(`Wrote tiny-voice and tiny-ears to ${folder}.\n`);
