import type { RulesRegistry } from '../actions/rules-registry.ts';
import type { Json } from './json/json.ts';

interface Counted {
  readonly line: number;
  readonly column: number;
  readonly counts: Map<string, number>;
}

/** GET …:ruleCoverage: how often each allow of the kept requests decided what. */
export function ruleCoverage(rules: RulesRegistry, projectId: string): Json {
  const source = rules.of(projectId)?.source ?? '';
  return {
    rules: { files: [{ name: 'security.rules', content: source }] },
    report: counted(rules, projectId).map(({ line, column, counts }) => ({
      sourcePosition: { fileName: 'security.rules', line, column, ...offsets(source, line, column) },
      values: Array.from(counts, ([outcome, count]): Json => ({ value: outcomeJson(outcome), count })),
    })),
  };
}

/** The same as a page: the rules with their counts beside the lines. */
export function coverageHtml(rules: RulesRegistry, projectId: string): string {
  const byLine = new Map<number, string>();
  for (const { line, counts } of counted(rules, projectId)) {
    byLine.set(
      line,
      [...(byLine.has(line) ? [byLine.get(line)] : []), ...Array.from(counts, ([outcome, count]) => `${outcome} × ${count}`)].join(', '),
    );
  }
  const rows = (rules.of(projectId)?.source ?? '')
    .split('\n')
    .map(
      (text, index) => `<tr><td>${index + 1}</td><td><pre>${escaped(text)}</pre></td><td>${escaped(byLine.get(index + 1) ?? '')}</td></tr>`,
    );
  return `<!doctype html><meta charset="utf-8"><title>Rule coverage</title><style>pre{margin:0}td{padding:0 .5em;font-family:monospace}</style><table>${rows.join('\n')}</table>\n`;
}

function counted(rules: RulesRegistry, projectId: string): readonly Counted[] {
  const all = new Map<string, Counted>();
  for (const { verdict } of rules.traces(projectId)) {
    for (const { line, column, outcome } of verdict.trace) {
      const key = `${line}:${column}`;
      const entry = all.get(key) ?? { line, column, counts: new Map<string, number>() };
      all.set(key, entry);
      entry.counts.set(outcome, (entry.counts.get(outcome) ?? 0) + 1);
    }
  }
  return [...all.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

function outcomeJson(outcome: string): Json {
  return outcome === 'true' || outcome === 'false' ? { boolValue: outcome === 'true' } : { undefined: {} };
}

/** From the statement's start to its semicolon. */
function offsets(source: string, line: number, column: number): { readonly currentOffset: number; readonly endOffset: number } {
  let start = 0;
  for (let index = 1; index < line; index++) start = source.indexOf('\n', start) + 1;
  const currentOffset = start + column - 1;
  const end = source.indexOf(';', currentOffset);
  return { currentOffset, endOffset: end === -1 ? source.length : end + 1 };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
