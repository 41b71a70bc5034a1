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
    written: (): string => written(root).replace(/\s+/g, ' ').trim(),
  };
}

function written(node: MathNode | undefined): string {
  if (node === undefined || /Pr$/.test(node.name)) return '';
  if (node.name === 't') return node.text;
  const part = (name: string): string => written(node.children.find((child) => child.name === name));
  const property = (name: string): string | undefined =>
    node.children
      .find((child) => child.name === `${node.name}Pr`)
      ?.children.find((child) => child.name === name)?.value;
  const above = (text: string): string => (text === '' ? '' : (raisedDigits(text) ?? `^${grouped(text)}`));
  const below = (text: string): string => (text === '' ? '' : (loweredDigits(text, '') ?? ` ${text} `));
  switch (node.name) {
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return `${part('e')}${below(part('sub'))}${above(part('sup'))}`;
    case 'rad':
      return `${above(part('deg'))}√${grouped(part('e'))}`;
    case 'd': {
      const parts = node.children.filter(({ name }) => name === 'e').map(written);
      return `${property('begChr') ?? '('}${parts.join(property('sepChr') ?? '|')}${property('endChr') ?? ')'}`;
    }
    case 'nary':
      return `${property('chr') ?? '∫'}${below(part('sub'))}${above(part('sup'))} ${part('e')}`;
    case 'func':
      return `${part('fName')} ${part('e')}`;
    case 'm':
    case 'mr':
    case 'eqArr':
      return node.children.map(written).filter(Boolean).join(', ');
    default:
      return node.children.map(written).join('');
  }
}

const grouped = (text: string): string => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);
