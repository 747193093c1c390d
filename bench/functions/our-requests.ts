import type { HttpAnswer, HttpClient } from './http-client.ts';
import { anOrder, rareText } from './orders.ts';

export type Requests = Readonly<Record<string, () => Promise<HttpAnswer>>>;

const all = '/api/orders/orders';

/** The requests of the benchmark, by their names in the table. @param count records that are there */
export async function ourRequests(client: HttpClient, count: number): Promise<Requests> {
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
      client.send('GET', `${all}?customer=Customer+${Math.floor(Math.random() * 5000)}&sortBy=amount`),
    'filter of many, sorted by amount': list('status=open&sortBy=amount'),
    'sorted by amount, with total': list('sortBy=amount'),
    'range of amount, sorted by it, with total': list('amount>=500&amount<=1500&sortBy=amount'),
    'substring of many': list('title~lamp'),
    'substring of few': () => client.send('GET', `${all}?title~${rareText()}`),
    'page 5,000, with total': list('page=5000'),
    update: () => client.send('PUT', `${all}/dataId/${anId()}`, { amount: Math.floor(Math.random() * 100_000) }),
  };
}
