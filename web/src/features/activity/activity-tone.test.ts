import { expect, test } from 'vitest';
import { toneOf } from './activity-tone.ts';

test.each([
  // Covers S2-9-08
  [['User Login', 'Add Storage', 'Recover Storage'], 'success'],
  // Covers S2-9-09
  [['Update Storage', 'Update Storage Data'], 'warning'],
  // Covers S2-9-10
  [['Remove Storage', 'Remove Storage Data'], 'error'],
  // Covers S2-9-11
  [['Download Storage Data', 'Insert Storage Data'], 'info'],
])('%j carry one colour: %s', (activities, tone) => {
  expect(activities.map(toneOf)).toEqual(activities.map(() => tone));
});
