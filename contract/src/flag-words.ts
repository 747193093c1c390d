/** Words for true and false, as spreadsheets of other languages save them. */
const languages = [
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['verdadero', 'falso'],
  ['verdadeiro', 'falso'],
  ['vero', 'falso'],
  ['waar', 'onwaar'],
  ['sant', 'falskt'],
  ['sand', 'falsk'],
  ['sann', 'usann'],
  ['tosi', 'epätosi'],
  ['prawda', 'fałsz'],
  ['pravda', 'nepravda'],
  ['igaz', 'hamis'],
  ['истина', 'ложь'],
  ['doğru', 'yanlış'],
] as const;

/** `t` and `f` are PostgreSQL's. */
const yes = new Set<string>(['true', 'yes', 'y', 't', 'on', '1', ...languages.map(([word]) => word)]);
const no = new Set<string>(['false', 'no', 'n', 'f', 'off', '0', ...languages.map(([, word]) => word)]);

/** @returns what the cell of a table means where it is to be true or false */
export function flagOfCell(cell: string): boolean | undefined {
  const word = folded(cell);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** @returns whether all cells are such words of one language: both of them, or in the capitals of spreadsheets */
export function areFlagWords(cells: readonly string[]): boolean {
  const words = new Set(cells.map(folded));
  const isOf = languages.some((pair: readonly string[]) => [...words].every((word) => pair.includes(word)));
  return isOf && (words.size === 2 || cells.every((cell) => cell.length > 1 && cell === cell.toUpperCase()));
}

/** The capital of the Turkish ı is I. */
function folded(cell: string): string {
  const word = cell.trim().toLowerCase();
  return word === 'yanliş' ? 'yanlış' : word;
}
