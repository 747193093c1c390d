// Writes the table of requirements and their tests into docs/requirements: `npm run requirements`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTable } from './requirements/page.mjs';
import { root } from './suite/paths.mjs';

const file = join(root, 'docs/requirements/README.md');
writeFileSync(file, withTable(readFileSync(file, 'utf8')));
