import { expect, test } from 'vitest';
import { figureOf, sourceFiles } from '../../test/source-figures.ts';

const size = /^(?:export )?const (\w*(?:[aA]tOnce|[pP]er(?:Page|Read)|[pP]ageSize)|together|looked|blockSize) = ([\d_ *]+);/gm;

/** Every size of a page of work, and of work side by side, by its file and name. */
function workSizes(): Record<string, number> {
  return Object.fromEntries(
    sourceFiles().flatMap(({ file, code }) =>
      [...code.matchAll(size)].map(([, name, figure = '']): [string, number] => [`${file.replace(/\.ts$/, '')} ${name}`, figureOf(figure)]),
    ),
  );
}

/** An instance has 512 MiB for up to 80 calls: none of them holds more than this of a storage, or asks for more at a time. */
test('work on many documents takes so many at a time', () => {
  expect(workSizes()).toEqual({
    'domain/app-teams/storage-teams perPage': 50,
    'domain/app-users/delete-self perPage': 100,
    'domain/app-users/export-hashes perPage': 100,
    'domain/app-users/own-export recordsPerPage': 100,
    'domain/app-users/own-export storagesPerPage': 10,
    'domain/archive/delete-account atOnce': 5,
    'domain/archive/purges pageSize': 100,
    'domain/backups/ask-nightly looked': 3,
    'domain/backups/check-parent atOnce': 3,
    'domain/backups/drill looked': 50,
    'domain/backups/find-backups looked': 10,
    'domain/backups/make-backup looked': 100,
    'domain/backups/remove-backups atOnce': 20,
    'domain/backups/run-backups looked': 500,
    'domain/billing/reconcile together': 8,
    'domain/billing/save-product together': 8,
    'domain/files/end-uploads perRead': 200,
    'domain/migrations/add-ends perPage': 200,
    'domain/migrations/drop-field perPage': 200,
    'domain/nightly/look-nightly atOnce': 20,
    'domain/records/by-filter/preview-matching triedAtOnce': 16,
    'domain/records/by-filter/select-matching atOnce': 100,
    'domain/records/erasure/erase-own pageSize': 50,
    'domain/records/erasure/finish-erasure atOnce': 20,
    'domain/records/erasure/forget-record pageSize': 100,
    'domain/records/job-kinds/change-matching perPage': 200,
    'domain/records/job-kinds/change-matching atOnce': 16,
    'domain/records/job-kinds/claim-stored perPage': 200,
    'domain/records/job-kinds/count-stored queriesPerPage': 5,
    'domain/records/job-kinds/label-stored atOnce': 16,
    'domain/records/job-kinds/record-page perPage': 200,
    'domain/records/job-kinds/reindex atOnce': 16,
    'domain/records/jobs/change-each atOnce': 16,
    'domain/records/references/expand-records atOnce': 20,
    'domain/records/restore/restore-again againAtOnce': 50,
    'domain/records/restore/restore-kind presentAtOnce': 500,
    'domain/records/restore/restore-kind atOnce': 16,
    'domain/records/restore/restore-kind madeAtOnce': 100,
    'domain/records/schema-change/check-stored perPage': 250,
    'domain/records/schema-change/faulty-records perRead': 100,
    'domain/records/schema-change/reference-faults idsAtOnce': 400,
    'domain/records/schema/next-numbers blockSize': 100,
    'domain/records/snapshots/changed-ranges atOnce': 1_000,
    'domain/records/snapshots/read-range bytesAtOnce': 4 * 1024 * 1024,
    'domain/records/snapshots/read-range fewAtOnce': 20,
    'domain/records/snapshots/read-range mostAtOnce': 500,
    'domain/records/undo/undo-extent perPage': 300,
    'domain/records/undo/undo-job perPage': 200,
    'domain/records/undo/undo-job atOnce': 16,
    'domain/records/undo/undo-kind perPage': 300,
    'domain/records/undo/undo-kind atOnce': 16,
    'domain/records/undo/undo-kind hoursAtOnce': 30,
    'domain/records/undo/undo-kind againAtOnce': 100,
    'domain/records/unique/unique-faults pageSize': 500,
    'domain/records/write/archived-files atOnce': 20,
    'domain/reporting/report countsAtOnce': 20,
    'domain/requests/forget-requests atOnce': 100,
    'domain/requests/read-chunks atOnce': 20,
    'domain/requests/request-log writesAtOnce': 4,
    'domain/storages/undo-in-project atOnce': 8,
    'domain/trash/end-trash pageSize': 50,
    'domain/trash/end-trash together': 20,
    'domain/visits/day-counters atOnce': 30,
    'domain/webhooks/sweep atOnce': 20,
    'memory/shared-totals millisPerRead': 100,
    'routes/app/file-storage filesPerPage': 60,
  });
});
