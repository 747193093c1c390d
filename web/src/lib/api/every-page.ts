interface Page<T> {
  data: readonly T[];
  pagination: { totalPages: number };
}

/** Reads a list to its end, for a choice: who looks for the last one must find it. @param load reads one page */
export async function everyPage<T extends { id: string }>(load: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const found = new Map<string, T>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await load(page);
    for (const one of data) found.set(one.id, one); // what is made meanwhile moves others to the next page
    if (page >= pagination.totalPages) return [...found.values()];
  }
}
