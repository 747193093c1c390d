import { expect, test } from 'vitest';
import { toneOf } from './activity-tone.ts';

test.each([
  ['S2-9-08', ['User Login', 'Add Storage', 'Recover Storage'], 'success'],
  ['S2-9-09', ['Update Storage', 'Update Storage Data'], 'warning'],
  ['S2-9-10', ['Remove Storage', 'Remove Storage Data'], 'error'],
  ['S2-9-11', ['Download Storage Data', 'Insert Storage Data'], 'info'],
])('%s %j carry one colour: %s', (_, activities, tone) => {
  expect(activities.map(toneOf)).toEqual(activities.map(() => tone));
});
