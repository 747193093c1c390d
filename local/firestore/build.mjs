// Bundles the command line into one file, so that it starts without reading hundreds of modules.
//   node build.mjs [OUTFILE]
import { chmodSync } from 'node:fs';
import { build } from 'esbuild';

const outfile = process.argv[2] ?? new URL('dist/cli.js', import.meta.url).pathname;

await build({
  entryPoints: [new URL('src/cli/cli.ts', import.meta.url).pathname],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20.11',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Bundled CommonJS modules call require for Node's own.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as requireOfBundle } from 'node:module';\nconst require = requireOfBundle(import.meta.url);",
  },
});
chmodSync(outfile, 0o755);
