import { vi } from 'vitest';

/**
 * The payment provider's browser script as @stripe/react-stripe-js asks for it; the card is always
 * the same.
 */
export function fakeStripe(answers: { method?: object; payment?: object; setup?: object } = {}) {
  let mounted: object | null = null;
  const elements = {
    create: () => {
      const element = {
        mount: (node: HTMLElement) => node.append('card'),
        destroy: () => void (mounted = null),
        on: () => element,
        off: () => element,
        update: () => {},
      };
      mounted = element;
      return element;
    },
    getElement: () => mounted,
    update: () => {},
  };
  const stripe = {
    elements: () => elements,
    createToken: () => Promise.resolve({}),
    createPaymentMethod: vi.fn<(given: unknown) => Promise<object>>(async () => answers.method ?? { paymentMethod: { id: 'pm_1' } }),
    confirmCardPayment: vi.fn<(given: unknown) => Promise<object>>(
      async () => answers.payment ?? { paymentIntent: { status: 'succeeded' } },
    ),
    confirmCardSetup: vi.fn<(given: unknown) => Promise<object>>(async () => answers.setup ?? { setupIntent: { status: 'succeeded' } }),
  };
  return stripe;
}
