import { FieldValue } from '@google-cloud/firestore';

export { Timestamp } from '@google-cloud/firestore';

/** In a write: a value that the database works out. */
export type { FieldValue };

/** In an update: removes the field. */
export const gone = FieldValue.delete();

/** In a write: adds to the number in the field. */
export const increment = (by: number): FieldValue => FieldValue.increment(by);

/** In a write: adds elements to the list in the field, where they are missing. */
export const withElements = (...elements: readonly unknown[]): FieldValue => FieldValue.arrayUnion(...elements);

/** In a write: removes elements from the list in the field. */
export const withoutElements = (...elements: readonly unknown[]): FieldValue => FieldValue.arrayRemove(...elements);
