/** The page's filters, as they are in its address. Empty: anything. */
export interface RequestFilters {
  search: string;
  /** 2xx, 4xx, 5xx or failed */
  status: string;
  verb: string;
  storageId: string;
  key: string;
  trace: string;
  id: string;
  /** yyyy-MM-dd */
  from: string;
  to: string;
}

const filterNames = ['search', 'status', 'verb', 'storageId', 'key', 'trace', 'id', 'from', 'to'] as const;

export function filtersOf(get: (name: string) => string): RequestFilters {
  return Object.fromEntries(filterNames.map((name) => [name, get(name)])) as unknown as RequestFilters; // all of its names
}
