import { dirname } from 'node:path';

/**
 * Finds circles of files, of folders, and of sibling folders with all that is below them.
 * @param {{ path: string, imports: { line: number, target: string | null }[] }[]} files
 * @returns {{ of: string, steps: { from: string, line: number, to: string }[] }[]} a shortest circle of each knot
 */
export function findCircles(files) {
  const known = new Set(files.map(({ path }) => path));
  const arrows = files.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => target !== path && known.has(target)).map(({ line, target }) => ({ from: path, line, to: target })),
  );
  return [
    ...circlesBetween(arrows, (path) => path, 'files'),
    ...circlesBetween(arrows, dirname, 'folders'),
    ...parentsOf(files).flatMap((parent) => circlesBetween(arrows, (path) => childOf(parent, path), `the folders in ${parent}`)),
  ];
}

/** The circles after each file is replaced by what `nameOf` gives for it; null leaves a file out. */
function circlesBetween(arrows, nameOf, of) {
  const graph = new Map();
  for (const arrow of arrows) {
    const [from, to] = [nameOf(arrow.from), nameOf(arrow.to)];
    if (!from || !to || from === to) continue;
    if (!graph.has(from)) graph.set(from, new Map());
    if (!graph.get(from).has(to)) graph.get(from).set(to, arrow);
  }
  return knotsOf(graph).map((knot) => ({ of, size: knot.size, steps: shortestCircle(graph, knot) }));
}

/** Nodes that reach each other, by Tarjan's algorithm. */
function knotsOf(graph) {
  const order = new Map();
  const low = new Map();
  const open = [];
  const knots = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    open.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const knot = new Set(open.splice(open.indexOf(node)));
    if (knot.size > 1) knots.push(knot);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return knots;
}

function shortestCircle(graph, knot) {
  return [...knot].map((start) => circleThrough(graph, knot, start)).reduce((best, each) => (each.length < best.length ? each : best));
}

/** Breadth first, from a node back to itself. */
function circleThrough(graph, knot, start) {
  const ways = [{ node: start, steps: [] }];
  const seen = new Set();
  for (const { node, steps } of ways) {
    for (const [next, arrow] of graph.get(node)) {
      if (!knot.has(next) || seen.has(next)) continue;
      if (next === start) return [...steps, arrow];
      seen.add(next);
      ways.push({ node: next, steps: [...steps, arrow] });
    }
  }
  throw new Error(`${start} is in no circle`);
}

function parentsOf(files) {
  const parents = new Set();
  for (const { path } of files) for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) parents.add(parent);
  return [...parents];
}

/** The folder directly in `parent` that holds the path, or null. */
function childOf(parent, path) {
  if (!path.startsWith(`${parent}/`)) return null;
  const [child, ...rest] = path.slice(parent.length + 1).split('/');
  return rest.length ? child : null;
}
