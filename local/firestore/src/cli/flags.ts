/** Wrong use of the command line: the message is all the user needs. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads `--name value`, `--name=value` and bare `--name`; `_` and `-` are the same. Anything before the first flag is refused.
 * @param bare flags that never take a value
 */
export function readFlags(args: readonly string[], bare: ReadonlySet<string> = new Set()): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const match = /^--([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(args[index] ?? '');
    if (!match?.[1]) throw new UsageError(`"${args[index]}" is not a flag.`);
    const name = match[1].replaceAll('_', '-');
    const next = args[index + 1];
    if (match[2] !== undefined) flags.set(name, match[2]);
    else if (bare.has(name) || next === undefined || next.startsWith('--')) flags.set(name, 'true');
    else {
      flags.set(name, next);
      index++;
    }
  }
  return flags;
}

/** A port between 0 and 65535. */
export function portFlag(flags: ReadonlyMap<string, string>, name: string, fallback: number): number {
  const text = flags.get(name);
  if (text === undefined) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--${name} must be a port between 0 and 65535, not "${text}".`);
  return port;
}
