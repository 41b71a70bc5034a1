import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

/** The comment that ends in the line before `at`; an empty text where none does. */
function commentBefore(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.trimEnd().endsWith('*/')) return '';
  const begun = lines.slice(0, at).findLastIndex((line) => line.includes('/**'));
  return lines.slice(begun, at).join('\n');
}

/** Whether the example of a class or interface uses its member. */
const showsMember = (comment: string, name: string) =>
  new RegExp(`@example\\n[^]*\\b${name}\\b`).test(comment);

/**
 * Shares of methods and properties of the published declarations that say what they are, and of methods that an
 * example of their own, or of their class or interface, uses.
 */
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
    let declaration = '';
    lines.forEach((line, at) => {
      const member = /^\t(?:readonly |static |get |set |async )*(?:'[^']+'|([\w$]+))\??(\(|: )/.exec(line);
      const declared = /^export declare function/.test(line);
      const comment = commentBefore(lines, at);
      if (/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) /.test(line))
        declaration = comment;
      if (!declared && (!member || /^\t(private|#|constructor)/.test(line))) return;
      if (declared || member?.[2] === '(') {
        count.methods += 1;
        if (comment !== '') count.toldMethods += 1;
        const inDeclaration = !declared && showsMember(declaration, member?.[1] ?? '');
        if (comment.includes('@example') || inDeclaration) count.examples += 1;
      } else {
        count.properties += 1;
        if (comment !== '') count.toldProperties += 1;
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
