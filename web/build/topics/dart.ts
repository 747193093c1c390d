import type { Call } from './call.ts';

/** Functions that package:http has for them. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * @returns the call as a program in Dart with package:http
 * @throws {Error} for a method that package:http has no function for; it stops the build
 */
export function dartOf(call: Call): string {
  return [
    '// dart pub add http',
    ...(call.json === undefined ? [] : ["import 'dart:convert';"]),
    "import 'package:http/http.dart' as http;",
    '',
    'Future<void> main() async {',
    ...(call.file ? sentAsForm(call, call.file) : sent(call)),
    '  print(response.body);',
    '}',
  ].join('\n');
}

function sent({ method, url, headers, json }: Call): string[] {
  if (!methods.has(method)) throw new Error(`package:http has no function for ${method}.`);
  return [
    `  final response = await http.${method.toLowerCase()}(`,
    `    Uri.parse(${text(url)}),`,
    ...(headers.length > 0 ? ['    headers: {', ...headers.map(entry), '    },'] : []),
    ...(json === undefined ? [] : [`    body: jsonEncode(${valueOf(json)}),`]),
    '  );',
  ];
}

function sentAsForm({ method, url, headers }: Call, { field, name, text: content }: NonNullable<Call['file']>): string[] {
  return [
    `  final request = http.MultipartRequest(${text(method)}, Uri.parse(${text(url)}))`,
    ...(headers.length > 0 ? ['    ..headers.addAll({', ...headers.map(entry), '    })'] : []),
    `    ..files.add(http.MultipartFile.fromString(${text(field)}, ${text(content)}, filename: ${text(name)}));`,
    '  final response = await http.Response.fromStream(await request.send());',
  ];
}

/** One header in each line: a sample for a named key leaves out that of the secret key. */
function entry([name, value]: [string, string]): string {
  return `      ${text(name)}: ${text(value)},`;
}

function valueOf(value: unknown): string {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `[${value.map(valueOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${text(name)}: ${valueOf(member)}`)
    .join(', ')}}`;
}

/** A dollar would put the value of a variable into the text. */
function text(content: string): string {
  return `'${content.replace(/[\\'$]/g, '\\$&').replaceAll('\n', '\\n')}'`;
}
