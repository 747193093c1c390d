/** All pairs are compared: so many sets take milliseconds, and more of them stay as they are. */
const mostCompared = 300;

/**
 * Leaves out each set of conditions that another one includes: what `a` and `b` find together, `a` finds alone. A set without
 * conditions finds every record.
 * @param sets of which one must hold; their conditions are compared by their JSON
 */
export function widestSets<T>(sets: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const distinct = new Map<string, { readonly set: readonly T[]; readonly names: ReadonlySet<string> }>();
  for (const set of sets) {
    const names = new Set(set.map((condition) => JSON.stringify(condition)));
    const spelled = [...names].sort().join('\n');
    if (!distinct.has(spelled)) distinct.set(spelled, { set, names });
  }
  const all = [...distinct.values()];
  if (all.some(({ names }) => names.size === 0)) return [[]];
  if (all.length > mostCompared) return all.map(({ set }) => set);
  const isIncluded = (own: ReadonlySet<string>) =>
    all.some(({ names }) => names.size < own.size && [...names].every((name) => own.has(name)));
  return all.filter(({ names }) => !isIncluded(names)).map(({ set }) => set);
}
