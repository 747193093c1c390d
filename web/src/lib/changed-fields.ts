/** @returns the fields of `sent` that say something else than what the form was opened with */
export function changedFields<Sent extends object>(seen: { [Name in keyof Sent]?: unknown }, sent: Sent): (keyof Sent)[] {
  const names = Object.keys(sent) as (keyof Sent)[]; // those of a schema
  return names.filter((name) => JSON.stringify(sent[name] ?? null) !== JSON.stringify(seen[name] ?? null));
}
