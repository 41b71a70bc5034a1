import { expect, test } from 'vitest';
import { faultOf, parse, read } from './support/script-parse.ts';

test('columns and fields of controls set controls of a line, according to their type', () => {
  const header = 'id,script,controls.stability,Controls.speaker_boost,controls.mood,controls.Bad Name';
  const { lines, reading } = read(`${header}\na,Hi.,0.3,true,"""7""",x\nb,Ho.,null,,-,\n`);
  expect(lines.map(({ controls }) => controls)).toEqual([
    { stability: 0.3, speaker_boost: true, mood: '7' },
    { stability: null, mood: '-' },
  ]);
  expect(reading.columns_used).toContainEqual({ column: 'controls.stability', used_as: 'controls' });
  expect(reading.columns_unused).toEqual(['controls.Bad Name']);
  const controls = { stability: 0.3, mood: null };
  const json = JSON.stringify([
    { script: 'Hi.', controls },
    { script: 'Ho.', controls: null },
  ]);
  expect(parse(json, { format: 'json' }).map((line) => line.controls)).toEqual([controls, undefined]);
});

test('a value that is not flat is an error with its row and column', () => {
  expect(faultOf('id,script,controls.mood\na,Hi.,\nb,Ho.,"{""a"": 1}"\n')).toMatchObject({
    ...{ code: 'INVALID_FIELD', row: 3, column: 'controls.mood' },
    message: 'The value of a control must be text, a number, true, false or null.',
  });
  const columns = Array.from({ length: 51 }, (_, index) => `controls.c${index}`);
  expect(faultOf(`script,${columns.join(',')}\nHi.\n`)).toMatchObject({
    ...{ code: 'INVALID_FIELD', row: 1, column: 'controls.c50' },
    message: 'A line can have at most 50 controls.',
  });
  const fault = (controls: unknown) =>
    faultOf(JSON.stringify([{ script: 'Hi.', controls }]), { format: 'json' });
  expect(fault({ mood: [1] })).toMatchObject({ code: 'INVALID_FIELD', row: 1, column: 'controls.mood' });
  expect(fault({ 'a b': 1 }).message).toBe('"a b" is not the name of a control.');
  expect(fault('calm').message).toContain('must be an object');
  expect(fault({ mood: 'a'.repeat(5_000) }).message).toContain('4096');
});
