/** A text is taken in runs: one step for each character would overflow the stack at ten megabytes. */
const part = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const step = '  ';

/**
 * Lays out a JSON text over lines without reading its values, so that long numbers and repeated
 * names stay as they were sent.
 * @param text valid JSON
 */
export function laidOut(text: string): string {
  const parts = text.match(part) ?? [];
  let depth = 0;
  let out = '';
  const line = () => `\n${step.repeat(depth)}`;
  for (const [at, each] of parts.entries()) {
    const isEmpty = (each === '{' && parts[at + 1] === '}') || (each === '[' && parts[at + 1] === ']');
    const closesEmpty = (each === '}' && parts[at - 1] === '{') || (each === ']' && parts[at - 1] === '[');
    if (each === '{' || each === '[') {
      depth += 1;
      out += isEmpty ? each : each + line();
    } else if (each === '}' || each === ']') {
      depth -= 1;
      out += closesEmpty ? each : line() + each;
    } else if (each === ',') out += each + line();
    else if (each === ':') out += ': ';
    else out += each;
  }
  return out;
}
