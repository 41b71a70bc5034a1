// Reports words that docs/glossary.md replaces by others.
import { readFileSync } from 'node:fs';
import { report, repositoryFiles } from './sources.mjs';

/** The files to search, the forbidden words, and the word to use instead. */
const RULES = [
  {
    files: /^(README|STYLE|CONTRIBUTING)\.md$|^docs\/(guides|design|[a-z-]+\.md)/,
    words: {
      anew: 'again, from scratch',
      whom: 'the caller, the owner',
      refuses: 'rejects',
      refused: 'rejected',
      rung: 'retry strategy',
      'passed over': 'skipped',
      'comes to the same': 'is idempotent',
    },
  },
  {
    files: /^packages\/[a-z-]+\/src\/.*\.ts$/,
    words: {
      Purse: 'CreditBudget',
      fillPurse: 'reserveBudget',
      Ensemble: 'Fallbacks',
      spareFor: 'fallbackFor',
      cueOf: 'buildSynthesisTask',
      Saying: 'TextPreparation',
      settledRounds: 'awaitPendingVerdicts',
      handBack: 'requeueChunk',
      goOn: 'advanceRun',
      leaveChunk: 'completeChunk',
      Departure: 'Dispatch',
      foresee: 'simulateRun',
      Foresight: 'RunForecast',
      SpeechLanes: 'ConcurrencyLimiter',
      Bell: 'Signal',
      tellOfRun: 'notifyRunEnded',
      sendOn: 'fanOutEvent',
      RunPlace: 'RunRef',
      KeyPlace: 'KeyRef',
      createErrorDoor: 'createErrorHandler',
      FieldFault: 'FieldError',
      turnOf: 'nextPeriod',
      applyTurn: 'rollOver',
    },
  },
];

const found = [];
const files = repositoryFiles();
for (const { files: pattern, words } of RULES) {
  const forbidden = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'g');
  for (const file of files.filter((name) => pattern.test(name) && name !== 'docs/glossary.md')) {
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((line, index) => {
        for (const [word] of line.matchAll(forbidden))
          found.push(`${file}:${index + 1}: “${word}”; write ${words[word]}`);
      });
  }
}
report('words', found);
