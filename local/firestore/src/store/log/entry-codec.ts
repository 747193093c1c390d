import type { Document } from '../../model/document.ts';
import { Timestamp } from '../../model/value.ts';
import type { LogEntry } from './commit-log.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readFields, writeFields } from './value-codec.ts';

const kindCommit = 1;
const kindClear = 2;

export function writeEntry(out: ByteWriter, entry: LogEntry): void {
  out.byte(entry.kind === 'commit' ? kindCommit : kindClear);
  out.string(entry.projectId);
  out.double(entry.commitMicros);
  if (entry.kind === 'clear') return;
  out.varint(entry.changes.length);
  for (const { path, after } of entry.changes) {
    out.string(path);
    out.byte(after ? 1 : 0);
    if (after) writeVersion(out, after);
  }
}

/** @throws RangeError for bytes that `writeEntry` never wrote */
export function readEntry(input: ByteReader): LogEntry {
  const kind = input.byte();
  const projectId = input.string();
  const commitMicros = input.double();
  if (kind === kindClear) return { kind: 'clear', projectId, commitMicros };
  if (kind !== kindCommit) throw new RangeError(`Unknown entry kind ${kind}.`);
  const time = timesOf();
  const changes = Array.from({ length: input.varint() }, () => {
    const path = input.string();
    return { path, after: input.byte() === 1 ? readVersion(input, path, time) : undefined };
  });
  return { kind: 'commit', projectId, commitMicros, changes };
}

function writeVersion(out: ByteWriter, { createTime, updateTime, fields }: Document): void {
  out.double(createTime.toMicros());
  out.double(updateTime.toMicros());
  writeFields(out, fields);
}

function readVersion(input: ByteReader, path: string, time: (micros: number) => Timestamp): Document {
  const createTime = time(input.double());
  const updateTime = time(input.double());
  return { path, fields: readFields(input), createTime, updateTime };
}

/** Documents of one commit share their times. */
function timesOf(): (micros: number) => Timestamp {
  let last = new Timestamp(0, 0);
  let lastMicros = 0;
  return (micros) => {
    if (micros !== lastMicros) {
      last = Timestamp.fromMicros(micros);
      lastMicros = micros;
    }
    return last;
  };
}
