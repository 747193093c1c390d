const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** @returns for example '1.5 KB', in steps of 1024 up to GB */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${Number.isInteger(value) ? value : Number(value.toFixed(value < 10 ? 2 : 1))} ${units[step]}`;
}
