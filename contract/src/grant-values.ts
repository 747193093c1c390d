import type { Json } from './values/json.ts';
import type { Literal } from './values/literal.ts';
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
 * @returns null when the call has no such value: then the condition holds for no record, with `!=` neither
 */
export function literalsOfValue(value: GrantValue, call: AskingCall): Literal[] | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [{ text: value.text, quoted: true }];
  const literals: Literal[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    const meant = valueOf(one, call);
    if (meant === undefined) return null;
    literals.push(...meant.map(literalOf));
  }
  return literals.length > 0 && literals.length <= mostValues ? literals : null;
}

/** @returns the value of a field that the server sets; undefined when the call has none */
export function valueSetBy(value: Json, call: AskingCall): Json | undefined {
  const asked = askedOf(value);
  if (!asked) return value;
  return asked.kind === 'now' ? new Date(call.now - asked.before).toISOString() : (call.user?.[asked.field] ?? undefined);
}

type Plain = string | number | boolean | null;

function valueOf(value: Plain, call: AskingCall): Plain[] | undefined {
  const asked = askedOf(value);
  if (!asked) return [value];
  if (asked.kind === 'now') return [new Date(call.now - asked.before).toISOString()];
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
