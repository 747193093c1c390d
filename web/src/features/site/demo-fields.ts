/** Fields of the demo's records: the page shows the name, and a press counts up. */
export const demoFields = { name: 'name', count: 'sold' } as const;
