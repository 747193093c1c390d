export { confirmAtBank, enterCard } from './as-browser.ts';
export { type RunningStripe, startStripe, type StripeOptions } from './start-stripe.ts';
export { signature } from './webhooks.ts';
