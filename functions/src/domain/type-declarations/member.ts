/** @returns a member of an interface, without a mark at its end */
export function member(name: string, { type, isOptional }: { type: string; isOptional: boolean }): string {
  return `${nameOf(name)}${isOptional ? '?' : ''}: ${type}`;
}

export function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** @returns a comment of one line, which no text can end */
export function comment(text: string): string {
  return `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()} */`;
}
