import { ADAPTERS } from '../../src/providers/speech/index.ts';
import { SPEECH_EMULATORS } from '../support/speech-emulators/index.ts';
import { speechConformance } from './speech-conformance.ts';

// Every adapter must have a provider to test it.
for (const adapter of ADAPTERS) {
  const emulator = SPEECH_EMULATORS.get(adapter.id);
  if (!emulator) throw new Error(`${adapter.id} has no emulator in test/support/speech-emulators`);
  speechConformance(adapter, emulator);
}
