import type { RulesRegistry } from '../actions/rules-registry.ts';
import type { CoveredAllow } from '../rules/ruleset.ts';
import type { Json } from './json/json.ts';

/** GET …:ruleCoverage: what each allow came to in the requests since the rules were loaded. */
export function ruleCoverage(rules: RulesRegistry, projectId: string): Json {
  const { source = '', ruleset } = rules.of(projectId) ?? {};
  return {
    rules: { files: [{ name: 'security.rules', content: source }] },
    report: (ruleset?.coverage() ?? []).map((allow) => ({
      sourcePosition: {
        fileName: 'security.rules',
        line: allow.line,
        column: allow.column,
        currentOffset: allow.offset,
        endOffset: allow.endOffset,
      },
      values: happened(allow).map(([outcome, count]) => ({ value: outcomeJson(outcome), count })),
    })),
  };
}

/** The same as a page: the rules with their counts beside the lines. */
export function coverageHtml(rules: RulesRegistry, projectId: string): string {
  const { source = '', ruleset } = rules.of(projectId) ?? {};
  const byLine = new Map<number, string[]>();
  for (const allow of ruleset?.coverage() ?? []) {
    const texts = happened(allow).map(([outcome, count]) => `${outcome} × ${count}`);
    byLine.set(allow.line, [...(byLine.get(allow.line) ?? []), ...(texts.length > 0 ? texts : ['never evaluated'])]);
  }
  const rows = source
    .split('\n')
    .map(
      (text, index) =>
        `<tr><td>${index + 1}</td><td><pre>${escaped(text)}</pre></td><td>${(byLine.get(index + 1) ?? []).join(', ')}</td></tr>`,
    );
  return `<!doctype html><meta charset="utf-8"><title>Rule coverage</title><style>pre{margin:0}td{padding:0 .5em;font-family:monospace}</style><table>${rows.join('\n')}</table>\n`;
}

function happened({ counts }: CoveredAllow): readonly (readonly [string, number])[] {
  return Object.entries(counts).filter(([, count]) => count > 0);
}

function outcomeJson(outcome: string): Json {
  return outcome === 'true' || outcome === 'false' ? { boolValue: outcome === 'true' } : { undefined: {} };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
