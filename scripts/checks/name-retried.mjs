import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A reporter of Vitest that notes each test which passed at its second try, and why the first failed, for the closing lines of `npm test`. */
export default class NameRetried {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const place = error?.stacks?.findLast(({ file }) => file.includes('/tests/'));
    const why = [error?.message.split('\n', 1)[0], place && `${basename(place.file)}:${place.line}`].filter(Boolean).join(', at ');
    appendFileSync(process.env.RETRIED_TESTS, `${test.fullName} (${why})\n`);
  }
}
