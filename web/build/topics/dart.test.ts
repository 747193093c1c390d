// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { fillIn, visitorValues, withoutSecret } from '../../src/features/documentation/sample-values.ts';
import { dartOf } from './dart.ts';
import { fromCurl } from './from-curl.ts';
import { parseTopic } from './parse-topic.ts';

/** No Dart can be had where these tests run, so a grammar reads the samples, and what they would send is read from the tree. */
await Parser.init();
const parser = new Parser().setLanguage(
  await Language.load(readFileSync(fileURLToPath(import.meta.resolve('tree-sitter-wasms/out/tree-sitter-dart.wasm')))),
);

const folder = fileURLToPath(new URL('../../src/features/documentation/topics', import.meta.url));
const pairs = readdirSync(folder).flatMap((file) =>
  parseTopic(basename(file, '.md'), readFileSync(join(folder, file), 'utf8')).sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block, at) => {
      const codeOf = (tab: string) => (block.kind === 'samples' ? block.samples.find((sample) => sample.tab === tab)?.code : undefined);
      const curl = codeOf('curl');
      return curl === undefined ? [] : [{ name: `${file}#${id} ${at}`, curl, dart: codeOf('dart') ?? '' }];
    }),
  ),
);

test('every sample in curl has one in Dart', () => {
  expect(pairs.length).toBeGreaterThan(15);
  expect(pairs.filter(({ dart }) => dart === '')).toEqual([]);
});

const own = { ...visitorValues, endpoint: 'https://b.example.com', storageKey: 'notes', storageId: 's1', apiKey: 'bpk_a-b_C' };
const variants: [string, (code: string) => string][] = [
  ['with places', (code) => code],
  ['of a visitor', (code) => fillIn(code, visitorValues)],
  ['with a key that was made for it', (code) => fillIn(withoutSecret(code), own)],
];

test.each(pairs.flatMap((pair) => variants.map(([of, made]) => ({ ...pair, of, made }))))(
  '$name $of is Dart, and sends what curl sends',
  ({ curl, dart, made }) => {
    const tree = treeOf(made(dart));
    expect(faultsOf(tree)).toEqual([]);
    expect(requestOf(tree)).toEqual(requestOfCurl(made(curl)));
  },
);

test('texts keep quotes, backslashes, dollars and lines, and values their kinds', () => {
  const json = { "it's": 'a\\b $c ${d}\ne', n: -1.5, list: [true, null, {}] };
  const tree = treeOf(dartOf({ method: 'PATCH', url: 'https://x/?$a=1', headers: [['X-A', "'$1"]], json }));
  expect(faultsOf(tree)).toEqual([]);
  expect(requestOf(tree)).toEqual({ method: 'PATCH', url: 'https://x/?$a=1', headers: { 'X-A': "'$1" }, json });
});

test.each(["void main() {\n  print('a')\n}", "void main() {\n  print('a';\n}", "void main() {\n  print('$a');\n}"])(
  'the grammar finds the fault of %j',
  (code) => {
    expect(faultsOf(treeOf(code))).toHaveLength(1);
  },
);

test('a method that package:http has no function for stops the build', () => {
  expect(() => fromCurl({ tab: 'curl', language: 'bash', code: 'curl -X PURGE https://x' })).toThrow('PURGE');
});

function treeOf(code: string): Node {
  const tree = parser.parse(code);
  if (!tree) throw new Error('The grammar gave no tree.');
  return tree.rootNode;
}

/** @returns what the grammar does not understand or misses, and texts that would take in a variable */
function faultsOf(node: Node): string[] {
  if (node.isError || node.isMissing || node.type === 'template_substitution')
    return [`${node.type} at ${node.startPosition.row}: ${node.text}`];
  return node.children.flatMap((child) => (child ? faultsOf(child) : []));
}

interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  json?: unknown;
  file?: { field: string; name: string; text: string };
}

function requestOf(tree: Node): Request {
  const calls = new Map(
    all(tree, 'argument_part').map((part) => [(part.previousSibling ?? part.parent?.previousSibling)?.text ?? '', argumentsOf(part)]),
  );
  const [url] = calls.get('.parse')?.values ?? [];
  const form = calls.get('.MultipartRequest');
  const file = calls.get('.fromString');
  const method = [...calls.keys()].find((name) => /^\.(get|post|put|patch|delete)$/.test(name));
  const plain = calls.get(method ?? '');
  const json = calls.get('jsonEncode');
  return {
    method: String(form ? form.values[0] : method?.slice(1).toUpperCase()),
    url: String(url),
    headers: ((form ? calls.get('.addAll')?.values[0] : plain?.named['headers']) ?? {}) as Record<string, string>, // as curl's is compared with it
    ...(json && plain && 'body' in plain.named ? { json: json.values[0] } : {}),
    ...(file ? { file: { field: String(file.values[0]), text: String(file.values[1]), name: String(file.named['filename']) } } : {}),
  };
}

function argumentsOf(part: Node): { values: unknown[]; named: Record<string, unknown> } {
  const own = part.namedChildren[0]?.namedChildren ?? [];
  const values = own.flatMap((each) => (each?.type === 'argument' ? [valueOf(each.namedChildren[0])] : []));
  const named = own.flatMap((each) => {
    if (each?.type !== 'named_argument') return [];
    return [[each.namedChildren[0]?.text.slice(0, -1) ?? '', valueOf(each.namedChildren[1])] as const];
  });
  return { values, named: Object.fromEntries(named) };
}

/** @returns the value of a literal; of anything else its code, which no literal equals */
function valueOf(node: Node | null | undefined): unknown {
  const own = node?.namedChildren ?? [];
  if (node?.type === 'string_literal')
    return node.text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  if (node?.type === 'list_literal') return own.map(valueOf);
  if (node?.type === 'set_or_map_literal')
    return Object.fromEntries(own.map((pair) => [valueOf(pair?.childForFieldName('key')), valueOf(pair?.childForFieldName('value'))]));
  const code = node?.text ?? '';
  return /^(true|false|null|-?[\d.]+)$/.test(code) ? JSON.parse(code) : { code };
}

function all(node: Node, type: string): Node[] {
  return node.descendantsOfType(type).flatMap((each) => each ?? []);
}

/** Bash reads the words of the command, as it would before it started curl. */
function requestOfCurl(command: string): Request {
  const directory = mkdtempSync(join(tmpdir(), 'bedplate-curl-'));
  try {
    const words = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { cwd: directory, encoding: 'utf8' });
    const request: Request = { method: '', url: '', headers: {} };
    const list = words.split('\0').slice(0, -1);
    for (let word = list.shift(); word !== undefined; word = list.shift()) {
      const [name = '', value = ''] = (word.startsWith('-') ? (list.shift() ?? '') : '').split(/: (.*)/s);
      if (word === '-X') request.method = name;
      else if (word === '-H') request.headers[name] = value;
      else if (word === '-d') request.json = JSON.parse(value ? `${name}: ${value}` : name);
      else if (word === '-F') {
        const [field = '', file = ''] = name.split('=@');
        request.file = { field, name: file, text: readFileSync(join(directory, file), 'utf8').trimEnd() };
      } else request.url = word;
    }
    return { ...request, method: request.method || (request.json === undefined && !request.file ? 'GET' : 'POST') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
