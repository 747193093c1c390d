export { confirmAtBank, enterCard } from './browser/as-browser.ts';
export { type RunningStripe, startStripe, type StripeOptions } from './start-stripe.ts';
export { signature } from './state/webhooks.ts';
