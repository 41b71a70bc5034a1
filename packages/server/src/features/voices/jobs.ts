import { defineHousekeeping } from '../../jobs/index.ts';
import { syncVoices } from './sync.ts';

export const voices = defineHousekeeping('voices', syncVoices);
