// Makes functions/data/leaked-passwords.bin, in which a new password of an app user is looked up (decision 101).
import { writeFileSync } from 'node:fs';
import { fuseFilter } from './leaked-passwords/fuse-filter.mjs';
import { leakedPasswords } from './leaked-passwords/list.mjs';
import { root } from './suite/paths.mjs';

const passwords = leakedPasswords();
const filter = fuseFilter(passwords);
writeFileSync(`${root}/functions/data/leaked-passwords.bin`, filter);
console.log(`${passwords.length.toLocaleString('en')} passwords in ${filter.length.toLocaleString('en')} bytes`);
