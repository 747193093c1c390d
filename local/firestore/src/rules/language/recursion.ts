/**
 * Finds one cycle in a graph of calls.
 * @returns its members in the order of the calls; empty without a cycle
 */
export function findRecursion<T>(calls: ReadonlyMap<T, ReadonlySet<T>>): T[] {
  const remaining = new Map([...calls].map(([caller, callees]) => [caller, callees.size]));
  const callersOf = invert(calls);
  const leaves = [...remaining].filter(([, count]) => count === 0).map(([node]) => node);
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    remaining.delete(leaf);
    for (const caller of callersOf.get(leaf) ?? []) {
      const count = (remaining.get(caller) ?? 1) - 1;
      remaining.set(caller, count);
      if (count === 0) leaves.push(caller);
    }
  }
  // Whatever remains calls something that remains, so walking on must come back.
  const [start] = remaining.keys();
  return start === undefined ? [] : walk(start, calls, remaining);
}

function invert<T>(calls: ReadonlyMap<T, ReadonlySet<T>>): Map<T, T[]> {
  const callers = new Map<T, T[]>();
  for (const [caller, callees] of calls) {
    for (const callee of callees) {
      const known = callers.get(callee);
      if (known) known.push(caller);
      else callers.set(callee, [caller]);
    }
  }
  return callers;
}

function walk<T>(start: T, calls: ReadonlyMap<T, ReadonlySet<T>>, remaining: ReadonlyMap<T, number>): T[] {
  const seen = new Set<T>();
  let node: T | undefined = start;
  while (node !== undefined && !seen.has(node)) {
    seen.add(node);
    node = [...(calls.get(node) ?? [])].find((callee) => remaining.has(callee));
  }
  if (node === undefined) return [];
  const walked = [...seen];
  return walked.slice(walked.indexOf(node));
}
