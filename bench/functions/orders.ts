import { randomBytes } from 'node:crypto';

export type Fields = Record<string, string | number | boolean>;

/** The record of all benchmarks. */
export function anOrder(i: number): Fields {
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

/** A customer's name; each has one order in 5,000. */
export function aCustomer(): string {
  return `Customer ${Math.floor(Math.random() * 5000)}`;
}

/** No divisor of 5,000, so that the orders of one customer name different buyers. */
export const buyers = 997;

/** The record that an order of `sales` refers to. */
export function aBuyer(i: number): Fields {
  return { name: `Buyer ${i}`, city: ['Oslo', 'Lima', 'Kyoto', 'Accra'][i % 4] ?? 'Oslo', email: `buyer-${i}@example.test` };
}

/** Four hexadecimal digits: the end of about one title in 13,000. */
export function rareText(): string {
  return randomBytes(2).toString('hex');
}
