// Fails on an import against the rules in imports/rules.mjs: `npm run check`, or alone `node scripts/checks/imports.mjs`.
import { root } from '../suite/paths.mjs';
import { checkImports } from './imports/check-imports.mjs';
import { rules } from './imports/rules.mjs';

for (const { rule, faults } of checkImports(root, rules)) {
  const known = rule.known ?? 0;
  if (faults.length > known) {
    process.exitCode = 1;
    console.error([`${rule.name}: ${faults.length} faults${known ? `, ${known} are known` : ''}`, ...faults].join('\n  '));
  } else if (known) console.log(`${rule.name}: ${faults.length} of ${known} known faults are left`);
}
