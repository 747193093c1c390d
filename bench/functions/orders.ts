import { randomBytes } from 'node:crypto';

/** The record of all benchmarks. */
export function anOrder(i: number): Record<string, string | number | boolean> {
  const statuses = ['open', 'paid', 'sent', 'closed', 'returned'];
  return {
    number: i,
    status: statuses[i % 5] ?? 'open',
    amount: (i * 7919) % 100_000,
    customer: `Customer ${(i * 31) % 5000}`,
    title: `${['Oak', 'Steel', 'Glass', 'Linen'][i % 4]} ${['chair', 'table', 'lamp', 'mug', 'shelf'][(i * 3) % 5]} ${randomBytes(4).toString('hex')}`,
    express: i % 3 === 0,
  };
}

/** Four hexadecimal digits: the end of about one title in 13,000. */
export function rareText(): string {
  return randomBytes(2).toString('hex');
}
