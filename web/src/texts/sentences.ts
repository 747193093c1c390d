/** Marks of full width end a sentence with a space of their own. */
const wideMark = /[。！？：；）]$/;

/** @returns sentences that stand one after the other, without those that are not there */
export function sentences(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.reduce<string>((before, part) => {
    if (!part) return before;
    return before === '' || wideMark.test(before) ? before + part : `${before} ${part}`;
  }, '');
}
