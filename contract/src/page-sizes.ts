/** Page sizes of the console's lists. */
export const pageSizes = {
  projects: 15,
  storages: 10,
  endpoints: 12,
  users: 10,
  logs: 10,
  dataView: [10, 20, 50, 100, 200],
} as const;
