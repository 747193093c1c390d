import { limits, lostNumber, type PieceReader, repeatedMembers } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import { FileProblem, UnreadValue } from './source-row.ts';

/** More than the largest record may take as text. */
const longestValue = 8 * limits.record;

/**
 * The elements of one JSON list, or values one after the other, cut out of a text in pieces and
 * parsed one by one.
 */
export function jsonReader(): PieceReader<unknown> {
  let text = '';
  let at = 0;
  let from = -1;
  let depth = 0;
  let inString = false;
  let list: 'unknown' | 'open' | 'closed' | 'none' = 'unknown';
  let count = 0;
  const broken = () => new FileProblem(t('import.brokenJson', { row: count + 1 }));

  const parsed = (to: number): unknown => {
    try {
      const value = valueOf(text.slice(from, to));
      count += 1;
      from = -1;
      return value;
    } catch {
      throw broken();
    }
  };
  /**
   * Looks at one character.
   * @returns where a value ends, else -1
   */
  const look = (char: string): number => {
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
      return !inString && char === '"' && depth === 0 ? at + 1 : -1;
    }
    const isSpace = char === ' ' || char === '\n' || char === '\r' || char === '\t';
    if (!isSpace && list === 'closed') throw broken();
    if (!isSpace && list === 'unknown') {
      list = char === '[' ? 'open' : 'none';
      if (list === 'open') return -1;
    }
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth > 0) return (depth -= 1) === 0 ? at + 1 : -1;
      if (char !== ']' || list !== 'open') throw broken();
      list = 'closed';
      return from < 0 ? -1 : at;
    } else if (depth > 0) {
      inString = char === '"';
      return -1;
    } else if (isSpace || char === ',') return from < 0 ? -1 : at;
    inString = char === '"';
    if (from < 0) from = at;
    return -1;
  };

  return {
    push(piece) {
      text += piece;
      const values: unknown[] = [];
      for (; at < text.length; at += 1) {
        const end = look(text[at] ?? '');
        if (end >= 0) values.push(parsed(end));
      }
      const keep = from < 0 ? text.length : from;
      if (text.length - keep > longestValue) throw new FileProblem(t('import.endlessValue', { row: count + 1 }));
      text = text.slice(keep);
      at -= keep;
      if (from >= 0) from = 0;
      return values;
    },
    end() {
      if (list === 'open') throw new FileProblem(t('import.unclosedJson', { row: count }));
      return from >= 0 ? [parsed(text.length)] : [];
    },
  };
}

/** @throws {SyntaxError} when the text is no JSON */
function valueOf(json: string): unknown {
  const value: unknown = JSON.parse(json);
  const twice = repeatedMembers(json).values().next().value;
  if (twice !== undefined) return new UnreadValue(t('import.memberTwice', { name: twice.slice(0, 80) }));
  const lost = lostNumber(json);
  return lost === undefined ? value : new UnreadValue(t('import.lostDigits', { value: lost }));
}

/** Reads one value per line; reports a line that is no JSON and continues with the next. */
export function lineReader(): PieceReader<{ value: unknown } | { problem: string }> {
  let rest = '';
  const read = (line: string): ({ value: unknown } | { problem: string })[] => {
    if (line.trim() === '') return [];
    try {
      return [{ value: valueOf(line) }];
    } catch {
      return [{ problem: t('import.brokenLine') }];
    }
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestValue) throw new FileProblem(t('import.endlessLine'));
      return lines.flatMap(read);
    },
    end: () => read(rest),
  };
}
