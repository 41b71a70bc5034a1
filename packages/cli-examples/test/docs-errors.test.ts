import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './support/docs-blocks.ts';

const folder = join(ROOT, 'docs/guides');
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const FUNCTION = /^data\(\) \{[^\n]*\n(?:.*\n)*?\}$/m;
const withData = guides.filter(({ text }) => text.includes('| data '));
const script = FUNCTION.exec(withData.find(({ name }) => name === 'quickstart.md')?.text ?? '')?.[0] ?? '';

/** Runs the function of the guides on a response. */
function dataOf(response: object, path: string) {
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const input = JSON.stringify(response);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${script}\ndata '${path}'`], {
    ...{ env, input, encoding: 'utf8' },
  });
  return [status, stdout, stderr];
}

test('guides print a part of a response, or the error of the API and no stack', () => {
  expect(dataOf({ data: { id: 'w1' } }, '.id')).toEqual([0, 'w1\n', '']);
  expect(dataOf({ data: [{ id: 'w1' }] }, '[0].id')).toEqual([0, 'w1\n', '']);
  const error = { code: 'NOT_FOUND', message: 'There is no such workflow.' };
  expect(dataOf({ error }, '.url')).toEqual([1, '', 'NOT_FOUND: There is no such workflow.\n']);
});

test('every guide that reads responses defines the same function first', () => {
  expect(withData.length).toBeGreaterThan(5);
  for (const { name, text } of withData) {
    expect([name, FUNCTION.exec(text)?.[0]]).toEqual([name, script]);
    expect(text.indexOf(script)).toBeLessThan(text.indexOf('| data '));
  }
  const direct = guides.filter(({ text }) =>
    /node -p 'JSON\.parse\(require\("fs"\)\.readFileSync\(0\)\)\.data/.test(text),
  );
  expect(direct.map(({ name }) => name)).toEqual([]);
});
