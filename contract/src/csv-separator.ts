/** In the order in which they are believed when a file reads as well by each: fewer texts have the first. */
const separators = ['\t', ';', ',', '|'] as const;
/** Lines that are looked at. */
const looksAt = 20;

/**
 * @param head the beginning of a table
 * @returns the separator by which most of its lines have as many cells as the first; what is in quotes does not count
 */
export function separatorOf(head: string): string {
  const [first, ...others] = countsOf(head);
  if (!first) return ',';
  const found = separators.filter((separator) => first[separator] > 0);
  const agreeing = (separator: Separator) => others.filter((counts) => counts[separator] === first[separator]).length;
  const better = (a: Separator, b: Separator) => agreeing(b) - agreeing(a) || first[b] - first[a];
  return found.toSorted(better)[0] ?? ',';
}

type Separator = (typeof separators)[number];
type Counts = Record<Separator, number>;

/** @returns how often each separator is in the lines that are whole, or in the only one */
function countsOf(head: string): Counts[] {
  const lines: Counts[] = [];
  let counts: Counts = none();
  let isQuoted = false;
  let isEmpty = true;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) {
      if (!isEmpty) lines.push(counts);
      if (lines.length === looksAt) return lines;
      counts = none();
      isEmpty = true;
      continue;
    }
    isEmpty &&= character === ' ' || isSeparator(character);
    if (!isQuoted && isSeparator(character)) counts[character] += 1;
  }
  if (lines.length === 0) lines.push(counts);
  return lines;
}

function none(): Counts {
  return { '\t': 0, ';': 0, ',': 0, '|': 0 };
}

function isSeparator(character: string): character is Separator {
  return (separators as readonly string[]).includes(character);
}
