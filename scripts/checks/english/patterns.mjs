/** Phrases that read as if translated; `plain` is what to write. `sample` breaks the rule; `next` is how the line below begins, where that counts. */
export const patterns = [
  { pattern: /\bthe own\b/i, plain: 'their own, its own', sample: 'Changes the own password.' },
  { pattern: /\banew\b/i, plain: 'again, or a verb with "re-"', sample: 'The list is drawn anew.' },
  { pattern: /\bthat there (is|are|was|were)\b/i, plain: 'known, existing', sample: 'Only storages that there are.' },
  { pattern: /, too(?![\w-]| \w)/i, plain: '"also" before the verb, or nothing', sample: 'It is read, too.' },
  { pattern: /\bunless told\b/i, plain: '"by default", "default: …"', sample: '30 unless told.' },
  { pattern: /\bof before\b(?![?)]|\.\w)/i, plain: 'earlier, the previous', sample: 'The token of before.' },
  { pattern: /\b(is|are) given up\b/i, plain: 'ends, is released, fails', sample: 'The request is given up.' },
  {
    pattern: /^\s*(\/\/|\/?\*+) (What|Who|Whoever) [^?]*$/,
    plain: 'a noun or a verb at the start of a comment: "The part of …", "Reads …"',
    sample: '/** What a plan allows. */',
  },
  {
    pattern: /^\s*\/\*\* (They|It|Its|Their|Those|These|Such)\b.*\*\/$/,
    next: /^\s*(?:export |default |async )*(?:function|const|class|interface|type)\b/,
    plain: 'the name of the thing at the start of its comment: "The sums of …", "Codes of …"',
    sample: '/** Its sums have a scale. */\nfunction totals() {',
  },
];

/**
 * @param {string} text of a file
 * @returns {{ line: number, found: string, plain: string }[]}
 */
export function faultsOfEnglish(text) {
  return text.split('\n').flatMap((content, index, lines) =>
    patterns.flatMap(({ pattern, next, plain }) => {
      if (next && !next.test(lines[index + 1] ?? '')) return [];
      const found = pattern.exec(content)?.[0].trim();
      return found ? [{ line: index + 1, found, plain }] : [];
    }),
  );
}
