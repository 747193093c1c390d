import type { Json } from '../json/json.ts';
import { message, optional, repeated, scalar } from '../proto/message.ts';
import { bool, int32, int64, string } from '../proto/scalars.ts';
import { badPayload, type Type } from '../proto/type.ts';

/** google.firestore.v1.ExplainOptions. */
export const explainOptions = message({ analyze: scalar(1, bool) });

const textEntry = message({ key: scalar(1, string), value: optional(2, message({ stringValue: optional(3, string) })) });
const textStruct = message({ fields: repeated(1, textEntry) });

/** google.protobuf.Struct that holds only texts, as explanations do. Only written. */
const texts: Type<Readonly<Record<string, string>>> = {
  wire: 2,
  read: (reader) => Object.fromEntries(textStruct.read(reader).fields.map(({ key, value }) => [key, value?.stringValue ?? ''])),
  write: (writer, content) =>
    textStruct.write(writer, { fields: Object.entries(content).map(([key, stringValue]) => ({ key, value: { stringValue } })) }),
  fromJson: () => {
    throw badPayload();
  },
  toJson: (content) => content,
};

const durationMessage = message({ seconds: scalar(1, int64), nanos: scalar(2, int32) });

/** google.protobuf.Duration in nanoseconds. Only written. */
const duration: Type<bigint> = {
  wire: 2,
  read: (reader) => {
    const { seconds, nanos } = durationMessage.read(reader);
    return seconds * 1_000_000_000n + BigInt(nanos);
  },
  write: (writer, nanos) => durationMessage.write(writer, { seconds: nanos / 1_000_000_000n, nanos: Number(nanos % 1_000_000_000n) }),
  fromJson: () => {
    throw badPayload();
  },
  toJson: (nanos): Json => `${nanos / 1_000_000_000n}.${String(nanos % 1_000_000_000n).padStart(9, '0')}s`,
};

/** google.firestore.v1.ExplainMetrics. */
export const explainMetrics = message({
  planSummary: optional(1, message({ indexesUsed: repeated(1, texts) })),
  executionStats: optional(
    2,
    message({
      resultsReturned: scalar(1, int64),
      executionDuration: optional(3, duration),
      readOperations: scalar(4, int64),
      debugStats: optional(5, texts),
    }),
  ),
});
