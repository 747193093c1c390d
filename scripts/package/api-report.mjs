import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Lists all that a package exports, as its declarations say it: a change of the API shows in a review.
 * @param {string} types the folder of the declarations
 * @param {Record<string, string>} entries the file of each entry, such as { '.': 'index.d.ts' }
 * @returns {string} Markdown
 */
export function apiReport(types, entries) {
  const parts = Object.entries(entries).map(([entry, file]) => {
    const exported = [...exportsOf(join(types, file))].sort(([a], [b]) => (a < b ? -1 : 1));
    const texts = exported.map(([name, text]) => `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
    return `## \`${entry}\`\n\n${texts.join('\n')}`;
  });
  return `# API report\n\nMade by the tests of this package from its declarations; \`npx vitest run -u\` renews it.\n\n${parts.join('\n')}`;
}

/** @returns {Map<string, string>} the declaration of each name that a file exports, without comments */
function exportsOf(file) {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const found = new Map();
  const add = (name, text) => found.set(name, found.has(name) ? `${found.get(name)}\n${text}` : text);
  for (const node of program.body) {
    if (node.type === 'ExportAllDeclaration') for (const [name, text] of exportsOf(beside(file, node.source.value))) add(name, text);
    if (node.type !== 'ExportNamedDeclaration') continue;
    if (node.source) {
      const others = exportsOf(beside(file, node.source.value));
      for (const { local, exported } of node.specifiers) add(exported.name, others.get(local.name) ?? `from ${node.source.value}`);
    } else if (node.declaration) {
      for (const name of namesIn(node.declaration)) add(name, withoutComments(source, node, comments));
    } else
      for (const { local, exported } of node.specifiers) add(exported.name, localText(program, { source, comments, name: local.name }));
  }
  return found;
}

function namesIn({ id, declarations }) {
  return id ? [id.name] : (declarations ?? []).map((one) => one.id.name);
}

/** The declaration of a name that a list exports at the end of the file. */
function localText(program, { source, comments, name }) {
  const nodes = program.body.filter((node) => 'type' in node && namesIn(node).includes(name));
  return nodes.map((node) => withoutComments(source, node, comments)).join('\n');
}

function withoutComments(source, { start, end }, comments) {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end).sort((a, b) => b.start - a.start);
  const text = inside.reduce(
    (rest, comment) => rest.slice(0, comment.start - start) + rest.slice(comment.end - start),
    source.slice(start, end),
  );
  return text
    .replace(/^export (?:declare )?/, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

/** @returns {string} the declarations of a module that is imported from a file */
function beside(file, specifier) {
  const path = join(dirname(file), specifier);
  const names = [path.replace(/\.(?:js|ts)$/, '.d.ts'), `${path}.d.ts`, join(path, 'index.d.ts'), path];
  const found = names.find((name) => name.endsWith('.d.ts') && existsSync(name));
  if (!found) throw new Error(`${specifier} of ${file} is not there.`);
  return found;
}
