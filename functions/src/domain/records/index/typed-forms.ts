import { earlierTokens, elementTokens } from './element-tokens.ts';
import type { TypedForms } from './index-record.ts';
import { indexValueOf, sortValueOf } from './index-value.ts';
import { placeKeys } from './place-key.ts';

export const typedForms: TypedForms = {
  valueOf(value, type) {
    const scalar = sortValueOf(value, type);
    return scalar === undefined ? undefined : indexValueOf(scalar);
  },
  elementTokens,
  earlierTokens,
  placeKeys,
};
