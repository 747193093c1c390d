#!/usr/bin/env -S node --max-semi-space-size=8
// V8's nursery grows to 128 MiB by itself; a database of documents that stay gains nothing from more than this.
// Committed, so that npm can link it before the bundle is built.
import { existsSync } from 'node:fs';
import module from 'node:module';

const bundle = new URL('../dist/cli.js', import.meta.url);
if (!existsSync(bundle)) {
  console.error('local-firestore is not built yet: run `npm run build` in its folder.');
  process.exit(2);
}
// Node has it since 22.1. It must be on before the bundle is read, which it spares compiling.
module.enableCompileCache?.();
await import(bundle.href);
