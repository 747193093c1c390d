/** Phrases that read as if translated; `plain` is what to write. `sample` is a line that breaks the rule. */
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
];

/**
 * @param {string} text of a file
 * @returns {{ line: number, found: string, plain: string }[]}
 */
export function faultsOfEnglish(text) {
  return text.split('\n').flatMap((content, index) =>
    patterns.flatMap(({ pattern, plain }) => {
      const found = pattern.exec(content)?.[0].trim();
      return found ? [{ line: index + 1, found, plain }] : [];
    }),
  );
}
