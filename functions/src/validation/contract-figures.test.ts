import * as contract from '@bedplate/contract';
import { expect, test } from 'vitest';

const gibibyte = 1024 ** 3;

/** Tests of what is limited take these from the contract: they see that a limit holds, not that its figure is another one. */
test('plans, prices and retentions have the figures that people were told', () => {
  expect(contract.planLimits).toEqual({
    free: { projects: 2, storagesPerProject: 15, members: 25, fileBytes: gibibyte },
    pro: { projects: 20, storagesPerProject: 100, members: 100, fileBytes: 25 * gibibyte },
    scale: { projects: 50, storagesPerProject: 200, members: 250, fileBytes: 100 * gibibyte },
    enterprise: { projects: 100, storagesPerProject: 500, members: 500, fileBytes: 500 * gibibyte },
  });
  const { freeUsageLimit, creditsPerDollar, largestPurchase, graceDays } = contract;
  expect({ freeUsageLimit, creditsPerDollar, largestPurchase, graceDays }).toEqual({
    freeUsageLimit: 30_000,
    creditsPerDollar: 2_000,
    largestPurchase: 1_000,
    graceDays: 7,
  });
  expect(contract.backupDays).toEqual({ free: 7, pro: 14, scale: 30, enterprise: 90 });
  expect(contract.requestLogDays).toEqual({ free: 3, paid: 30 });
  expect(contract.retentionDays).toEqual({ pageVisits: 90, activity: 365, messages: 730 });
  expect(contract.usualTrashDays).toBe(30);
});

test('the other limits of the contract have their figures', () => {
  expect(contract.backupLimits).toEqual({ asked: 10, ids: 100, listed: 120 });
  expect(contract.mailLimits).toEqual({ languages: 12, bytes: 300 * 1024 });
  expect(contract.feedbackLimits).toMatchObject({
    subject: 60,
    message: 5_000,
    images: 10,
    imageBytes: 5 * 1024 ** 2,
    totalBytes: 25 * 1024 ** 2,
  });
  expect(contract.healthLimits).toMatchObject({ checkMillis: 300_000, slotsOfDay: 288, staleMillis: 900_000, inARow: 2, historyDays: 90 });
  expect(contract.healthLimits).toMatchObject({ incidents: 100, pauseMillis: 30_000 });
  expect(contract.officeLimits).toMatchObject({
    reply: 5_000,
    analyticsDays: 366,
    logsOfDay: 500,
    exportedRows: 50_000,
    skippedRows: 1_000,
  });
  expect(contract.requestLogLimits).toEqual({ page: 50, pageMost: 200, chunks: 200, download: 100_000 });
  const { longestOverlapHours, hourlyReportDays, callReportGroups, reportDaysMax, reportStoragesMax, reportEntriesMax } = contract;
  expect([longestOverlapHours, hourlyReportDays, callReportGroups]).toEqual([24, 3, 8]);
  expect([reportDaysMax, reportStoragesMax, reportEntriesMax]).toEqual([92, 12, 1_000]);
  const { watchMinutes, thumbnailPixels, usualRequestsPerMinute, usualRequestsPerMinutePerClient } = contract;
  expect([watchMinutes, thumbnailPixels]).toEqual([10, 40_000_000]);
  expect([usualRequestsPerMinute, usualRequestsPerMinutePerClient]).toEqual([60_000, 30_000]);
  const app = contract.signInOf({});
  expect([app.requestsPerMinute, app.requestsPerMinutePerClient]).toEqual([1_200, 60]);
  expect(contract.SpendCap.safeParse({ credits: 1_000_000_000, per: 'month' }).success).toBe(true);
  expect(contract.SpendCap.safeParse({ credits: 1_000_000_001, per: 'month' }).success).toBe(false);
});

test('a number has a hundred digits, and an exponent of four thousand', () => {
  const { decimalOf } = contract;
  expect([decimalOf('9'.repeat(100)) !== undefined, decimalOf('9'.repeat(101))]).toEqual([true, undefined]);
  expect([decimalOf('1e4000') !== undefined, decimalOf('1e4001')]).toEqual([true, undefined]);
});

test('a condition of a rule compares with thirty values, and a record is known by sixty characters', () => {
  const call = { user: { teams: [] }, now: 0 };
  const values = (count: number) =>
    contract.literalsOfValue(
      Array.from({ length: count }, (_, n) => n),
      call,
    );
  expect([values(30)?.length, values(31)]).toEqual([30, null]);
  expect(contract.recordName({ name: 'x'.repeat(61) })).toBe(`${'x'.repeat(60)}…`);
});

test('eighteen levels of a record are stored as they are, deeper ones as a text', () => {
  const nested = (levels: number): contract.Json => (levels === 0 ? 1 : { in: nested(levels - 1) });
  const stored = (levels: number) => JSON.stringify(contract.encodeFields({ top: nested(levels) })).includes('json');
  const levels = Array.from({ length: 25 }, (_, n) => n).filter((n) => !stored(n));
  expect(levels.at(-1)).toBe(18);
});

test('a table is told by its first 4,096 bytes, 64 KiB and 20 lines', () => {
  expect(contract.encodingBytes).toBe(4_096);
  const line = 'a,b\n';
  const rowsAfter = (characters: number) => contract.tableReader().push(line.repeat(characters / line.length)).length;
  expect([rowsAfter(64 * 1024 - line.length), rowsAfter(64 * 1024)]).toEqual([0, 64 * 256 - 1]);
  const firstName = (semicolons: number) => {
    const lines = ['a;b,c', ...Array<string>(semicolons).fill('1;2'), ...Array<string>(50).fill('1,2')];
    const reader = contract.tableReader();
    return Object.keys([...reader.push(lines.join('\n')), ...reader.end()][0]?.value ?? {})[0];
  };
  expect([firstName(19), firstName(9)]).toEqual(['a', 'a;b']);
});

test('a text with more zeros than one in five is none', () => {
  const text = (zeros: number) => '\0'.repeat(zeros) + 'x'.repeat(100 - zeros);
  expect([20, 21].map((zeros) => contract.isFullOfZeros(text(zeros)))).toEqual([false, true]);
});

test('128 characters of a text are compared in an order, also of letters of two units', () => {
  expect(contract.foldedStart('X'.repeat(200))).toBe('x'.repeat(128));
  expect(contract.foldedStart('😀'.repeat(200))).toBe('😀'.repeat(128));
});

test('twenty values of an enum are told in a sentence', () => {
  const values = Array.from({ length: 21 }, (_, n) => `v${n}`);
  const told = (count: number) => JSON.stringify(contract.fromJson('none', { type: 'enum', values: values.slice(0, count) }));
  expect([told(20).includes('v19"'), told(21).includes('v19, …')]).toEqual([true, true]);
});
