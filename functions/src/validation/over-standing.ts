/**
 * Lays what a form saves over what stands: fields that it did not change keep what somebody else has made of them since it was opened.
 * @param changed the fields that it changed; all of them when it does not tell
 * @param pairs fields that mean something only together: a change of one is a change of both
 */
export function overStanding<Input extends object>(
  input: Input,
  { standing, changed, pairs = [] }: { standing: Input; changed: readonly (keyof Input)[] | undefined; pairs?: readonly (keyof Input)[][] },
): Input {
  if (!changed) return input;
  const own = new Set([...changed, ...pairs.filter((pair) => pair.some((name) => changed.includes(name))).flat()]);
  const names = Object.keys(input) as (keyof Input)[]; // those of a schema
  const kept = names.filter((name) => !own.has(name)).map((name) => [name, standing[name]]);
  return { ...input, ...Object.fromEntries(kept) };
}
