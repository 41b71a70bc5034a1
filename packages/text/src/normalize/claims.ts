import { cover, TAKEN } from './markup.ts';
import type { Change, Language, NormalizerKind, Rule } from './types.ts';

const CONTEXT = 40;
const DIGIT = /\d/;

export interface Claim extends Change {
  /** Claimed by a disabled rule: stays unchanged. */
  silent: boolean;
}

/**
 * The matches of each rule, in rule order. Later rules do not see what an earlier rule matched. A disabled
 * rule also claims its matches; otherwise, an unchanged date would be read as three numbers.
 */
export function findClaims(
  readable: string,
  { rules }: Language,
  kinds: ReadonlySet<NormalizerKind>,
): Claim[] {
  const claims: Claim[] = [];
  let open = readable;
  let digits = DIGIT.test(open);
  for (const rule of rules) {
    if (rule.digits && !digits) continue;
    const found = findWith(rule, open, !kinds.has(rule.kind));
    if (found.length === 0) continue;
    for (const claim of found) claims.push(claim);
    open = cover(open, found, TAKEN);
    digits = DIGIT.test(open);
  }
  return claims.sort((one, other) => one.start - other.start);
}

function findWith(rule: Rule, text: string, silent: boolean): Claim[] {
  const claims: Claim[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const [written] = match;
    const [start, end] = [match.index, match.index + written.length];
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    const after = text.slice(end, end + CONTEXT);
    const spoken = rule.say({ text: written, groups: match.groups ?? {}, before, after });
    if (spoken === undefined || written === '') continue;
    claims.push({ start, end, written, spoken, kind: rule.kind, silent });
  }
  return claims;
}
