import { invalidField, say } from '../errors/api-error.ts';

/**
 * Refuses half characters ("\ud800"): JSON allows them, databases and mails do not.
 * @throws {ApiError} invalid-argument that names the field
 */
export function requireWellFormed(body: unknown): void {
  const field = illFormed(body, []);
  if (!field) return;
  const name = field.join('.');
  throw invalidField(name, name ? say('textUnicode', { name }) : say('requestUnicode'));
}

/** @returns the path of the first such text or name */
function illFormed(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (!name.isWellFormed()) return path;
    const found = illFormed(part, [...path, name.slice(0, 100)]);
    if (found) return found.slice(0, 10);
  }
  return null;
}
