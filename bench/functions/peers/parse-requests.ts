import type { HttpClient } from '../http-client.ts';
import { aCustomer, anOrder, buyers, rareText } from '../orders.ts';
import type { Requests } from '../requests.ts';

const all = '/parse/classes/Orders';
const sales = '/parse/classes/Sales';

/** The same requests in Parse Server's REST API, under the same names. A total is asked for where our answer has an exact one. */
export async function parseRequests(client: HttpClient, count: number, buyerId: (i: number) => string): Promise<Requests> {
  const { results } = JSON.parse((await client.send('GET', `${all}?limit=100&order=-createdAt`)).text) as {
    results: { objectId: string }[];
  };
  const anId = () => results[Math.floor(Math.random() * results.length)]?.objectId ?? '';
  const find = (where: object, order: string, rest = '&count=1') =>
    client.send('GET', `${all}?where=${encodeURIComponent(JSON.stringify(where))}&order=${order}&limit=10${rest}`);
  const findSales = (where: object, rest: string) =>
    client.send('GET', `${sales}?where=${encodeURIComponent(JSON.stringify(where))}&order=-createdAt&${rest}`);
  let made = count;
  const aBuyer = () => ({ __type: 'Pointer', className: 'Buyers', objectId: buyerId(Math.floor(Math.random() * buyers)) });
  const create = () => client.send('POST', all, anOrder((made += 1)));
  const update = () => client.send('PUT', `${all}/${anId()}`, { amount: Math.floor(Math.random() * 100_000) });
  return {
    create,
    get: () => client.send('GET', `${all}/${anId()}`),
    'newest 10 with total': () => find({}, '-createdAt'),
    'filter, newest first, with total': () => find({ status: 'open' }, '-createdAt'),
    'two filters, newest first, with total': () => find({ status: 'open', express: true }, '-createdAt'),
    'three filters, newest first, with total': () => find({ status: 'open', express: true, customer: 'Customer 1550' }, '-createdAt'),
    'one of three values, with total': () => find({ status: { $in: ['open', 'paid', 'sent'] } }, '-createdAt'),
    'filter of few, sorted by amount, with total': () => find({ customer: aCustomer() }, '-amount'),
    'filter of many, sorted by amount': () => find({ status: 'open' }, '-amount', ''),
    'sorted by amount, with total': () => find({}, '-amount'),
    'range of amount, sorted by it, with total': () => find({ amount: { $gte: 500, $lte: 1500 } }, '-amount'),
    'substring of many': () => find({ title: { $regex: 'lamp', $options: 'i' } }, '-createdAt', ''),
    'substring of few': () => find({ title: { $regex: rareText(), $options: 'i' } }, '-createdAt', ''),
    'page 5,000, with total': () => find({}, '-createdAt', '&count=1&skip=49990'),
    update,
    'or of two fields, newest first, with total': () =>
      find({ $or: [{ customer: aCustomer() }, { amount: { $gt: 99_980 } }] }, '-createdAt'),
    'sorted by two fields, with total': () => find({}, 'customer,-amount'),
    'expand: 20 rows with one reference': () => findSales({ customer: aCustomer() }, 'limit=20&include=buyer'),
    'create, unique number': () => client.send('POST', sales, anOrder((made += 1))),
    'create, unique number and a reference': () => client.send('POST', sales, { ...anOrder((made += 1)), buyer: aBuyer() }),
    // It keeps no history.
    'create, with a history': create,
    'update, with a history': update,
  };
}
