import { message, type MessageType, optional, repeated, scalar } from '../proto/message.ts';
import { bool, enumOf, int32, int64, string, wrapped } from '../proto/scalars.ts';
import type { Type } from '../proto/type.ts';
import { value } from '../proto/value.ts';
import type { Value } from '../../model/value.ts';

const fieldReference = message({ fieldPath: scalar(2, string) });
const anyMessage = message({});

/** google.firestore.v1.StructuredQuery.Filter, which holds itself. */
export interface WireFilter {
  readonly compositeFilter?: { readonly op: 'AND' | 'OR' | ''; readonly filters: readonly WireFilter[] };
  readonly fieldFilter?: { readonly field?: { readonly fieldPath: string }; readonly op: FieldOp | ''; readonly value?: Value };
  readonly unaryFilter?: { readonly field?: { readonly fieldPath: string }; readonly op: UnaryOp | '' };
}

const fieldOps = {
  LESS_THAN: 1,
  LESS_THAN_OR_EQUAL: 2,
  GREATER_THAN: 3,
  GREATER_THAN_OR_EQUAL: 4,
  EQUAL: 5,
  NOT_EQUAL: 6,
  ARRAY_CONTAINS: 7,
  IN: 8,
  ARRAY_CONTAINS_ANY: 9,
  NOT_IN: 10,
} as const;
type FieldOp = keyof typeof fieldOps;

const unaryOps = { IS_NAN: 2, IS_NULL: 3, IS_NOT_NAN: 4, IS_NOT_NULL: 5 } as const;
type UnaryOp = keyof typeof unaryOps;

/** Refers to the filter below, which is made of it. */
const nestedFilter: Type<WireFilter> = {
  wire: 2,
  read: (reader) => filter.read(reader),
  write: (writer, content) => filter.write(writer, content),
  fromJson: (json) => filter.fromJson(json),
  toJson: (content) => filter.toJson(content),
};

const filter: MessageType<WireFilter> = message({
  compositeFilter: optional(1, message({ op: scalar(1, enumOf({ AND: 1, OR: 2 })), filters: repeated(2, nestedFilter) })),
  fieldFilter: optional(2, message({ field: optional(1, fieldReference), op: scalar(2, enumOf(fieldOps)), value: optional(3, value) })),
  unaryFilter: optional(3, message({ op: scalar(1, enumOf(unaryOps)), field: optional(2, fieldReference) })),
});

const cursor = message({ values: repeated(1, value), before: scalar(2, bool) });

export const structuredQuery = message({
  select: optional(1, message({ fields: repeated(2, fieldReference) })),
  from: repeated(2, message({ collectionId: scalar(2, string), allDescendants: scalar(3, bool) })),
  where: optional(3, filter),
  orderBy: repeated(4, message({ field: optional(1, fieldReference), direction: scalar(2, enumOf({ ASCENDING: 1, DESCENDING: 2 })) })),
  startAt: optional(7, cursor),
  endAt: optional(8, cursor),
  offset: scalar(6, int32),
  limit: optional(5, wrapped(int32)),
  findNearest: optional(9, ignored()),
});
export type WireQuery = ReturnType<(typeof structuredQuery)['decode']>;

export const structuredAggregationQuery = message({
  structuredQuery: optional(1, structuredQuery),
  aggregations: repeated(
    3,
    message({
      count: optional(1, message({ upTo: optional(1, wrapped(int64)) })),
      sum: optional(2, message({ field: optional(1, fieldReference) })),
      avg: optional(3, message({ field: optional(1, fieldReference) })),
      alias: scalar(7, string),
    }),
  ),
});
export type WireAggregationQuery = ReturnType<(typeof structuredAggregationQuery)['decode']>;

/** A message whose presence is all that matters. */
export function ignored(): Type<true> {
  return {
    wire: 2,
    read: (reader) => {
      anyMessage.read(reader);
      return true;
    },
    write: (writer) => anyMessage.write(writer, {}),
    fromJson: () => true,
    toJson: () => ({}),
  };
}
