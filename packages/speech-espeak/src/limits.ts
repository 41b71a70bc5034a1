// SPDX-License-Identifier: GPL-3.0-or-later

/** Most texts of one request for phonemes, and the longest of them in code points. */
export const MAX_PHONEME_TEXTS = 1_000;
export const MAX_PHONEME_CHARACTERS = 300;

/** Longest text of one line, in code points: about eleven minutes of speech. */
export const MAX_TEXT_CHARACTERS = 10_000;
