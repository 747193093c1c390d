import { readdirSync, readFileSync } from 'node:fs';

const source = new URL('../src/', import.meta.url);

/** @returns the functions' own files, in order: each with its path below `src` and its text */
export function sourceFiles(): { readonly file: string; readonly code: string }[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  return files.toSorted().map((file) => ({ file, code: readFileSync(new URL(file, source), 'utf8') }));
}

/** @returns the product of figures and of constants of the same file, such as `15 * minute` */
export function figureOf(expression: string, code = ''): number {
  return expression.split('*').reduce((product, factor) => {
    const name = factor.trim();
    const [, value] = /^[a-z]\w*$/i.test(name) ? (new RegExp(`const ${name} = ([^;]+);`).exec(code) ?? []) : [];
    return product * (value === undefined ? Number(name.replaceAll('_', '')) : figureOf(value, code));
  }, 1);
}
