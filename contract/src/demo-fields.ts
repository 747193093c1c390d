/** Fields of the records in the landing page's demo: the page shows the name, and a press counts up. */
export const demoFields = { name: 'name', count: 'sold' } as const;
