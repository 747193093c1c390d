import { expect, test } from 'vitest';
import { backupFileName } from './backup-file-name.ts';

test.each([
  ['2026-05-01T01:02:03.000000Z', 'Shop', '2026-05-01 01.02 Shop.zip'],
  ['2026-05-01T14:45:00.000000Z', 'Demo: "shop"/one', '2026-05-01 14.45 Demo_ _shop_one.zip'],
])('the file of a backup of %s of %s is %s', (readTime, name, file) => {
  expect(backupFileName({ readTime, project: { id: 'p1', name } })).toBe(file);
});
