import type { HttpClient } from './http-client.ts';
import { aCustomer, anOrder } from './orders.ts';
import type { Requests } from './requests.ts';

const orders = '/api/orders/orders';
const sales = '/api/sales/sales';
const kept = '/api/kept/kept';

/** The requests that need more than plain orders: a schema, references, a history. @param buyers ids of the records that sales refer to */
export async function ourSalesRequests(client: HttpClient, count: number, buyers: readonly string[]): Promise<Requests> {
  const { data } = JSON.parse((await client.send('GET', `${kept}?limit=100`)).text) as { data: { id: string }[] };
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)];
  let made = count;
  return {
    'or of two fields, newest first, with total': () =>
      client.send('GET', `${orders}?or=${encodeURIComponent(`(customer=${aCustomer()},amount>99980)`)}`),
    'sorted by two fields, with total': () => client.send('GET', `${orders}?sortBy=customer,-amount`),
    'expand: 20 rows with one reference': () =>
      client.send('GET', `${sales}?customer=${encodeURIComponent(aCustomer())}&limit=20&expand=buyer`),
    'create, unique number': () => client.send('POST', sales, anOrder((made += 1))),
    'create, unique number and a reference': () => client.send('POST', sales, { ...anOrder((made += 1)), buyer: oneOf(buyers) }),
    'create, with a history': () => client.send('POST', kept, anOrder((made += 1))),
    'update, with a history': () =>
      client.send('PUT', `${kept}/dataId/${oneOf(data)?.id ?? ''}`, { amount: Math.floor(Math.random() * 100_000) }),
  };
}
