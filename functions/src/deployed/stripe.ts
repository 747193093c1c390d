import { stripeWebhook } from '../routes/stripe/stripe-webhook.ts';
import { httpFunction } from './http-function.ts';
import { services } from './services.ts';

/** The payment provider's events; a function of its own, so that no middleware touches the bytes that are signed. */
export const stripe = httpFunction('stripe', stripeWebhook(services));
