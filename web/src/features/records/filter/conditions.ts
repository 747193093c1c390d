import { listPart, unlisted } from '@bedplate/contract';
import { type FieldCondition, readCondition, spelt } from './field-condition.ts';

/** The filter of a view, as its bar shows it. */
export interface Conditions {
  /** One of the conditions is enough. */
  readonly isAny: boolean;
  readonly list: readonly FieldCondition[];
  /** Parts of a link that the bar cannot show field by field, as they are spelt. */
  readonly others: readonly string[];
}

/** @param where conditions as in a query string of the data API */
export function readConditions(where: string): Conditions {
  const parts = where.split('&').filter(Boolean).map(decoded);
  const near = parts.flatMap((text) => {
    const condition = readCondition(text);
    return condition?.operator === 'near' ? [condition] : [];
  });
  const [only, ...more] = parts.filter((text) => readCondition(text)?.operator !== 'near');
  const any = only !== undefined && more.length === 0 ? alternatives(only) : null;
  if (any) return { isAny: true, list: [...any, ...near], others: [] };
  const read = parts.map((text) => ({ text, condition: readCondition(text) }));
  return {
    isAny: false,
    list: read.flatMap(({ condition }) => condition ?? []),
    others: read.flatMap(({ text, condition }) => (condition ? [] : text)),
  };
}

/** @returns the conditions as in a query string of the data API */
export function whereOf({ isAny, list, others }: Conditions): string {
  const near = list.filter(({ operator }) => operator === 'near');
  const rest = list.filter(({ operator }) => operator !== 'near');
  // The API asks for a distance beside alternatives, and not among them.
  if (isAny && rest.length > 1) return [`or=(${rest.map(inList).join()})`, ...near.map(spelt), ...others].map(encoded).join('&');
  return [...list.map(spelt), ...others].map(encoded).join('&');
}

/** @returns the conditions of `or=(a=1,b>2)`; null where they are nested */
function alternatives(text: string): FieldCondition[] | null {
  const inside = /^or=\((.*)\)$/s.exec(text)?.[1];
  if (inside === undefined || inside === '') return null;
  const list = partsOf(inside).map((part) => {
    const [, name, from, to] = rangePattern.exec(part) ?? [];
    if (name !== undefined) return readCondition(`${name}>=${from}&<=${to}`);
    return /[()]/.test(part.replace(characters, '')) ? null : readCondition(unlisted(part));
  });
  return list.every((condition) => condition !== null) ? list : null;
}

/** Marks behind a backslash, and all that is in quotes around a whole value. */
const characters = /\\.|(?<=[=<>~|])"(?:[^"\\]|\\.)*"(?=[|,)]|$)/gs;
/** A comma and parentheses among these are characters of a value. */
const partPattern =
  /(?:and\((?:\\.|(?<=[=<>~|])"(?:[^"\\]|\\.)*"(?=[|,)]|$)|[^()\\])*\)|\\.|(?<=[=<>~|])"(?:[^"\\]|\\.)*"(?=[|,)]|$)|[^,\\])+/gs;
/** Both bounds of one field. */
const rangePattern = /^and\(([^<>=~!()\\]+)>=("(?:[^"\\]|\\.)*"|[^",()\\]*),\1<=("(?:[^"\\]|\\.)*"|[^",()\\]*)\)$/s;

function partsOf(text: string): string[] {
  return text.match(partPattern) ?? [];
}

function inList(condition: FieldCondition): string {
  const { operator, values } = condition;
  if (operator !== 'between') return listed(spelt(condition));
  const [from = '', to = ''] = values;
  const [first, last] = [
    spelt({ ...condition, operator: 'atLeast', values: [from] }),
    spelt({ ...condition, operator: 'atMost', values: [to] }),
  ];
  return `and(${listed(first)},${listed(last)})`;
}

/** As `listPart`, with quotes around whole values as they are: a link stays readable. */
function listed(part: string): string {
  const quoted = part.match(wholeQuotes) ?? [];
  return part
    .split(wholeQuotes)
    .map((bare, i) => listPart(bare) + (quoted[i] ?? ''))
    .join('');
}

const wholeQuotes = /(?<=[=<>~|])"(?:[^"\\]|\\.)*"(?=\||$)/gs;

/** Only what would end a part: a link stays readable. */
function encoded(part: string): string {
  return part.replace(/[%&+#]/g, encodeURIComponent);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part; // somebody shortened the link
  }
}
