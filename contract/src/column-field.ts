/**
 * The fields that a table's columns go to. A dot leads to a member (`address.city`), as an export writes it; in `Tel.`, `Art.-Nr` or
 * `Tel. privat` it shortens a word, and the field is named without it.
 *
 * @param names of the columns, all different
 * @returns the field of each column, by the column's name; fields are different as well
 */
export function fieldsOfColumns(names: readonly string[]): Map<string, string> {
  // A column that goes to the whole field would leave no place for its members.
  const used = new Set(names.filter(isPath).flatMap(withFieldsAround));
  return new Map(names.map((name) => [name, isPath(name) ? name : freeName(withoutDots(name), used)]));
}

/** Whether each dot stands between two names, or there is none. */
function isPath(name: string): boolean {
  const parts = name.split('.');
  return parts.length === 1 || parts.every((part, at) => part !== '' && part === part.trim() && !(at > 0 && part.startsWith('-')));
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
  let free = name;
  for (let n = 2; used.has(free); n += 1) free = `${name} ${n}`;
  used.add(free);
  return free;
}
