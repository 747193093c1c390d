import { expect, test, vi } from 'vitest';
import { optionsOf } from '../config/deployed-functions.ts';
import { sweepPurges } from '../domain/archive/sweep-purges.ts';
import { sweepFeedback } from '../domain/archive/sweep-feedback.ts';
import { reconcile } from '../domain/billing/reconcile.ts';
import { sweepUploads } from '../domain/files/end-uploads.ts';
import { sweepErasures } from '../domain/records/erasure/finish-erasure.ts';
import { sweepKeptFiles } from '../domain/records/kept-files/end-kept-files.ts';
import { sweepArchivedFiles } from '../domain/records/write/archived-files.ts';
import { sweepFileChanges } from '../domain/records/write/file-changes.ts';
import { endTrash } from '../domain/trash/end-trash.ts';
import type { Services } from '../services/services.ts';
import { sweepFiles } from './sweep-files.ts';

const begun = 1_000_000;
const jobs = vi.hoisted(() => new Map<string, () => Promise<unknown>>());

vi.mock('./job.ts', () => ({ job: (name: string, _: string, work: () => Promise<unknown>) => jobs.set(name, work) }));
vi.mock('../runtime/all-in-order.ts', () => ({ allInOrder: (...steps: (() => unknown)[]) => steps.map((step) => step()) }));
vi.mock('./services.ts', () => ({ services: { clock: () => 1_000_000 } }));
vi.mock('../domain/office/health/jobs.ts');
vi.mock('../domain/archive/sweep-purges.ts');
vi.mock('../domain/archive/sweep-feedback.ts');
vi.mock('../domain/billing/reconcile.ts');
vi.mock('../domain/files/end-uploads.ts');
vi.mock('../domain/records/erasure/finish-erasure.ts');
vi.mock('../domain/records/kept-files/end-kept-files.ts');
vi.mock('../domain/records/write/archived-files.ts');
vi.mock('../domain/records/write/file-changes.ts');
vi.mock('../domain/trash/end-trash.ts');

test('the steps of one sweep have thirty seconds each, and end together within the time of the function', async () => {
  await sweepFiles({ records: {} } as Services); // its steps are replaced
  const steps = [sweepFileChanges, sweepArchivedFiles, sweepPurges, sweepErasures, sweepKeptFiles, endTrash, sweepUploads, sweepFeedback];
  for (const step of steps) expect(step).toHaveBeenCalledExactlyOnceWith(expect.anything(), 30_000);
  expect(steps.length * 30).toBeLessThan(optionsOf('uploadSweep').timeoutSeconds);
});

test('a comparison with the payment provider begins no account when the time of the function is nearly over', async () => {
  await import('./billing-reconcile.ts');
  await jobs.get('billingReconcile')?.();
  expect(reconcile).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining({ until: begun + 1_600_000 }));
  expect(1_600).toBeLessThan(optionsOf('billingReconcile').timeoutSeconds);
});
