/**
 * An element that is known to exist.
 * @throws RangeError when it does not: a defect of the caller, never of its input
 */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`No element at ${index} of ${list.length}.`);
  return element;
}
