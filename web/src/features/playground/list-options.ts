import { splitEscaped } from '@bedplate/contract';

/** Options of the client besides conditions, as text. */
const plain = ['dateFrom', 'dateTo', 'sortBy', 'sortOrder', 'search', 'cursor', 'deleted', 'explain'];
const numbers = ['page', 'limit'];

const operators = { '=': 'eq', '!=': 'ne', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', '~': 'contains' } as const;

type Value = string | readonly string[];
interface Condition {
  field: string;
  operator: string;
  value: Value;
}

/**
 * The options of the client's `list` that ask what a query string asks.
 * @param query as the data API reads it, such as `price>=10&title~oak&limit=5`
 * @returns null when the client has no form for it
 */
export function listOptions(query: string): Record<string, unknown> | null {
  const options: Record<string, unknown> = {};
  const conditions: Condition[] = [];
  for (const piece of query.split('&').filter(Boolean)) {
    const text = decoded(piece);
    if (text === null || text.includes('&') || text.startsWith('or=')) return null;
    const [, name = '', value] = /^([^=<>~!]+)=(.*)$/s.exec(text) ?? [];
    if (value !== undefined && name in options) return null;
    if (value !== undefined && numbers.includes(name)) options[name] = Number(value);
    else if (value !== undefined && name === 'fields') options.fields = value.split(',').map((field) => field.trim());
    else if (value !== undefined && (plain.includes(name) || isOfItsForm(name, value))) options[name] = value;
    else conditions.push(conditionOf(text));
  }
  const where = whereOf(conditions);
  return where && { ...(conditions.length > 0 ? { where } : {}), ...options };
}

/** Other values of these names are conditions. */
function isOfItsForm(name: string, value: string): boolean {
  return name === 'rank' ? value.startsWith('relevance') : name === 'near' && /^\s*(?:[^\s(),|]+\()?\s*[-+]?[\d.]+\s*,/.test(value);
}

function decoded(piece: string): string | null {
  try {
    return decodeURIComponent(piece.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Reads a condition; the operator may follow an equals sign or contain it: `amount=>=5`, `amount>=5`. */
function conditionOf(text: string): Condition {
  const [, bracketed, name = '', rest = ''] = /^(?:filter\[([^\]]*)\]|([^=<>~!]*(?:!(?!=)[^=<>~!]*)*))(.*)$/s.exec(text) ?? [];
  const [, symbol = '=', value = ''] = /^=?(>=|<=|!=|>|<|~)=?(.*)$/s.exec(rest) ?? /^(=)=?(.*)$/s.exec(rest) ?? [];
  const values = splitEscaped(value, '|');
  const [only = ''] = values;
  return {
    field: bracketed ?? name.trim(), // one in brackets keeps its spaces
    operator: operators[symbol as keyof typeof operators], // the patterns have only these
    value: values.length > 1 ? values : only,
  };
}

/** @returns null when a field has one operator twice, which an object cannot say */
function whereOf(conditions: readonly Condition[]): Record<string, unknown> | null {
  const byField = new Map<string, Record<string, Value>>();
  for (const { field, operator, value } of conditions) {
    const given = byField.get(field) ?? {};
    const key = operator === 'eq' && typeof value !== 'string' ? 'in' : operator;
    if (key in given) return null;
    given[key] = value;
    byField.set(field, given);
  }
  return Object.fromEntries([...byField].map(([field, given]) => [field, shortest(given)]));
}

function shortest(given: Record<string, Value>): unknown {
  const [[operator, value] = [], second] = Object.entries(given);
  return second === undefined && (operator === 'eq' || operator === 'in') ? value : given;
}
