import { furtherRefusals, refusals } from '@bedplate/contract';
import { expect, test } from 'vitest';

/** The sentences about requests and names that cannot be taken as they are. */
const unfit = {
  ...refusals,
  ...furtherRefusals,
};

test.each([
  'jsonDeep',
  'recordDeep',
  'bodyLarge',
  'numberLarge',
  'fieldNameReserved',
  'fieldNameDot',
  'fieldNameCharacters',
  'fileMissing',
  'fileNamePath',
  'fileNameCharacters',
  'parameterTwice',
  'headerTwice',
  'memberTwice',
  'fieldTwice',
  'textUnicode',
  'requestUnicode',
] as const)('%s also says what to do', (key) => {
  expect(unfit[key]).toMatch(/\. (Send|Store|Choose|Take) [^.]+\.$/);
});
