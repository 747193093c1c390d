import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { publicConfig } from '../../lib/platform/public-config.ts';

let loading: Promise<Stripe | null> | undefined;

/**
 * The payment provider's script, once.
 * @returns null where payments are not set up or the script cannot be loaded
 */
export function cardForm(): Promise<Stripe | null> {
  loading ??= load().catch((cause: unknown) => {
    console.warn('The card form could not be loaded.', cause);
    loading = undefined;
    return null;
  });
  return loading;
}

async function load(): Promise<Stripe | null> {
  const { stripePublishableKey, stripeScript, emulators } = await publicConfig();
  if (!stripePublishableKey) return null;
  // Loads the stand-in of one machine first; Stripe's loader uses a script that is already in the page.
  if (stripeScript && emulators && !window.Stripe) await addScript(stripeScript);
  return loadStripe(stripePublishableKey);
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} did not load.`)));
    document.head.append(script);
  });
}
