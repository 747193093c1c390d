import { maybe, message, optional, repeated, scalar } from '../proto/message.ts';
import { bool, enumOf, string } from '../proto/scalars.ts';
import { timestamp } from '../proto/timestamp.ts';
import { value } from '../proto/value.ts';
import { arrayValue, document, documentMask } from './document.ts';

export const precondition = message({ exists: optional(1, bool), updateTime: optional(2, timestamp) });
export type WirePrecondition = ReturnType<(typeof precondition)['decode']>;

const fieldTransform = message({
  fieldPath: scalar(1, string),
  setToServerValue: optional(2, enumOf({ REQUEST_TIME: 1 })),
  increment: optional(3, value),
  maximum: optional(4, value),
  minimum: optional(5, value),
  appendMissingElements: optional(6, arrayValue),
  removeAllFromArray: optional(7, arrayValue),
});
export type WireTransform = ReturnType<(typeof fieldTransform)['decode']>;

/** google.firestore.v1.Write; `verify` is not in the published proto, the web SDK patches it in. */
export const write = message({
  update: optional(1, document),
  delete: optional(2, string),
  verify: optional(5, string),
  transform: optional(6, message({ document: scalar(1, string), fieldTransforms: repeated(2, fieldTransform) })),
  updateMask: optional(3, documentMask),
  updateTransforms: repeated(7, fieldTransform),
  currentDocument: optional(4, precondition),
});
export type WireWrite = ReturnType<(typeof write)['decode']>;

export const writeResult = message({ updateTime: optional(1, timestamp), transformResults: maybe(repeated(2, value)) });
export type WireWriteResult = ReturnType<(typeof writeResult)['decode']>;
