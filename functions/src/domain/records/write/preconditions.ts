import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { isoTime } from '../model/present.ts';
import { spanOf } from '../query/date-bounds.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import type { RecordBody } from './record-changes.ts';
import { refusal } from './refusals.ts';
import type { RecordWrite } from '../model/record-write.ts';

/** @param record null for none, and for one out of the writer's reach @throws {ApiError} conflict when a precondition does not hold; not-found */
export function checkPreconditions(write: RecordWrite, record: InFlightRecord | null): void {
  const live = record?.now.live ?? null;
  if (write.ifExists === true && !live) throw refusal(write, { code: 'conflict', sentence: say('recordAbsent'), field: 'ifExists' });
  if (write.ifExists === false && live) throw refusal(write, { code: 'conflict', sentence: say('recordPresent'), field: 'ifExists' });
  if (write.ifPassword !== undefined && live && markOf(live, write.ifPassword) !== write.ifPassword)
    throw refusal(write, { code: 'conflict', sentence: say('passwordMeanwhile') });
  if (write.op === 'delete' && write.ifDeletedAt && !liesSince(record, write.ifDeletedAt))
    throw refusal(write, { code: 'not-found', sentence: say('notFound.Deleted record') });
  if (write.ifUpdatedAt === undefined) return;
  if (!live && write.op !== 'upsert') throw refusal(write, { code: 'not-found', sentence: say('notFound.Record') });
  const field = write.conditionName ?? 'ifUpdatedAt';
  if (!live) throw refusal(write, { code: 'conflict', sentence: say('recordGone', { time: write.ifUpdatedAt }), field });
  if (isUnchanged(live.updatedAt, write.ifUpdatedAt)) return;
  const times = { time: write.ifUpdatedAt, changed: isoTime(live.updatedAt) };
  throw refusal(write, { code: 'conflict', sentence: say('recordChanged', times), field });
}

function liesSince(record: InFlightRecord | null, since: Timestamp): boolean {
  const deleted = record?.now.live ? null : record?.now.deleted;
  return deleted?.kind === 'trash' && deleted.deletedAt.isEqual(since);
}

/** Records of early versions keep no mark beside their password. */
function markOf({ hasPassword, passwordMark }: RecordBody, proved: string): string {
  return hasPassword ? (passwordMark ?? proved) : '';
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * @param text the date of HTTP, or a time as the parameters dateFrom and dateTo take it
 * @returns an ISO time: with a fraction when the text names milliseconds
 * @throws {ApiError} invalid-argument
 */
export function preconditionTime(text: string, field = 'ifUpdatedAt'): string {
  const time = timeIn(text);
  if (time === undefined) throw invalidField(field, say('updatedAtWrong', { field }));
  return time;
}

/** @returns the ISO time that `preconditionTime` reads, however it is written; undefined where there is none */
export function timeIn(text: string): string | undefined {
  const millis = text.length > 40 ? undefined : (millisOfHttp(text) ?? spanOf(text)?.first);
  if (millis === undefined) return undefined;
  const iso = new Date(millis).toISOString();
  return /^\d+$|\.\d/.test(text) ? iso : iso.replace(/\.\d+/, '');
}

function millisOfHttp(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) return undefined;
  // The parser makes 3 March of 31 February.
  return new Date(millis).toUTCString().slice(5, 16) === text.slice(5, 16) ? millis : undefined;
}

/** HTTP dates, and ISO times without a fraction, know seconds only: a later change within that second passes. */
function isUnchanged(updatedAt: Timestamp, expected: string): boolean {
  const time = Date.parse(expected);
  return /\.\d+/.test(expected) ? updatedAt.toMillis() === time : Math.floor(updatedAt.toMillis() / 1000) * 1000 <= time;
}
