import { limits } from './limits.ts';

/**
 * The fields that a file's columns go to. A dot leads to a member (`address.city`), as an export writes it; in `Tel.`, `Art.-Nr`, `Nr.1`
 * or `Tel. privat` it shortens a word, and the field is named without it. A name longer than a field's is cut.
 *
 * @param names of the columns, all different
 * @param isKnown whether the storage has the field: `prices.2026` may be its member
 * @returns the field of each column, by the column's name; fields are different as well
 */
export function fieldsOfColumns(names: readonly string[], isKnown: (field: string) => boolean = () => false): Map<string, string> {
  const stays = (name: string) => isPath(name, isKnown) && (name.includes('.') || name.length <= limits.fieldNameLength);
  // A column that goes to the whole field would leave no place for its members.
  const used = new Set(names.filter(stays).flatMap(withFieldsAround));
  return new Map(names.map((name) => [name, stays(name) ? name : freeName(withoutDots(name), used)]));
}

/** Whether each dot stands between two names, or there is none. */
function isPath(name: string, isKnown: (field: string) => boolean): boolean {
  const parts = name.split('.');
  const [field = ''] = parts;
  return parts.length === 1 || parts.every((part) => isName(part) || (/^[\d$@#]/.test(part) && isKnown(field)));
}

/** As a field is named; behind the dot of a shortened word stands a blank, a sign, a digit or nothing. */
function isName(part: string): boolean {
  return /^[\p{L}_]/u.test(part) && part === part.trim();
}

function withFieldsAround(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}

/** A name of dots alone stays as it is: it is refused. */
function withoutDots(name: string): string {
  const plain = name.replace(/^\.+|\.(?=[\s.-]|$)/g, '').replaceAll('.', ' ');
  return plain.trim() || name;
}

function freeName(name: string, used: Set<string>): string {
  let free = cut(name, limits.fieldNameLength);
  for (let n = 2; used.has(free); n += 1) free = `${cut(name, limits.fieldNameLength - ` ${n}`.length)} ${n}`;
  used.add(free);
  return free;
}

/** Leaves no half of a character. */
function cut(name: string, length: number): string {
  return name.length <= length
    ? name
    : name
        .slice(0, length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}
