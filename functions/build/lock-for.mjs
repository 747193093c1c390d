/**
 * Cuts the repository's lock file down to what some packages need, so that Cloud Build installs what was tested.
 *
 * @param {{ packages: Record<string, Locked> }} lock lock file of version 3, as npm 7 and newer write it
 * @param {{ name: string, version: string, from: string, dependencies: readonly string[], engines: object }} wanted `from` is the
 * workspace whose dependencies are meant; `name` and `version` are those of the package that will have them
 * @returns {{ manifest: object, lock: object }} a package.json with exact versions, and its lock file
 * @throws {Error} when the lock file does not know a package
 *
 * @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>, dev?: boolean }} Locked
 */
export function lockFor(lock, { name, version, from, dependencies, engines }) {
  const exact = Object.fromEntries(dependencies.map((each) => [each, lock.packages[sourceOf(lock, from, each) ?? missing(each)].version]));
  const root = { name, version, dependencies: exact, engines };
  const placed = place(lock, { from, dependencies });
  const packages = Object.fromEntries([...placed].sort(byName).map(([at, source]) => [at, entryOf(lock, source, { at, placed })]));
  return {
    manifest: { name, version, private: true, type: 'module', main: 'index.cjs', engines, dependencies: exact },
    lock: { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } },
  };
}

/** Gives each package a folder below one node_modules, where Node finds for everyone the version that the lock file gives it. */
function place(lock, { from, dependencies }) {
  /** From folder to key in the lock file. */
  const placed = new Map();
  const waiting = dependencies.map((name) => ({ by: '', source: sourceOf(lock, from, name) ?? missing(name), name }));
  for (const { by, source, name } of waiting) {
    const seen = foundBy(placed, by, name);
    if (seen && placed.get(seen) === source) continue;
    const at = seen ? join(by, name) : `node_modules/${name}`;
    placed.set(at, source);
    for (const needed of neededBy(lock, source)) waiting.push({ by: at, source: needed.source, name: needed.name });
  }
  return placed;
}

/** @returns the packages that one needs, without optional ones that the lock file does not have */
function neededBy(lock, source) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[source];
  const optional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true;
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]);
  return [...names].flatMap((name) => {
    // An optional peer is there for those who ask for it themselves.
    if (peerDependenciesMeta[name]?.optional && !(name in optionalDependencies)) return [];
    const found = sourceOf(lock, source, name);
    if (!found && !optional(name)) throw new Error(`The lock file has no ${name}, which ${source} needs.`);
    return found ? [{ name, source: found }] : [];
  });
}

/** npm refuses a lock file that names optional packages it does not have; registries lack some that are made for other platforms. */
function entryOf(lock, source, { at, placed }) {
  const entry = Object.fromEntries(Object.entries(lock.packages[source]).filter(([field]) => !ofTheRepository.has(field)));
  const { optionalDependencies } = entry;
  if (!optionalDependencies) return entry;
  const kept = Object.entries(optionalDependencies).filter(([name]) => foundBy(placed, at, name));
  return { ...entry, optionalDependencies: Object.fromEntries(kept) };
}

/** Says who needs a package in the repository, not here. */
const ofTheRepository = new Set(['dev', 'peer', 'devOptional', 'extraneous']);

/** Where Node finds a package: in the node_modules of the folder that asks, or of one above. */
function sourceOf(lock, by, name) {
  return above(by)
    .map((folder) => join(folder, name))
    .find((key) => key in lock.packages);
}

function foundBy(placed, by, name) {
  return above(by)
    .map((folder) => join(folder, name))
    .find((key) => placed.has(key));
}

/** A package's folder, those of the packages around it, and the root. */
function above(folder) {
  const folders = [folder];
  for (let at = folder; at.includes('/node_modules/') || at.startsWith('node_modules/'); ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1));
    folders.push(at);
  }
  return folders.includes('') ? folders : [...folders, ''];
}

function join(folder, name) {
  return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
}

function byName([a], [b]) {
  return a < b ? -1 : 1;
}

function missing(name) {
  throw new Error(`The lock file has no ${name}: run npm install.`);
}
