import { vi } from 'vitest';

/**
 * The payment provider's browser script as @stripe/react-stripe-js asks for it; the card is always
 * the same.
 */
export function fakeStripe(answers: { method?: object; payment?: object; setup?: object } = {}) {
  let mounted: object | null = null;
  const elements = {
    create: () => {
      const listeners = new Set<(event: { empty: boolean }) => void>();
      const element = {
        mount: (node: HTMLElement) => {
          const field = Object.assign(document.createElement('input'), { ariaLabel: 'Card number' });
          field.addEventListener('input', () => listeners.forEach((tell) => tell({ empty: field.value === '' })));
          node.append('card', field);
        },
        destroy: () => void (mounted = null),
        on: (name: string, listener: (event: { empty: boolean }) => void) => {
          if (name === 'change') listeners.add(listener);
          return element;
        },
        off: (_: string, listener: (event: { empty: boolean }) => void) => {
          listeners.delete(listener);
          return element;
        },
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
