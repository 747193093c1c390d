export function iso(time: { toDate(): Date }): string {
  return time.toDate().toISOString();
}

export function isoOrNull(time: { toDate(): Date } | null | undefined): string | null {
  return time ? iso(time) : null;
}
