/** How someone likes the columns of a storage. Names are those of fields. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Of the rows; the middle one when absent. */
  readonly height?: RowHeight;
}

/** Pixels. */
export const rowHeights = { low: 32, middle: 40, high: 72 } as const;
export type RowHeight = keyof typeof rowHeights;

/** Pixels that a column may be given. */
export const narrowest = 60;
export const widest = 2000;

const plain: ColumnLayout = { order: [], hidden: [], widths: {} };

/**
 * @returns the names in the saved order; a new name follows its neighbour in `names`
 */
export function arranged(names: readonly string[], { order }: Pick<ColumnLayout, 'order'>): string[] {
  const result = order.filter((name) => names.includes(name));
  names.forEach((name, at) => {
    if (result.includes(name)) return;
    const before = names.slice(0, at).findLast((other) => result.includes(other));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  });
  return result;
}

/** @returns the names with one moved by `by` places among those that are there */
export function moved(names: readonly string[], name: string, by: number): string[] {
  const at = names.indexOf(name);
  const to = Math.min(names.length - 1, Math.max(0, at + by));
  const others = names.filter((other) => other !== name);
  return [...others.slice(0, to), name, ...others.slice(to)];
}

/** @returns the layout that this browser remembers under the key */
export function readLayout(key: string): ColumnLayout {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<ColumnLayout> | null; // checked below
    const names = (list: unknown) => (Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []);
    const widths = Object.entries(stored?.widths ?? {}).filter(([, width]) => typeof width === 'number' && width >= 40);
    const height = Object.keys(rowHeights).find((name): name is RowHeight => name === stored?.height);
    return { order: names(stored?.order), hidden: names(stored?.hidden), widths: Object.fromEntries(widths), ...(height && { height }) };
  } catch {
    return plain;
  }
}

/**
 * @param layout null forgets it
 * @returns the layout that is in use then
 */
export function writeLayout(key: string, layout: ColumnLayout | null): ColumnLayout {
  try {
    if (layout) localStorage.setItem(key, JSON.stringify(layout));
    else localStorage.removeItem(key);
  } catch {
    // The browser's storage is full or forbidden: the layout lasts as long as the page.
  }
  return layout ?? plain;
}
