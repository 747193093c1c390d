import type { HttpClient } from './http-client.ts';
import { aCustomer, anOrder, rareText } from './orders.ts';
import { ourSalesRequests } from './our-sales-requests.ts';
import type { Requests } from './requests.ts';

const all = '/api/orders/orders';

/** The requests of the benchmark, by their names in the table. @param count records of each storage @param buyers ids of the records that sales refer to */
export async function ourRequests(client: HttpClient, count: number, buyers: readonly string[]): Promise<Requests> {
  const { data } = JSON.parse((await client.send('GET', `${all}?limit=100`)).text) as { data: { id: string }[] };
  const anId = () => data[Math.floor(Math.random() * data.length)]?.id ?? '';
  const list = (query: string) => () => client.send('GET', `${all}?${query}`);
  let made = count;
  return {
    create: () => client.send('POST', all, anOrder((made += 1))),
    get: () => client.send('GET', `${all}/dataId/${anId()}`),
    'newest 10 with total': list('limit=10'),
    'filter, newest first, with total': list('status=open'),
    'two filters, newest first, with total': list('status=open&express=true'),
    'three filters, newest first, with total': list('status=open&express=true&customer=Customer+1550'),
    'one of three values, with total': list('status=open%7Cpaid%7Csent'),
    'filter of few, sorted by amount, with total': () =>
      client.send('GET', `${all}?customer=${encodeURIComponent(aCustomer())}&sortBy=amount`),
    'filter of many, sorted by amount': list('status=open&sortBy=amount'),
    'sorted by amount, with total': list('sortBy=amount'),
    'range of amount, sorted by it, with total': list('amount>=500&amount<=1500&sortBy=amount'),
    'substring of many': list('title~lamp'),
    'substring of few': () => client.send('GET', `${all}?title~${rareText()}`),
    'page 5,000, with total': list('page=5000'),
    update: () => client.send('PUT', `${all}/dataId/${anId()}`, { amount: Math.floor(Math.random() * 100_000) }),
    ...(await ourSalesRequests(client, count, buyers)),
  };
}
