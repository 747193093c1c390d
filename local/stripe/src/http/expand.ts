import type { State } from '../state/state.ts';
import { intentOf, paymentsOf } from '../billing/invoice-outcomes.ts';
import { invalid } from '../state/failure.ts';

type Json = Record<string, unknown>;

/** A copy of the answer with the named references replaced by what they refer to; at most four steps deep. */
export function expanded(state: State, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 4) throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    expand(state, { holder: copy, rest: steps, path });
  }
  return copy;
}

function expand(state: State, { holder, rest: [step, ...rest], path }: { holder: unknown; rest: string[]; path: string }): void {
  if (step === undefined || holder === null || typeof holder !== 'object') return;
  if (Array.isArray(holder)) {
    for (const [at, element] of holder.entries()) {
      if (typeof element === 'string' && step) holder[at] = find(state, element) ?? element;
      expand(state, { holder: holder[at], rest: [step, ...rest], path });
    }
    return;
  }
  const map = holder as Json; // any answer is JSON
  if (step === 'data' && Array.isArray(map.data)) {
    for (const element of map.data) expand(state, { holder: element, rest, path });
    return;
  }
  if (map.deleted === true) return;
  includable(state, map, step);
  if (!(step in map)) throw invalid(`This property cannot be expanded (${step}).`, { param: 'expand' });
  const value = map[step];
  if (typeof value === 'string') map[step] = find(state, value) ?? value;
  else if (Array.isArray(value))
    map[step] = value.map((element: unknown) => (typeof element === 'string' ? (find(state, element) ?? element) : element));
  expand(state, { holder: map[step], rest, path });
}

/** Properties that an invoice has only when they are asked for. */
function includable(state: State, map: Json, step: string): void {
  if (map.object !== 'invoice' || (step !== 'confirmation_secret' && step !== 'payments')) return;
  const invoice = state.invoices.get(String(map.id));
  const intent = intentOf(state, invoice);
  if (step === 'payments')
    map.payments = { object: 'list', data: structuredClone(paymentsOf(state, invoice)), has_more: false, url: '/v1/invoice_payments' };
  else
    map.confirmation_secret =
      intent?.client_secret && invoice.status === 'open' ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

function find(state: State, id: string): object | undefined {
  const tables = {
    cus: state.customers,
    pm: state.paymentMethods,
    seti: state.setupIntents,
    prod: state.products,
    price: state.prices,
    promo: state.promotionCodes,
    di: state.discounts,
    sub: state.subscriptions,
    in: state.invoices,
    pi: state.paymentIntents,
    ch: state.charges,
    clock: state.testClocks,
  };
  const prefix = id.slice(0, id.indexOf('_'));
  const found = Object.hasOwn(tables, prefix) ? tables[prefix as keyof typeof tables].find(id) : state.coupons.find(id);
  return found && structuredClone(found);
}
