export { startFirestore, type FirestoreOptions, type RunningFirestore } from './server.ts';
export { startStripe, type RunningStripe, type StripeOptions } from './stripe/start-stripe.ts';
