import type { FieldPath } from './query.ts';
import type { MapValue, Timestamp, Value } from './value.ts';

/** google.firestore.v1.Write, decoded. `path` is below `documents/`. */
export type Write = UpdateWrite | DeleteWrite | VerifyWrite;

export interface UpdateWrite {
  readonly kind: 'update';
  readonly path: string;
  readonly fields: MapValue;
  /** Absent: replace the document. Present: set listed paths, delete listed paths that `fields` lacks. */
  readonly mask?: readonly FieldPath[];
  readonly transforms: readonly FieldTransform[];
  readonly precondition?: Precondition;
  /** True for the legacy `transform` operation: no update part, only transforms. */
  readonly transformOnly?: boolean;
}

export interface DeleteWrite {
  readonly kind: 'delete';
  readonly path: string;
  readonly precondition?: Precondition;
}

interface VerifyWrite {
  readonly kind: 'verify';
  readonly path: string;
  readonly precondition?: Precondition;
}

export type Precondition =
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'updateTime'; readonly updateTime: Timestamp };

export interface FieldTransform {
  readonly field: FieldPath;
  readonly op:
    | { readonly kind: 'requestTime' }
    | { readonly kind: 'increment' | 'maximum' | 'minimum'; readonly operand: Value }
    | { readonly kind: 'appendMissingElements' | 'removeAllFromArray'; readonly elements: readonly Value[] };
}

/** One per write, in order. `updateTime` is absent for a delete. */
export interface WriteResult {
  readonly updateTime?: Timestamp;
  readonly transformResults: readonly Value[];
}
