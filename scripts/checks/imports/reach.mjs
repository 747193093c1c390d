import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

const contract = '@bedplate/contract';

/**
 * The files of the repository that a file loads: its imports of values, and theirs to the end. Imports of types load nothing. A name
 * that the contract's index passes on counts the file that defines it, because the bundle leaves the others out.
 * @param {string} root absolute path of the repository
 * @param {string} entry path of the file, relative to the root
 * @returns {{ files: string[], lines: number }} paths relative to the root, with the entry
 */
export function reachOf(root, entry) {
  const modules = new Map();
  const read = (path) => modules.get(path) ?? modules.set(path, moduleOf(path)).get(path);
  const lines = new Map();
  const open = [resolve(root, entry)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (lines.has(path)) continue;
    const { text, imports } = read(path);
    lines.set(path, text.split('\n').length - 1);
    open.push(...imports.flatMap((each) => targetsOf(root, { from: path, read }, each)));
  }
  const files = [...lines.keys()].map((path) => relative(root, path)).toSorted();
  return { files, lines: [...lines.values()].reduce((sum, each) => sum + each, 0) };
}

/** @returns the text, and each imported module with the names of its values; `names` is null when all of it is loaded */
function moduleOf(path) {
  const text = readFileSync(path, 'utf8');
  const { module, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const values = entries.filter(({ isType }) => !isType);
    if (entries.length > 0 && values.length === 0) return [];
    const isNamed = values.length > 0 && values.every(({ importName }) => importName.kind === 'Name');
    return [{ specifier: moduleRequest.value, names: isNamed ? values.map(({ importName }) => importName.name) : null }];
  });
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [{ specifier: moduleRequest.value, names: null }] : [])),
  );
  const defined = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, isType }) => (moduleRequest || isType ? [] : [exportName.name])),
  );
  return { text, imports: [...imports, ...passedOn], passedOn, defined };
}

function targetsOf(root, { from, read }, { specifier, names }) {
  if (specifier === contract) {
    const index = join(root, 'contract/src/index.ts');
    return names ? names.map((name) => definitionOf(index, name, read)) : [index];
  }
  if (specifier.startsWith(`${contract}/`)) return [join(root, 'contract/src', `${specifier.slice(contract.length + 1)}.ts`)];
  const path = resolve(dirname(from), specifier);
  return specifier.startsWith('.') && existsSync(path) ? [path] : [];
}

function definitionOf(index, name, read) {
  const parts = read(index).passedOn.map(({ specifier }) => resolve(dirname(index), specifier));
  const path = parts.find((part) => read(part).defined.includes(name));
  if (!path) throw new Error(`${index} does not pass on ${name}`);
  return path;
}
