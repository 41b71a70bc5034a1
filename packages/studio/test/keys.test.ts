import { expect, test } from 'vitest';
import { toCommand } from '../src/screens/review/keys.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}, areOn = true) =>
  toCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, areOn);

test('single-key shortcuts can be turned off, and browser shortcuts stay untouched', () => {
  expect([press('a'), press('A'), press('3'), press('J', { shiftKey: true })]).toEqual([
    'approve',
    'approve',
    { take: 3 },
    'select_next',
  ]);
  expect([press('a', {}, false), press('3', {}, false), press('?', { shiftKey: true }, false)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([press('ArrowDown', {}, false), press(' ', {}, false)]).toEqual(['next', 'play']);
  expect([press('r', { ctrlKey: true }), press('c', { metaKey: true })]).toEqual([undefined, undefined]);
});
