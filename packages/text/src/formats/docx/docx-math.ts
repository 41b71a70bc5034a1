import { loweredDigits, raisedDigits } from '../../locales/raised-digits.ts';
import type { XmlElement } from '../xml/xml-reader.ts';

/** The XML namespaces of equations: the usual one and the strict one. */
const MATH = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
]);

interface MathNode {
  name: string;
  text: string;
  /** The value of a property. */
  value: string | undefined;
  children: MathNode[];
}

export const isMath = ({ uri }: XmlElement): boolean => MATH.has(uri);

/** Collects the elements of an equation, and writes it on one line. */
export function createEquation() {
  const root: MathNode = { name: '', text: '', value: undefined, children: [] };
  const open: MathNode[] = [root];
  return {
    open(element: XmlElement): void {
      const node: MathNode = {
        name: element.name,
        text: '',
        value: element.attribute('val', element.uri),
        children: [],
      };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    text(text: string): void {
      const node = open.at(-1);
      if (node?.name === 't') node.text += text;
    },
    /** Whether the equation goes on. */
    close(): boolean {
      open.pop();
      return open.length > 1;
    },
    toText: (): string => writeNode(root).replace(/\s+/g, ' ').trim(),
  };
}

/**
 * How each element is written: text, fractions, raised and lowered scripts, roots, parentheses, sums and integrals,
 * functions, matrices and rows. The content of any other element is written without signs.
 */
const WRITERS: ReadonlyMap<string, (node: MathNode) => string> = new Map([
  ['t', ({ text }) => text],
  ['f', (node) => `${group(writeChild(node, 'num'))}/${group(writeChild(node, 'den'))}`],
  ['sSup', writeScripts],
  ['sSub', writeScripts],
  ['sSubSup', writeScripts],
  ['rad', (node) => `${raise(writeChild(node, 'deg'))}√${group(writeChild(node, 'e'))}`],
  [
    'd',
    (node) => {
      const parts = node.children.filter(({ name }) => name === 'e').map(writeNode);
      const separator = findProperty(node, 'sepChr') ?? '|';
      return `${findProperty(node, 'begChr') ?? '('}${parts.join(separator)}${findProperty(node, 'endChr') ?? ')'}`;
    },
  ],
  [
    'nary',
    (node) =>
      `${findProperty(node, 'chr') ?? '∫'}${lower(writeChild(node, 'sub'))}${raise(writeChild(node, 'sup'))} ${writeChild(node, 'e')}`,
  ],
  ['func', (node) => `${writeChild(node, 'fName')} ${writeChild(node, 'e')}`],
  ['m', writeList],
  ['mr', writeList],
  ['eqArr', writeList],
]);

/** The text of an element. Elements of properties, such as `rPr`, have none. */
function writeNode(node: MathNode): string {
  if (/Pr$/.test(node.name)) return '';
  return WRITERS.get(node.name)?.(node) ?? node.children.map(writeNode).join('');
}

/** A base with what is written below and above it: `x₂³`. */
function writeScripts(node: MathNode): string {
  return writeChild(node, 'e') + lower(writeChild(node, 'sub')) + raise(writeChild(node, 'sup'));
}

/** The elements of a row or matrix, with commas. */
function writeList(node: MathNode): string {
  return node.children.map(writeNode).filter(Boolean).join(', ');
}

function writeChild({ children }: MathNode, name: string): string {
  const child = children.find((one) => one.name === name);
  return child ? writeNode(child) : '';
}

/** The value of a property: for `nary` and `chr`, that of `<nary><naryPr><chr val="∑"/></naryPr></nary>`. */
function findProperty({ name, children }: MathNode, property: string): string | undefined {
  const properties = children.find((child) => child.name === `${name}Pr`)?.children;
  return properties?.find((child) => child.name === property)?.value;
}

/** A text above the line: `²³` for `23`, `^(n+1)` for `n+1`. */
function raise(text: string): string {
  if (text === '') return '';
  return raisedDigits(text) ?? `^${group(text)}`;
}

/** A text below the line: `₂` for `2`, with spaces around other texts. */
function lower(text: string): string {
  if (text === '') return '';
  return loweredDigits(text, '') ?? ` ${text} `;
}

/** A text in parentheses, unless it is one word or number. */
function group(text: string): string {
  return /^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`;
}
