import { dropPendingUpdate } from '../billing/pending-update.ts';
import { subscriptionOf } from '../billing/invoice-outcomes.ts';
import { cardOf, collect } from '../billing/invoices.ts';
import { voidInvoice } from '../billing/advance.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { flag, map, required, text } from '../http/params.ts';
import { withPrice } from '../billing/change-price.ts';
import { draftInvoice } from '../billing/invoice-object.ts';
import { priceIn } from './price-in.ts';
import { get, listParams, post, type Route } from '../http/route.ts';

export const invoiceRoutes: Route[] = [
  get('/v1/invoices', [...listParams, 'customer', 'subscription', 'status'], ({ state, params }) => {
    const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((name) => text(params, name));
    const rows = state.invoices
      .all()
      .filter((row) => (customer ?? row.customer) === row.customer && (status ?? row.status) === row.status)
      .filter((row) => !subscription || row.parent?.subscription_details?.subscription === subscription);
    return listPage(rows, params, '/v1/invoices');
  }),
  get('/v1/invoices/:id', [], ({ state, ids: [id = ''] }) => state.invoices.get(id)),
  post('/v1/invoices/create_preview', ['customer', 'subscription', 'subscription_details'], ({ state, params }) => {
    const subscription = state.subscriptions.get(required(params, 'subscription'));
    const price = priceIn(state, map(params, 'subscription_details'));
    if (!price) throw invalid('This stand-in previews a change of price only.', { param: 'subscription_details[items]' });
    const { lines } = withPrice(state, subscription, price);
    const invoice = draftInvoice(state, subscription, { reason: 'subscription_update', lines });
    const { balance } = state.customers.get(String(subscription.customer));
    const owed = invoice.total + balance;
    const due = owed >= 50 ? owed : 0;
    return Object.assign(invoice, { starting_balance: balance, amount_due: due, amount_remaining: due });
  }),
  post('/v1/invoices/:id', ['auto_advance', 'metadata', 'description'], ({ state, params, ids: [id = ''] }) => {
    const invoice = state.invoices.get(id);
    invoice.auto_advance = flag(params, 'auto_advance') ?? invoice.auto_advance;
    return invoice;
  }),
  post('/v1/invoices/:id/pay', ['payment_method', 'off_session', 'paid_out_of_band'], ({ state, params, ids: [id = ''] }) => {
    const invoice = state.invoices.get(id);
    if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' });
    if (invoice.status !== 'open') throw invalid('This invoice cannot be paid.', { code: 'invoice_not_editable' });
    const subscription = subscriptionOf(state, invoice);
    const card = text(params, 'payment_method') ?? (subscription ? cardOf(state, subscription) : null) ?? undefined;
    const outcome = collect(state, { invoice, card, offSession: flag(params, 'off_session') ?? true });
    if (outcome instanceof StripeFailure) throw outcome;
    return invoice;
  }),
  post('/v1/invoices/:id/void', [], ({ state, ids: [id = ''] }) => {
    const invoice = state.invoices.get(id);
    if (invoice.status !== 'open') throw invalid('Only open invoices can be voided.', { code: 'invoice_not_editable' });
    voidInvoice(state, invoice);
    const subscription = subscriptionOf(state, invoice);
    if (subscription?.latest_invoice === invoice.id) dropPendingUpdate(state, subscription);
    return invoice;
  }),
  get('/v1/invoice_payments', [...listParams, 'invoice', 'status'], ({ state, params }) =>
    listPage(
      state.invoicePayments.all().filter(({ invoice }) => (text(params, 'invoice') ?? invoice) === invoice),
      params,
      '/v1/invoice_payments',
    ),
  ),
];
