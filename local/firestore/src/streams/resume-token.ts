import { Timestamp } from '../model/value.ts';
import { ProtoReader } from '../codec/proto/reader.ts';
import { ProtoWriter } from '../codec/proto/writer.ts';

/** A resume token is a time: protobuf `{1: {1: microseconds}}`, the official layout (docs/facts.md, "Resume tokens"). */
export function resumeToken(time: Timestamp): Uint8Array {
  const writer = new ProtoWriter(16);
  writer.byte(10);
  const start = writer.open();
  writer.byte(8);
  writer.int53(time.toMicros());
  writer.close(start);
  return writer.finish();
}

/** The time of a token; undefined when this server did not make it. */
export function readResumeToken(token: Uint8Array): Timestamp | undefined {
  try {
    const reader = new ProtoReader(Buffer.from(token));
    if (reader.uint32() !== 10) return undefined;
    const micros = reader.nested(() => (reader.uint32() === 8 ? reader.int53() : -1));
    return micros > 0 && Number.isSafeInteger(micros) && !reader.more() ? Timestamp.fromMicros(micros) : undefined;
  } catch {
    // Bytes from elsewhere: the client starts over.
    return undefined;
  }
}
