import { z } from 'zod';
import { GeoPoint } from '../model/value.ts';
import { setOf } from '../rules/values/set.ts';
import { Duration, RulePath, type RuleValue, unknown } from '../rules/values/value.ts';
import { parseTimestamp } from './document-json.ts';

type PathValue = { segments: ({ simple: string } | { variable_name: string; bound_value: string | PathValue })[] };

export type ExpressionValue = z.infer<typeof ExpressionValue>;

const PathValue: z.ZodType<PathValue> = z.lazy(() =>
  z.object({
    segments: z.array(
      z.union([z.object({ simple: z.string() }), z.object({ variable_name: z.string(), bound_value: z.union([z.string(), PathValue]) })]),
    ),
  }),
);

const Integer = z.union([z.number().int(), z.string().regex(/^-?\d{1,19}$/)]);

/** A value as firebase-tools writes it for the rules runtime; exactly one member is set. */
export const ExpressionValue = z.object({
  null_value: z.unknown().optional(),
  bool_value: z.boolean().optional(),
  int_value: Integer.optional(),
  float_value: z.number().optional(),
  string_value: z.string().optional(),
  bytes_value: z.union([z.string(), z.object({ data: z.array(z.number().int().min(0).max(255)) })]).optional(),
  path_value: PathValue.optional(),
  duration_value: z.object({ seconds: z.number().int(), nanos: z.number().int() }).optional(),
  timestamp_value: z.string().optional(),
  latlng_value: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  constraint_value: z.unknown().optional(),
  get map_value() {
    return z.object({ fields: z.record(z.string(), ExpressionValue) }).optional();
  },
  get list_value() {
    return z.object({ values: z.array(ExpressionValue) }).optional();
  },
  get set_value() {
    return z.object({ values: z.array(ExpressionValue) }).optional();
  },
});

/** Decodes a value of the runtime's protocol. A constraint, which firebase-tools never sends, is unknown. */
export function decodeExpressionValue(value: ExpressionValue): RuleValue {
  return decodeScalar(value) ?? decodeCompound(value);
}

function decodeScalar(value: ExpressionValue): RuleValue | undefined {
  if (value.bool_value !== undefined) return value.bool_value;
  if (value.int_value !== undefined) return BigInt(value.int_value);
  if (value.float_value !== undefined) return value.float_value;
  if (value.string_value !== undefined) return value.string_value;
  if (value.timestamp_value !== undefined) return parseTimestamp(value.timestamp_value);
  if (value.latlng_value !== undefined) return new GeoPoint(value.latlng_value.latitude, value.latlng_value.longitude);
  if (value.duration_value !== undefined)
    return new Duration(BigInt(value.duration_value.seconds) * 1_000_000_000n + BigInt(value.duration_value.nanos));
  if (value.bytes_value !== undefined)
    return typeof value.bytes_value === 'string' ? Buffer.from(value.bytes_value, 'base64') : Uint8Array.from(value.bytes_value.data);
  return undefined;
}

function decodeCompound(value: ExpressionValue): RuleValue {
  if (value.map_value !== undefined)
    return new Map(Object.entries(value.map_value.fields).map(([name, field]) => [name, decodeExpressionValue(field)]));
  if (value.list_value !== undefined) return value.list_value.values.map(decodeExpressionValue);
  if (value.set_value !== undefined) return setOf(value.set_value.values.map(decodeExpressionValue)) ?? unknown;
  if (value.path_value !== undefined) return new RulePath(segmentsOf(value.path_value));
  return value.constraint_value === undefined ? null : unknown;
}

function segmentsOf(path: PathValue): string[] {
  return path.segments.flatMap((segment) => {
    if ('simple' in segment) return [segment.simple];
    return typeof segment.bound_value === 'string' ? [segment.bound_value] : segmentsOf(segment.bound_value);
  });
}
