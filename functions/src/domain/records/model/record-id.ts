/** Ids are ours (see store/time-ordered-id.ts): anything else in a path is a record that does not exist. */
export function isRecordId(id: string): boolean {
  return /^[0-9a-z]{20}$/.test(id);
}
