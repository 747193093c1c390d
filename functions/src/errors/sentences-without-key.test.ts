import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const source = new URL('..', import.meta.url).pathname;

/** Where sentences are none of a refusal: documents for programs, mails, scripts and what the platform reads. */
const otherwise = /\.test\.ts$|^(?:config|deployed|runtime|services|store|tools)\/|^domain\/(?:mail|openapi|type-declarations)\//;
/** Refusals of keys and app users, whom people at the console never are: the data API speaks English. */
const ofApps =
  /^routes\/api\/|^domain\/(?:app-(?:teams|users)|api-keys\/(?:api-caller|key-scope)|grants\/(?:access-of|write-access)|records\/(?:model\/closed-fields|write\/refusals))\b/;
/** All else that apps alone meet is what the calls of the console never load. */
const ofConsole = reachedFrom('routes/app');
const ofDataApi = reachedFrom('routes/api');
const isOfAppsAlone = (file: string) => ofApps.test(file) || (ofDataApi.has(file) && !ofConsole.has(file));

/** This number only falls. */
const most = 36;

/**
 * A refusal that is English in the code has no key, so the console shows it in English whatever its language is. They are listed here
 * to be seen: a new one belongs to the contract, as `say('key')`. The list only gets shorter; `npm run sentences -- -u` notes that.
 */
test('refusals without a key are those that are listed, and get fewer', async () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !otherwise.test(file) && !isOfAppsAlone(file))
    .sort()
    .flatMap((file) => sentencesIn(file).map((sentence) => `${file}: ${sentence}`));
  expect(found.length).toBeLessThanOrEqual(most);
  await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('./sentences-without-key.txt');
});

test('a sentence is found in whatever makes the refusal, and one of the contract is none', () => {
  const refused = (argument: string) => sentences(`throw new ApiError('conflict', ${argument});`);
  expect(refused("'Do not do this.'")).toEqual(['Do not do this.']);
  expect(refused('`At most ${max} of them.`')).toEqual(['`At most ${max} of them.`']);
  expect(sentences("const remedy = isLong ? 'Take less.' : '';")).toEqual(['Take less.']);
  expect(refused("say('jobRunning')")).toEqual([]);
  expect(sentences("throw new Error('For the logs only.');")).toEqual([]);
});

/** @returns the files that those of a folder load, at once or later */
function reachedFrom(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = readdirSync(`${source}${folder}`)
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    open.push(...importsOf(file).filter((path) => existsSync(`${source}${path}`)));
  }
  return found;
}

function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(`${source}${file}`, 'utf8'));
  const values = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const text = readFileSync(`${source}${file}`, 'utf8');
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  return [...values.map(({ moduleRequest }) => moduleRequest.value), ...later].map((path) => join(dirname(file), path));
}

function sentencesIn(file: string): string[] {
  return sentences(readFileSync(`${source}${file}`, 'utf8'));
}

function sentences(code: string): string[] {
  return inside(parseSync('file.ts', code).program, code);
}

function inside(node: unknown, code: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one) => inside(one, code));
  const { type } = node as Node;
  if (type === 'NewExpression' && 'callee' in node && isPlainError(node.callee as Node)) return [];
  const text = textOf(node as Node, code);
  return text !== undefined && isSentence(text) ? [text] : Object.values(node).flatMap((part) => inside(part, code));
}

/** Of programs and their logs. */
function isPlainError(callee: Node): boolean {
  return callee.type === 'Identifier' && /^(?:\w*Error)$/.test(callee.name) && callee.name !== 'ApiError';
}

function textOf(node: Node, code: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? code.slice(node.start, node.end) : undefined;
}

function isSentence(text: string): boolean {
  return /\S \S/.test(text) && /[.!?]`?$/.test(text);
}
