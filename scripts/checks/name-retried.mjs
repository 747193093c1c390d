import { appendFileSync } from 'node:fs';

/** A reporter of Vitest that notes each test which passed at its second try, for the closing lines of `npm test`. */
export default class NameRetried {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) appendFileSync(process.env.RETRIED_TESTS, `${test.fullName}\n`);
  }
}
