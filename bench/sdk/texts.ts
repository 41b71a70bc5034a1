import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

/** The comment that ends in the line before `at`, or an empty text. */
function commentBefore(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.trimEnd().endsWith('*/')) return '';
  const begun = lines.slice(0, at).findLastIndex((line) => line.includes('/**'));
  return lines.slice(begun, at).join('\n');
}

/** Whether the example of a class or interface uses its member. */
const showsMember = (comment: string, name: string) =>
  new RegExp(`@example\\n[^]*\\b${name}\\b`).test(comment);

const MEMBER = /^\t(?:readonly |static |get |set |async )*(?:'[^']+'|([\w$]+))\??(\(|: )/;
const NAMED = /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) /;

/** A method or property of the published declarations: its place and description, and whether an example uses it. */
type Member = { place: string; name: string; isMethod: boolean; description: string; isShown: boolean };

function membersIn(file: string, text: string): Member[] {
  const lines = text.split('\n');
  let declaration = '';
  return lines.flatMap((line, at) => {
    const comment = commentBefore(lines, at);
    if (NAMED.test(line)) declaration = comment;
    const member = MEMBER.exec(line);
    const declared = /^export declare function/.test(line);
    if (!declared && (!member || /^\t(private|#|constructor)/.test(line))) return [];
    const isMethod = declared || member?.[2] === '(';
    const ofClass = !declared && showsMember(declaration, member?.[1] ?? '');
    const isShown = comment.includes('@example') || ofClass;
    const place = `${file}:${at + 1} ${line.trim()}`;
    return [{ place, name: member?.[1] ?? '', isMethod, description: comment, isShown }];
  });
}

/** Every method and property of the declarations in `dist`. */
export function members(dist: string): Member[] {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  );
  return names.flatMap((name) => membersIn(name, readFileSync(join(dist, name), 'utf8')));
}

/**
 * The shares of the methods in the published declarations that have a description, and that are used in an example of
 * the method, its class or its interface.
 */
export function documented(stage: Stage): { methods: number; examples: number } {
  const methods = members(join(stage.folder, 'node_modules/@voiceloom/sdk/dist')).filter(
    ({ isMethod }) => isMethod,
  );
  return {
    methods: share(methods.filter(({ description }) => description !== '').length, methods.length),
    examples: share(methods.filter(({ isShown }) => isShown).length, methods.length),
  };
}
