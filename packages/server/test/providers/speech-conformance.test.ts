import { openaiCompatible } from '../../src/providers/speech/openai-compatible.ts';
import { openaiCompatiblePartner } from '../support/speech-partners/openai-compatible.ts';
import { speechConformance } from './speech-conformance.ts';

speechConformance(openaiCompatible, openaiCompatiblePartner);
