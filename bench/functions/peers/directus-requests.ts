import type { HttpClient } from '../http-client.ts';
import { aCustomer, anOrder, rareText } from '../orders.ts';
import type { Requests } from '../requests.ts';

/** The same requests in Directus' REST API, under the same names. A total is asked for where our answer has an exact one. */
export async function directusRequests(client: HttpClient, count: number, buyers: readonly string[]): Promise<Requests> {
  const idsOf = async (collection: string) => {
    const { text } = await client.send('GET', `/items/${collection}?limit=100&sort=-date_created&fields=id`);
    return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const [orders, kept] = [await idsOf('orders'), await idsOf('kept')];
  const oneOf = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const find = (filter: object, sort: string, rest = '&meta=filter_count') =>
    client.send('GET', `/items/orders?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=${sort}&limit=10${rest}`);
  const is = (field: string, value: unknown) => ({ [field]: { _eq: value } });
  const all = (...filters: object[]) => ({ _and: filters });
  let made = count;
  const create = (collection: string, more = {}) => client.send('POST', `/items/${collection}`, { ...anOrder((made += 1)), ...more });
  const update = (collection: string, ids: readonly string[]) =>
    client.send('PATCH', `/items/${collection}/${oneOf(ids)}`, { amount: Math.floor(Math.random() * 100_000) });
  return {
    create: () => create('orders'),
    get: () => client.send('GET', `/items/orders/${oneOf(orders)}`),
    'newest 10 with total': () => find({}, '-date_created'),
    'filter, newest first, with total': () => find(is('status', 'open'), '-date_created'),
    'two filters, newest first, with total': () => find(all(is('status', 'open'), is('express', true)), '-date_created'),
    'three filters, newest first, with total': () =>
      find(all(is('status', 'open'), is('express', true), is('customer', 'Customer 1550')), '-date_created'),
    'one of three values, with total': () => find({ status: { _in: ['open', 'paid', 'sent'] } }, '-date_created'),
    'filter of few, sorted by amount, with total': () => find(is('customer', aCustomer()), '-amount'),
    'filter of many, sorted by amount': () => find(is('status', 'open'), '-amount', ''),
    'sorted by amount, with total': () => find({}, '-amount'),
    'range of amount, sorted by it, with total': () => find({ amount: { _between: [500, 1500] } }, '-amount'),
    'substring of many': () => find({ title: { _icontains: 'lamp' } }, '-date_created', ''),
    'substring of few': () => find({ title: { _icontains: rareText() } }, '-date_created', ''),
    'page 5,000, with total': () => find({}, '-date_created', '&meta=filter_count&page=5000'),
    update: () => update('orders', orders),
    'or of two fields, newest first, with total': () =>
      find({ _or: [is('customer', aCustomer()), { amount: { _gt: 99_980 } }] }, '-date_created'),
    'sorted by two fields, with total': () => find({}, 'customer,-amount'),
    'expand: 20 rows with one reference': () => {
      const filter = encodeURIComponent(JSON.stringify(is('customer', aCustomer())));
      return client.send('GET', `/items/sales?filter=${filter}&sort=-date_created&limit=20&fields=*,buyer.*`);
    },
    'create, unique number': () => create('sales'),
    'create, unique number and a reference': () => create('sales', { buyer: oneOf(buyers) }),
    'create, with a history': () => create('kept'),
    'update, with a history': () => update('kept', kept),
  };
}
