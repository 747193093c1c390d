const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** @returns for example '1.5 KB', in steps of 1024 up to GB */
export function fileSize(bytes: number): string {
  if (bytes === 1) return '1 Byte';
  const largest = units.length - 1;
  let step = bytes < 1 ? 0 : Math.min(largest, Math.floor(Math.log2(bytes) / 10));
  // A size that rounds to 1024 of a unit is one of the next.
  if (step > 0 && step < largest && Math.round((bytes / 1024 ** step) * 10) >= 10_240) step += 1;
  const value = bytes / 1024 ** step;
  return `${Number.isInteger(value) ? value : Number(value.toFixed(value < 10 ? 2 : 1))} ${units[step]}`;
}
