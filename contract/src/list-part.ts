/**
 * A condition as a part of a list, such as `or=(a=1,b=2)`: a backslash makes each mark of lists a character, and a space at the end.
 * @param part as it is spelt outside of a list
 */
export function listPart(part: string): string {
  return part.replace(/[\\;,()"]|\s$/g, '\\$&');
}

/**
 * Takes away the backslashes that were written for the list: before a mark of lists, a quote, a backslash and a space. Those in quotes
 * around a whole value belong to the value, and so does every other one.
 */
export function unlisted(part: string): string {
  const quotedOrEscaped = /(?<=[=<>~|]\s*)"(?:[^"\\]|\\.)*"(?=\s*(?:[|;,)]|$))|\\([;,()"\\\s])|\\./gs;
  return part.replace(quotedOrEscaped, (whole, escaped: string | undefined) => escaped ?? whole);
}
