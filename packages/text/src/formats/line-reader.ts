import { checkLength } from './script-error.ts';

/** Reads text in chunks. No chunk ends within a character. */
export interface TextReader {
  write(text: string): void;
  end(): void;
}

/** Calls `visit` for each line. `separator` matches line breaks; rows count from 1. */
export function createLineReader(separator: RegExp, visit: (line: string, row: number) => void): TextReader {
  let rest = '';
  let row = 0;
  const next = (line: string): void => {
    row += 1;
    checkLength(line.length, row);
    visit(line, row);
  };
  const write = (piece: string): void => {
    const text = rest + piece;
    let start = 0;
    separator.lastIndex = 0;
    for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
      // The next chunk may begin with a line feed.
      if (match[0] === '\r' && separator.lastIndex === text.length) break;
      next(text.slice(start, match.index));
      start = separator.lastIndex;
    }
    rest = text.slice(start);
    checkLength(rest.replace(/\r$/, '').length, row + 1);
  };
  const end = (): void => {
    const hasBreak = rest.endsWith('\r');
    next(rest.replace(/\r$/, ''));
    if (hasBreak) next('');
  };
  return { write, end };
}
