import { type Literal, type QueryWarning, quotedLiteral } from '@bedplate/contract';
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
    return [warning(filter, literal, `Other values are found by ${shown(filter.path)}!=${shown(literal.text.slice(1))}.`)];
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
    const spelled = `${shown(path)}=${shown(texts.join('|'))}`;
    return [
      {
        field: shown(path),
        message: `${shown(path)} must be each of its values at once, as a list is. Any of them will do in ${spelled}.`,
      },
    ];
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
  if (noValue.test(text)) return `That is what programs write where they have no value; missing values are ${condition}null.`;
  const values = severalValues(text);
  if (values) return `Several values have bars between them: ${condition}${shown(values.join('|'))}.`;
  const [, inner] = /^'(.+)'$/s.exec(text) ?? [];
  if (inner !== undefined) return `Texts have double quotes or none: ${condition}${shown(quotedLiteral(inner))}.`;
  if (condition.endsWith('!=')) return undefined;
  if (/^!./s.test(text)) return `Other values are found by ${name}!=${shown(text.slice(1))}.`;
  const part = text.replaceAll(/^[*%]|[*%]$/g, '');
  return part !== text && part !== '' ? `Parts of texts are found by ${name}~${shown(part)}.` : undefined;
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

function warning({ path, operator }: Filter, { text }: Literal, advice: string): QueryWarning {
  const exact = `${shown(path)}${operator}${shown(quotedLiteral(text.slice(0, 70)))}`;
  return {
    field: shown(path),
    message: `${shown(path)} is compared with the whole text "${shown(text)}". ${advice} If that very text is meant, write ${exact}.`,
  };
}

const shown = (text: string) => text.slice(0, 80);
