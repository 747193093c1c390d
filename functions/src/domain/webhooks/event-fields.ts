import { isDigits, limits, systemFields } from '@bedplate/contract';

/** Names that a record keeps for the server, as a sender's values are called instead: `id` is `senderId`. */
const kept = new Map<string, string>(
  systemFields.map((name) => {
    const words = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, `sender${words.charAt(0).toUpperCase()}${words.slice(1)}`];
  }),
);

/**
 * Makes an event that a foreign program has sent storable: it cannot be asked for other names. The server's own names get another
 * one, and a dotted name becomes an object in an object, which is how queries read it.
 * @returns anything that is no object, and one with more fields than a record may have, as it is: it is refused like every other record
 */
export function eventFields(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return event;
  const given = Object.entries(event as Record<string, unknown>);
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>; // `__proto__` is a name here, and refused as one
  for (const [name, value] of given) if (!kept.has(name) && !name.includes('.')) fields[name] = value;
  const flat = given.flatMap(([name, value]): [string, unknown][] => {
    if (name.includes('.')) return place(fields, name, value) ? [] : [[name.replaceAll('.', '_'), value]];
    const other = kept.get(name);
    return other === undefined ? [] : [[other, value]];
  });
  if (Object.keys(fields).length + flat.length > mostFields) return event;
  for (const [name, value] of flat) fields[free(fields, name)] = value;
  return fields;
}

/** Beyond it a record is refused, whatever of it is the server's own. */
const mostFields = limits.fieldsPerRecord + kept.size + 1;

/** @returns false when the name is no path, or a value is in its way */
function place(fields: Record<string, unknown>, name: string, value: unknown): boolean {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  const [top = ''] = parts;
  const isPath = [...parts, last].every((part) => part !== '') && !kept.has(top);
  let inside: Record<string, unknown> | undefined = isPath ? fields : undefined;
  for (const part of parts) {
    if (inside && !Object.hasOwn(inside, part)) inside[part] = {};
    const next: unknown = inside?.[part];
    inside =
      typeof next === 'object' && next !== null && !Array.isArray(next) && !isDigits(next) ? (next as Record<string, unknown>) : undefined;
  }
  if (!inside || Object.hasOwn(inside, last)) return false;
  inside[last] = value;
  return true;
}

function free(fields: Record<string, unknown>, name: string): string {
  return Object.hasOwn(fields, name) ? free(fields, `${name}_`) : name;
}
