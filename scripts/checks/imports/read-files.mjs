import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const skipped = new Set(['node_modules', 'dist', 'deploy']);
const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/**
 * Reads the source files below some folders with their imports.
 * @param {string} root absolute path of the repository
 * @param {string[]} folders relative to the root; a missing folder has no files
 * @returns {{ path: string, isTest: boolean, imports: Import[] }[]} paths relative to the root
 *
 * @typedef {object} Import
 * @property {string} specifier as written
 * @property {number} line
 * @property {string | null} target path of the imported file relative to the root, null for a package
 */
export function readFiles(root, folders) {
  return folders
    .flatMap((folder) => list(join(root, folder)))
    .map((path) => ({
      path: relative(root, path),
      isTest: /\.(test|bench)\.\w+$/.test(path),
      imports: importsOf(path).map((each) => ({ ...each, target: targetOf(root, path, each.specifier) })),
    }));
}

function list(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : list(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** Static and dynamic imports, re-exports, `import('…')` types and `require('…')`. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const add = (literal) => {
    if (typeof literal?.value !== 'string') return;
    found.push({ specifier: literal.value, line: text.slice(0, literal.start).split('\n').length });
  };
  const source = (node) => add(node.source);
  new Visitor({
    ImportDeclaration: source,
    ExportNamedDeclaration: source,
    ExportAllDeclaration: source,
    ImportExpression: source,
    TSImportType: source,
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: (node) => node.callee.name === 'require' && add(node.arguments[0]),
  }).visit(program);
  return found;
}

function targetOf(root, path, specifier) {
  if (!specifier.startsWith('.')) return null;
  const wanted = resolve(dirname(path), specifier.replace(/\?.*$/, ''));
  const file = endings.map((ending) => wanted + ending).find((each) => existsSync(each) && /\.\w+$/.test(each));
  return relative(root, file ?? wanted);
}
