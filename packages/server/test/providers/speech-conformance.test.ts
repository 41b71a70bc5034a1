import { ADAPTERS } from '../../src/providers/speech/index.ts';
import { SPEECH_PARTNERS } from '../support/speech-partners/index.ts';
import { speechConformance } from './speech-conformance.ts';

// Every adapter must have a partner to test it.
for (const adapter of ADAPTERS) {
  const partner = SPEECH_PARTNERS.get(adapter.id);
  if (!partner) throw new Error(`${adapter.id} has no partner in test/support/speech-partners`);
  speechConformance(adapter, partner);
}
