import { build } from 'esbuild';
import { root } from '../suite/paths.mjs';

/** The rules compiler of local/firestore, from its sources: Node alone cannot run all of their TypeScript. */
const { outputFiles } = await build({
  stdin: {
    contents: `
      export { compileRules } from './compile.ts';
      export { limits } from './language/limits.ts';
      export { parseRules } from './language/parser.ts';
      export { childrenOf } from './language/syntax.ts';`,
    resolveDir: `${root}/local/firestore/src/rules`,
  },
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');

export const { compileRules, limits, parseRules, childrenOf } = await import(`data:text/javascript;base64,${source}`);
