import { type KeptLine, keepLines } from '../../../config/log.ts';
import { redact } from '../../../config/redact.ts';
import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { create } from '../../../store/model/writes.ts';
import { unmetered } from '../../../store/model/meter.ts';
import { reservedEvent } from '../../usage/reserved-by-log.ts';
import type { SystemLogDocument } from '../../../store/documents/documents.ts';
import { systemLogs } from '../../../store/collections.ts';

const keptMillis = 30 * 24 * 3600_000;
const perMinute = { info: 30, error: 120 };
const inOneCommit = 100;

/** Stores this process' log lines for staff, up to a limit for each minute. */
export function keepLogs(services: Services): void {
  const waiting: KeptLine[] = [];
  let minute = 0;
  let taken = { info: 0, error: 0 };
  let isWriting = false;

  keepLines((line) => {
    if (line.message === reservedEvent) return; // one for each few calls of the data API
    const now = Math.floor(services.clock() / 60_000);
    if (now !== minute) [minute, taken] = [now, { info: 0, error: 0 }];
    taken[line.level] += 1;
    if (taken[line.level] > perMinute[line.level]) return;
    waiting.push(line);
    if (!isWriting) void unmetered(write);
  });

  async function write(): Promise<void> {
    isWriting = true;
    try {
      while (waiting.length > 0) await services.store.commit(waiting.splice(0, inOneCommit).map((line) => rowOf(services, line)));
    } catch (error) {
      // Not through the log: what cannot be stored must not ask to be stored again.
      console.error(JSON.stringify({ severity: 'ERROR', message: 'systemLogs.notStored', error: redact(String(error)).slice(0, 300) }));
    } finally {
      isWriting = false;
    }
  }
}

function rowOf(services: Pick<Services, 'makeId'>, { level, message, error, fileName, callerFunction, fields }: KeptLine) {
  const { id, millis } = services.makeId();
  const { requestId, ...others } = fields;
  const row: SystemLogDocument = {
    level,
    message,
    error,
    fileName,
    callerFunction,
    requestId: typeof requestId === 'string' ? requestId : null,
    fields: others,
    createdAt: Timestamp.fromMillis(millis),
    expiresAt: Timestamp.fromMillis(millis + keptMillis),
  };
  return create(systemLogs.path(id), row);
}
