import type { Page } from 'playwright-core';

/** @returns what is wrong with the page's tables: columns out of sight or behind another, rows that a cut made alike, or that a pile of buttons made high */
export async function tableFaults(page: Page): Promise<string[]> {
  const { pathname, search } = new URL(page.url());
  return (await page.evaluate(faults)).map((fault) => `${pathname}${search} ${fault}`);
}

/** Runs in the page. */
function faults(): string[] {
  return [...document.querySelectorAll('table')].filter((table) => table.checkVisibility()).flatMap(faultsOf);

  function faultsOf(table: HTMLTableElement): string[] {
    const name = table.getAttribute('aria-label') ?? '';
    const rows = [...table.tBodies].flatMap(({ rows }) => [...rows]);
    const looks = rows.map((row) => ({ seen: textOf(row, isSeen), whole: textOf(row, () => true) }));
    const twins = looks.filter(({ seen, whole }, at) => looks.slice(0, at).some((other) => other.seen === seen && other.whole !== whole));
    return [
      ...(table.getBoundingClientRect().width > boxOf(table).width + 1 ? [`${name}: wider than its frame`] : []),
      ...twins.map(({ seen }) => `${name}: rows look alike: ${seen}`),
      ...rows.flatMap((row) => (isPile(row) ? [`${name}: buttons of a row stand below each other: ${textOf(row, isSeen)}`] : [])),
      ...[...table.rows].flatMap((row) => (isCovered(row) ? [`${name}: a column lies behind the last one: ${textOf(row, isSeen)}`] : [])),
    ];
  }

  function boxOf(table: HTMLTableElement): DOMRect {
    return (table.parentElement ?? table).getBoundingClientRect();
  }

  /** Whether the last cell, which stays in view, lies over the one before it. */
  function isCovered({ cells }: HTMLTableRowElement): boolean {
    const [last, before] = [cells[cells.length - 1], cells[cells.length - 2]];
    return !!last && !!before && before.getBoundingClientRect().right > last.getBoundingClientRect().left + 1;
  }

  function isPile({ cells }: HTMLTableRowElement): boolean {
    return [...cells].some((cell) => {
      const middles = [...cell.querySelectorAll('button')]
        .map((button) => button.getBoundingClientRect())
        .map(({ y, height }) => y + height / 2);
      return Math.max(...middles) - Math.min(...middles) > 1;
    });
  }

  function textOf(row: HTMLTableRowElement, counts: (letter: DOMRect, clip: Clip) => boolean): string {
    return [...row.cells]
      .map((cell) =>
        lettersOf(cell)
          .filter(([, box, clip]) => counts(box, clip))
          .map(([letter]) => letter)
          .join(''),
      )
      .join(' | ');
  }

  function isSeen({ left, right, bottom, width }: DOMRect, clip: Clip): boolean {
    return width === 0 || (left > clip.left - 1 && right < clip.right + 1 && bottom < clip.bottom + 4);
  }

  function lettersOf(cell: HTMLTableCellElement): [letter: string, box: DOMRect, clip: Clip][] {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const letters: [string, DOMRect, Clip][] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const parent = node.parentElement;
      if (!parent?.checkVisibility()) continue;
      const clip = clipOf(parent);
      [...(node.textContent ?? '')].forEach((letter, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        letters.push([letter, range.getBoundingClientRect(), clip]);
      });
    }
    return letters;
  }

  /** The part of the window in which boxes around the element, up to its row, let it be seen. */
  function clipOf(element: Element): Clip {
    const clip = { left: -Infinity, right: Infinity, bottom: Infinity };
    for (let box: Element | null = element; box && !box.matches('tr'); box = box.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(box).overflowX)) continue;
      const { left, right, bottom } = box.getBoundingClientRect();
      Object.assign(clip, { left: Math.max(clip.left, left), right: Math.min(clip.right, right), bottom: Math.min(clip.bottom, bottom) });
    }
    return clip;
  }
}

interface Clip {
  left: number;
  right: number;
  bottom: number;
}
