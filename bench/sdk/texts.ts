import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

/** Shares of methods and properties of the published declarations that say what they are, and of methods with an example. */
export function documented(stage: Stage): {
  methods: number;
  examples: number;
  properties: number;
  count: number;
} {
  const dist = join(stage.folder, 'node_modules/@voiceloom/sdk/dist');
  const count = { methods: 0, toldMethods: 0, examples: 0, properties: 0, toldProperties: 0 };
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const lines = readFileSync(join(dist, name), 'utf8').split('\n');
    lines.forEach((line, at) => {
      const member = /^\t(?:readonly |static |get |set |async )*(?:'[^']+'|[\w$]+)\??(\(|: )/.exec(line);
      const declared = /^export declare function/.test(line);
      if (!declared && (!member || /^\t(private|#|constructor)/.test(line))) return;
      const told = lines[at - 1]?.trimEnd().endsWith('*/') ?? false;
      if (declared || member?.[1] === '(') {
        count.methods += 1;
        if (told) count.toldMethods += 1;
        const begun = lines.slice(0, at).findLastIndex((one) => one.includes('/**'));
        if (told && lines.slice(begun, at).some((one) => one.includes('@example'))) count.examples += 1;
      } else {
        count.properties += 1;
        if (told) count.toldProperties += 1;
      }
    });
  }
  return {
    methods: share(count.toldMethods, count.methods),
    examples: share(count.examples, count.methods),
    properties: share(count.toldProperties, count.properties),
    count: count.methods,
  };
}
