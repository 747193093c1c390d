import type { RulesRegistry } from '../../actions/rules-registry.ts';
import type { ValueCount } from '../../rules/evaluate/expression-coverage.ts';
import type { Covered } from '../../rules/ruleset.ts';
import { type Json, JsonDouble } from '../../codec/json/json.ts';

/** GET …:ruleCoverage: what each allow and each expression came to in the requests since the rules were loaded. */
export function ruleCoverage(rules: RulesRegistry, projectId: string): Json {
  const { source = '', ruleset } = rules.of(projectId) ?? {};
  return {
    rules: { files: [{ name: 'security.rules', content: source }] },
    report: (ruleset?.coverage() ?? []).map(coveredJson),
  };
}

/** The same as a page: the rules with the counts of their allows and functions beside the lines. */
export function coverageHtml(rules: RulesRegistry, projectId: string): string {
  const { source = '', ruleset } = rules.of(projectId) ?? {};
  const byLine = new Map<number, string[]>();
  for (const { line, values } of ruleset?.coverage() ?? []) {
    const texts = values.map(({ value, count }) => `${value === undefined ? 'undecided' : String(value)} × ${count}`);
    byLine.set(line, [...(byLine.get(line) ?? []), ...(texts.length > 0 ? texts : ['never evaluated'])]);
  }
  const rows = source
    .split('\n')
    .map(
      (text, index) =>
        `<tr><td>${index + 1}</td><td><pre>${escaped(text)}</pre></td><td>${escaped((byLine.get(index + 1) ?? []).join(', '))}</td></tr>`,
    );
  return `<!doctype html><meta charset="utf-8"><title>Rule coverage</title><style>pre{margin:0}td{padding:0 .5em;font-family:monospace}</style><table>${rows.join('\n')}</table>\n`;
}

function coveredJson({ line, column, offset, endOffset, values, children }: Covered): Json {
  return {
    sourcePosition: { fileName: 'security.rules', line, column, currentOffset: offset, endOffset },
    ...(values.length > 0 && { values: values.map(valueJson) }),
    ...(children.length > 0 && { children: children.map(coveredJson) }),
  };
}

function valueJson({ value, count }: ValueCount): Json {
  return { value: scalarJson(value), count };
}

function scalarJson(value: ValueCount['value']): Json {
  if (value === undefined) return { undefined: {} };
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return typeof value === 'bigint' ? { intValue: String(value) } : { floatValue: new JsonDouble(value) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
