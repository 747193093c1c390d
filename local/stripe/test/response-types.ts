import type { Stripe } from 'stripe';

/** The resources that the stand-in answers with, under the name that is in their member `object`. */
export interface ResponseTypes {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  product: Stripe.Product | Stripe.DeletedProduct;
  price: Stripe.Price;
  coupon: Stripe.Coupon | Stripe.DeletedCoupon;
  promotion_code: Stripe.PromotionCode;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  event: Stripe.EventBase;
  webhook_endpoint: Stripe.WebhookEndpoint | Stripe.DeletedWebhookEndpoint;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock | Stripe.TestHelpers.DeletedTestClock;
}
