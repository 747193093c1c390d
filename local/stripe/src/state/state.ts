import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { CardRow } from './cards.ts';
import { missing } from './failure.ts';

/** The API date of the SDK's release train; events carry it. */
export const apiVersion = '2026-10-28.endive';

/** Something that waits for a subscription's next invoice: what a change of plan owes or gives back. */
export interface PendingItem {
  subscription: string;
  amount: number;
  description: string;
}

export interface IdempotentAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
}

/** The invoice that a payment intent pays, and the kind of the current try. */
export interface IntentFacts {
  invoice: string | null;
  offSession: boolean;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  event: string;
  endpoint: string;
  /** The exact text that is signed and sent. */
  payload: string;
  state: 'held' | 'waiting' | 'delivered' | 'dropped' | 'failed';
  attempts: number;
  status: number | null;
}

/** How events travel; probabilities from 0 to 1. */
export interface DeliveryMode {
  /** Nothing is sent until it is flushed. */
  hold: boolean;
  drop: number;
  duplicate: number;
  /** Each waits up to so many milliseconds, so that they overtake each other. */
  delayMs: number;
  /** Numbers from 0 to 1; a test gives a seeded source. */
  random: () => number;
}

export const straight: DeliveryMode = { hold: false, drop: 0, duplicate: 0, delayMs: 0, random: Math.random };

/** Everything that the stand-in knows. Objects refer to each other by id; answers are expanded copies. */
export class State {
  readonly customers = new Table<Stripe.Customer>('customer');
  readonly paymentMethods = new Table<Stripe.PaymentMethod>('payment method');
  readonly setupIntents = new Table<Stripe.SetupIntent>('setupintent');
  readonly products = new Table<Stripe.Product>('product');
  readonly prices = new Table<Stripe.Price>('price');
  readonly coupons = new Table<Stripe.Coupon>('coupon');
  readonly promotionCodes = new Table<Stripe.PromotionCode>('promotion code');
  readonly discounts = new Table<Stripe.Discount>('discount');
  readonly subscriptions = new Table<Stripe.Subscription>('subscription');
  readonly invoices = new Table<Stripe.Invoice>('invoice');
  readonly invoicePayments = new Table<Stripe.InvoicePayment>('invoice payment');
  readonly paymentIntents = new Table<Stripe.PaymentIntent>('payment_intent');
  readonly charges = new Table<Stripe.Charge>('charge');
  readonly refunds = new Table<Stripe.Refund>('refund');
  readonly disputes = new Table<Stripe.Dispute>('dispute');
  readonly events = new Table<Stripe.EventBase>('event');
  readonly webhookEndpoints = new Table<Stripe.WebhookEndpoint>('webhook endpoint');
  readonly testClocks = new Table<Stripe.TestHelpers.TestClock>('test clock');

  /** Ids that still answer, with nothing but that they are deleted. */
  readonly deletedCustomers = new Set<string>();
  /** The card behind each payment method. */
  readonly cards = new Map<string, CardRow>();
  /** Payment methods that their holder has authenticated for later payments. */
  readonly authenticated = new Set<string>();
  readonly intentFacts = new Map<string, IntentFacts>();
  readonly pendingItems: PendingItem[] = [];
  /** Failed tries to collect each open renewal, with the time of the next. */
  readonly dunning = new Map<string, { tries: number; next: number }>();
  readonly idempotent = new Map<string, IdempotentAnswer>();
  readonly deliveries: Delivery[] = [];
  /** Answers to give instead of the real ones, first in first out. */
  readonly failures: { status: number; path?: string; afterwards?: boolean }[] = [];
  deliveryMode: DeliveryMode = straight;
  /** Seconds that the stand-in's clock is ahead of the machine's. */
  ahead = 0;
  /** Of the request that is being served. */
  idempotencyKey: string | null = null;

  /** Unix seconds, as a customer's test clock has them when there is one. */
  now(customer?: string): number {
    const clock = customer === undefined ? undefined : this.customers.find(customer)?.test_clock;
    const frozen = typeof clock === 'string' ? this.testClocks.find(clock)?.frozen_time : undefined;
    return frozen ?? Math.floor(Date.now() / 1000) + this.ahead;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }
}

/** Objects by id, in the order of their making. */
class Table<T extends { id: string }> {
  private readonly rows = new Map<string, T>();
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }

  add(row: T): T {
    this.rows.set(row.id, row);
    return row;
  }

  find(id: string): T | undefined {
    return this.rows.get(id);
  }

  /** @throws resource_missing */
  get(id: string, param?: string): T {
    const row = this.rows.get(id);
    if (!row) throw missing(this.name, id, param);
    return row;
  }

  remove(id: string): void {
    this.rows.delete(id);
  }

  all(): T[] {
    return [...this.rows.values()];
  }
}
