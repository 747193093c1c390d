import { type Literal, type QueryWarning, quotedLiteral } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { askedFilters } from './bound-query.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';

/**
 * Tells of `owner!=undefined`, `status!=open,closed` and `price<>5`. Compared as the text that they are, they hold for nearly every
 * record, so that a change by filter would reach them all.
 */
export function oddLiterals(query: ListQuery): QueryWarning[] {
  return askedFilters(query).flatMap((filter) => {
    if (filter.operator === '!=') return oddValue(filter);
    const [literal] = filter.literals;
    if (filter.operator !== '<' || !literal || literal.quoted || !literal.text.startsWith('>')) return [];
    return [warning(filter, literal, otherThan(filter.path, literal.text))];
  });
}

/** Tells of an empty list what its conditions may be meant for: `status=open,closed`, `title=oak*`, `status=open&status=closed`. */
export function whyNothing(query: ListQuery): QueryWarning[] {
  const equal = askedFilters(query.asked ?? query).filter(({ operator }) => operator === '=');
  return [...equal.flatMap(oddValue), ...(query.either ? [] : severalEqual(equal))];
}

/** One field cannot be two values at once, unless it is a list. */
function severalEqual(equal: readonly Filter[]): QueryWarning[] {
  const byPath = Map.groupBy(equal, ({ path }) => path);
  return [...byPath].flatMap(([path, filters]) => {
    const texts = [...new Set(filters.flatMap(({ literals }) => (literals.length === 1 ? literals.map(({ text }) => text) : [])))];
    if (texts.length < 2) return [];
    const name = shown(path);
    return [{ field: name, message: told('literalsAtOnce', { name, condition: `${name}=${shown(texts.join('|'))}` }) }];
  });
}

function oddValue(filter: Filter): QueryWarning[] {
  const { path, operator, literals } = filter;
  const [literal] = literals;
  if (!literal || literal.quoted || literals.length > 1) return [];
  const advice = adviceOn(literal.text, `${shown(path)}${operator}`, shown(path));
  return advice === undefined ? [] : [warning(filter, literal, advice)];
}

function adviceOn(text: string, condition: string, name: string): string | undefined {
  if (noValue.test(text)) return told('literalOfNoValue', { condition: `${condition}null` });
  const values = severalValues(text);
  if (values) return told('literalOfSeveral', { condition: `${condition}${shown(values.join('|'))}` });
  const [, inner] = /^'(.+)'$/s.exec(text) ?? [];
  if (inner !== undefined) return told('literalInQuotes', { condition: `${condition}${shown(quotedLiteral(inner))}` });
  if (condition.endsWith('!=')) return undefined;
  if (/^!./s.test(text)) return otherThan(name, text);
  const part = text.replaceAll(/^[*%]|[*%]$/g, '');
  return part !== text && part !== '' ? told('literalOfPart', { condition: `${name}~${shown(part)}` }) : undefined;
}

/** As JavaScript makes texts of what is no text. */
const noValue = /^(?:undefined|NaN|\[object Object\])$/;

/** @returns the values of `in(a,b)`, `(a,b)`, `[a,b]` and `a,b`; a comma with a space behind it belongs to a text */
function severalValues(text: string): string[] | undefined {
  const [, inBrackets] = /^(?:in\s*)?(?:\((.+)\)|\[(.+)\])$/is.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (inBrackets === undefined && !/^[^\s,]+(?:,[^\s,]+)+$/.test(text)) return undefined;
  const values = (inBrackets ?? text).split(',').map((value) => value.trim().replace(/^(['"])(.*)\1$/s, '$2'));
  return values.every((value) => value !== '') ? values : undefined;
}

/** @param text with a sign in front: `!open`, `>5` */
function otherThan(path: string, text: string): string {
  return told('literalOfOthers', { condition: `${shown(path)}!=${shown(text.slice(1))}` });
}

function warning({ path, operator }: Filter, { text }: Literal, advice: string): QueryWarning {
  const name = shown(path);
  const exact = `${name}${operator}${shown(quotedLiteral(text.slice(0, 70)))}`;
  const message = [told('literalWhole', { name, text: shown(text) }), advice, told('literalMeant', { condition: exact })].join(' ');
  return { field: name, message };
}

const told = (...given: Parameters<typeof say>) => inEnglish(say(...given));
const shown = (text: string) => text.slice(0, 80);
