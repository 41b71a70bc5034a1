// Reports words that docs/glossary.md replaces by others.
import { readFileSync } from 'node:fs';
import { report, repositoryFiles } from './sources.mjs';

/** The files to search, the forbidden words, and the word to use instead. */
const RULES = [
  {
    files:
      /^(README|SECURITY|CHANGELOG|CONTRIBUTING|STYLE)\.md$|^(docs\/(?!adr\/)|bench\/|\.changeset\/|packages\/[a-z-]+\/).*\.md$/,
    words: {
      anew: 'again, from scratch',
      answers: 'response, returns',
      answered: 'returned',
      'by ear': 'by listening',
      'by hand': 'manually',
      'comes to the same': 'is idempotent',
      'in mind': 'caches',
      'passed over': 'skipped',
      refuse: 'reject',
      refused: 'rejected',
      refuses: 'rejects',
      rung: 'retry strategy',
      tells: 'notifies, reports, returns',
      'told of': 'notified',
      whoever: 'the caller, the owner',
      whom: 'the caller, the owner',
      'written down': 'transcribed',
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
    readText(file)
      .split('\n')
      .forEach((line, index) => {
        for (const [word] of line.matchAll(forbidden))
          found.push(`${file}:${index + 1}: “${word}”; write ${words[word]}`);
      });
  }
}
report('words', found);

/** The text of a file. Blocks of code in documents are blank, because they quote programs and their output. */
function readText(file) {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.md')) return text;
  return text.replaceAll(/^```.*\n(?:(?!```).*\n)*```/gm, (block) => block.replaceAll(/.+/g, ''));
}
