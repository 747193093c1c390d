/**
 * @returns what the object itself has under the name: a field may be named as something that every
 * object inherits, such as `valueOf`
 */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
