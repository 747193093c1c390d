// Fails on phrases that are not plain English, in code, texts and documents: `npm run english`, a part of `npm run check`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../suite/paths.mjs';
import { faultsOfEnglish } from './english/patterns.mjs';

/** The table of phrases itself, and a generated one. */
const exempt = ['scripts/checks/english/', 'docs/requirements/'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && !exempt.some((start) => path.startsWith(start)) && existsSync(join(root, path)));
const faults = files.flatMap((path) => faultsOfEnglish(readFileSync(join(root, path), 'utf8')).map((fault) => ({ path, ...fault })));
for (const { path, line, found, plain } of faults) console.error(`${path}:${line} "${found}": write ${plain}`);
if (faults.length) process.exitCode = 1;
