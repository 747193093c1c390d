import type { Call } from './call.ts';
import { dartOf } from './dart.ts';
import type { Sample } from './topic.ts';

/**
 * The same call in Python, PHP and Dart, so that a topic has to write it once in curl.
 * @throws {Error} for an option of curl that is not known here; it stops the build
 */
export function fromCurl(sample: Sample): Sample[] {
  const call = callOf(sample.code);
  return [
    { ...sample, tab: 'python', language: 'python', code: pythonOf(call) },
    { ...sample, tab: 'php', language: 'php', code: phpOf(call) },
    { ...sample, tab: 'dart', language: 'dart', code: dartOf(call) },
  ];
}

function callOf(code: string): Call {
  const [, text = '', fileName = ''] = /^echo "([^"]*)" > (\S+)\n/.exec(code) ?? [];
  const words = wordsOf(code.replace(/^echo [^\n]*\n/, '').replace(/\\\n/g, ' '));
  const call: Call = { method: 'GET', url: '', headers: [] };
  let method = '';
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      call.url = word;
      continue;
    }
    at += 1;
    const value = words[at] ?? '';
    if (word === '-X') method = value;
    else if (word === '-H') call.headers.push(halves(value, ': '));
    else if (word === '-d') call.json = JSON.parse(value);
    else if (word === '-F') call.file = { field: halves(value, '=')[0], name: fileName, text };
    else throw new Error(`A sample in curl has "${word}", which from-curl.ts does not know.`);
  }
  return { ...call, method: method || (call.json === undefined && !call.file ? 'GET' : 'POST') };
}

/** Words of a command in a shell: bare, or in quotes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

function halves(text: string, between: string): [string, string] {
  const at = text.indexOf(between);
  return [text.slice(0, at), text.slice(at + between.length)];
}

function pythonOf({ method, url, headers, json, file }: Call): string {
  const sent = headers.filter(([name]) => name !== 'Content-Type');
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...(sent.length > 0 ? ['    headers={', ...sent.map(([name, value]) => `        "${name}": "${value}",`), '    },'] : []),
    ...(json === undefined ? [] : [`    json=${pythonValue(json)},`]),
    ...(file ? [`    files={"${file.field}": ("${file.name}", "${file.text}")},`] : []),
    '    timeout=30,',
    ')',
    'print(response.text)',
  ].join('\n');
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`)
    .join(', ')}}`;
}

function phpOf({ method, url, headers, json, file }: Call): string {
  const body = json === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${phpValue(json)}),`];
  const form = file
    ? [`    CURLOPT_POSTFIELDS => ['${file.field}' => new CURLStringFile('${file.text}', '${file.name}', 'text/plain')],`]
    : [];
  return [
    '<?php',
    `$curl = curl_init('${url}');`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    ...(headers.length > 0
      ? ['    CURLOPT_HTTPHEADER => [', ...headers.map(([name, value]) => `        '${name}: ${value}',`), '    ],']
      : []),
    ...body,
    ...form,
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    'echo curl_exec($curl);',
  ].join('\n');
}

function phpValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`;
  if (typeof value === 'string') return phpText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `[${Object.entries(value)
    .map(([name, member]) => `${phpText(name)} => ${phpValue(member)}`)
    .join(', ')}]`;
}

function phpText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
