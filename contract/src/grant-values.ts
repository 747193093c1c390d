import { dayIn } from './values/instant.ts';
import type { Json } from './values/json.ts';
import type { Literal } from './values/literal.ts';
import type { ValueType } from './values/scalar.ts';
import { askedOf, type GrantValue } from './grant.ts';

/** The call that a condition is asked for. */
export interface AskingCall {
  /** Fields of the app user who calls, of those that users cannot set themselves; `id` among them. None for a key. */
  readonly user: Readonly<Record<string, Json>> | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Values of one condition: as many as one of a list takes. */
const mostValues = 30;

/**
 * Reads what a condition compares with as literals of a list's filters.
 * @param type of the field that is compared
 * @returns null when the call has no such value: then the condition holds for no record, with `!=` neither
 */
export function literalsOfValue(value: GrantValue, call: AskingCall, type?: ValueType): Literal[] | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [{ text: value.text, quoted: true }];
  const literals: Literal[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    const meant = valueOf(one, call, type);
    if (meant === undefined) return null;
    literals.push(...meant.map(literalOf));
  }
  return literals.length > 0 && literals.length <= mostValues ? literals : null;
}

/** @returns the value of a field of this type that the server sets; undefined when the call has none */
export function valueSetBy(value: Json, call: AskingCall, type?: ValueType): Json | undefined {
  const asked = askedOf(value);
  if (!asked) return value;
  return asked.kind === 'now' ? momentOf(call.now - asked.before, type) : (call.user?.[asked.field] ?? undefined);
}

/** A date has no time: compared with a moment, it would never be the present day. */
function momentOf(at: number, type: ValueType | undefined): string {
  return type?.type === 'date' ? dayIn(at, type.zone) : new Date(at).toISOString();
}

type Plain = string | number | boolean | null;

function valueOf(value: Plain, call: AskingCall, type: ValueType | undefined): Plain[] | undefined {
  const asked = askedOf(value);
  if (!asked) return [value];
  if (asked.kind === 'now') return [momentOf(call.now - asked.before, type)];
  const own = call.user?.[asked.field];
  const values = Array.isArray(own) ? own : [own];
  // An empty text is no team and no tenant.
  const plain = values.filter(
    (one): one is string | number | boolean => one !== '' && ['string', 'number', 'boolean'].includes(typeof one),
  );
  return plain.length > 0 && plain.length === values.length ? plain : undefined;
}

/** As `where` of the client: a text that spells a number is also that number; `null` in words is that text. */
function literalOf(value: Plain): Literal {
  if (typeof value !== 'string') return { text: String(value), quoted: false };
  return { text: value, quoted: value === 'null' || value === '' };
}
