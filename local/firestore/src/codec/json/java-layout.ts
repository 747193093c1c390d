import { type Json, JsonDouble } from './json.ts';

/**
 * Prints JSON the way protobuf-java's JsonFormat does: two spaces, `[{ … }, { … }]`, `{\n}` for an empty message.
 * Clients do not care; people who compare recorded answers do.
 */
export function javaLayout(json: Json, indent = ''): string {
  if (json instanceof JsonDouble) return json.toJava();
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map((item: Json) => javaLayout(item, indent)).join(', ')}]`;
  const inner = `${indent}  `;
  const lines = Object.entries(json).map(([key, value]) => `${inner}${JSON.stringify(key)}: ${javaLayout(value, inner)}`);
  return lines.length === 0 ? `{\n${indent}}` : `{\n${lines.join(',\n')}\n${indent}}`;
}
