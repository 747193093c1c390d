import { splitEscaped } from '@bedplate/contract';
import { ApiError, type Sentence } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { FilterOperator } from './filter.ts';

/** One condition of a query string. `bracketed` marks `filter[name]`, whose name may have spaces; `raw` is all text after the first "=". */
export interface Condition {
  readonly name: string;
  readonly bracketed: boolean;
  readonly operator: FilterOperator;
  readonly value: string;
  readonly raw: string;
}

const operator = /^(>=|<=|!=|=>|=<|<|>|~|=)/;

/**
 * Reads `amount>=100`, `amount=>=100`, `status!=open`, `title~term` and `category=book`: a browser or a library may have put an
 * equals sign before the operator, or may have encoded any of it. `%26` joins further conditions on the same field when an
 * operator follows it; otherwise, and behind a backslash, it belongs to the value.
 * @param isPlain whether a parameter of that name takes its value as it is
 */
export function splitQuery(raw: string, isPlain: (name: string) => boolean): Condition[] {
  return raw
    .split('&')
    .filter((piece) => piece !== '')
    .flatMap((piece) => conditionsOf(textOf(piece), isPlain));
}

/** Proxies that rewrite a query string turn `amount<10` and `amount%3D10`, which have no value to them, into `amount<10=`. */
function textOf(piece: string): string {
  const text = decode(piece);
  const isNameAlone = piece.indexOf('=') === piece.length - 1 && /[<>=~]/.test(nameOf(text).rest.slice(0, -1));
  return isNameAlone ? text.slice(0, -1) : text;
}

function conditionsOf(text: string, isPlain: (name: string) => boolean): Condition[] {
  const { name, bracketed, rest } = nameOf(text);
  if (!bracketed && isPlain(name) && rest.startsWith('='))
    return [{ name, bracketed, operator: '=', value: rest.slice(1), raw: rest.slice(1) }];
  const first = operatorOf(rest, name);
  const parts = splitJoined(first.value, name);
  return parts.map((part, i) =>
    i === 0 ? { name, bracketed, operator: first.operator, value: part, raw: first.raw } : { name, bracketed, ...operatorOf(part, name) },
  );
}

function nameOf(text: string): { name: string; bracketed: boolean; rest: string } {
  const bracket = /^filter\[([^\]]*)\](.*)$/s.exec(text);
  if (bracket) return { name: bracket[1] ?? '', bracketed: true, rest: bracket[2] ?? '' };
  const end = text.search(/[<>=~]|!=/);
  if (end < 0) return { name: text, bracketed: false, rest: '=' };
  return { name: text.slice(0, end).trim(), bracketed: false, rest: text.slice(end) };
}

function operatorOf(rest: string, name: string): { operator: FilterOperator; value: string; raw: string } {
  const found = operator.exec(rest)?.[0];
  if (!found) throw invalid(name, say('operatorMissing', { name: name.slice(0, 80) }));
  const raw = rest.slice(1);
  // "=>=5" is ">=" after an equals sign, "=>5" is ">", "=5" stays.
  const spelled = found[0] === '=' ? raw : rest;
  const inner = /^(>=|<=|!=|<|>|~)/.exec(spelled)?.[0];
  // A library that takes `{'amount>=': 100}` adds an equals sign of its own.
  const value = (inner ? spelled.slice(inner.length) : raw).replace(/^=/, '');
  return { operator: (inner ?? '=') as FilterOperator, value, raw }; // the pattern has only operators
}

/**
 * Splits at each "&" that an operator follows, with or without the field's name before it; `\\&` is a character, as is all that
 * is in quotes.
 */
function splitJoined(value: string, name: string): string[] {
  const quoted: string[] = [];
  const bare = value.replace(quotedPart, (_, before: string, part: string) => {
    quoted.push(part);
    return before + placeholder;
  });
  const parts = splitEscaped(bare, '&', (after) => operator.test(withoutName(after, name)));
  return parts.map((part, i) => {
    const text = i < parts.length - 1 ? part.trimEnd() : part;
    return (i === 0 ? text : withoutName(text, name)).replaceAll(placeholder, () => quoted.shift() ?? '');
  });
}

/**
 * Stands at the beginning, behind a bar or behind the operator of a joined condition, and before a bar, an ampersand or the end. Elsewhere
 * quotes are characters, and so are bars and ampersands behind a backslash.
 */
const quotedPart = /(^|\|(?<=(?:^|[^\\])(?:\\\\)*\|)|&(?<=(?:^|[^\\])(?:\\\\)*&)[^&|"<>=~!]*[<>=~!]+)("(?:[^"\\]|\\.)*")(?=\||$|\s*&)/gs;
/** Half a character, which no decoded text has. */
const placeholder = '\ud800';

function withoutName(part: string, name: string): string {
  const text = part.trimStart();
  return text.startsWith(name) ? text.slice(name.length).trimStart() : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw invalid(/^[^=<>!~]*/.exec(text)?.[0] ?? text, say('encodingWrong', { text: text.slice(0, 80) }), cause);
  }
}

function invalid(parameter: string, sentence: Sentence, cause?: unknown): ApiError {
  return new ApiError('invalid-argument', sentence, { cause, field: parameter.slice(0, 80) });
}
