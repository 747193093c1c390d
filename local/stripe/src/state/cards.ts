/** A card's refusal as Stripe words it. */
export interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** Stripe's test cards: https://docs.stripe.com/testing */
export interface CardRow {
  readonly number: string;
  readonly brand: string;
  /** Refused as soon as it is attached to a customer, and whenever it is charged. */
  readonly refused?: Decline;
  /** Refused when it is charged, though it can be attached. */
  readonly chargeRefused?: Decline;
  /** 3-D Secure: always, or until the holder has set it up once. */
  readonly authentication?: 'always' | 'once';
  /** Refused after the holder has authenticated. */
  readonly refusedAfterwards?: Decline;
  /** Set up for payments without the holder from the start. */
  readonly setUp?: boolean;
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({ code: 'card_declined', decline_code, message });

const expired: Decline = { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' };
const wrongCvc: Decline = { code: 'incorrect_cvc', decline_code: 'incorrect_cvc', message: "Your card's security code is incorrect." };
const processing: Decline = {
  code: 'processing_error',
  decline_code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};
const insufficient = declined('insufficient_funds', 'Your card has insufficient funds.');

const rows: Readonly<Record<string, CardRow>> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_amex: { number: '378282246310005', brand: 'amex' },
  pm_card_visa_chargeDeclined: { number: '4000000000000002', brand: 'visa', refused: declined('generic_decline') },
  pm_card_visa_chargeDeclinedInsufficientFunds: { number: '4000000000009995', brand: 'visa', refused: insufficient },
  pm_card_visa_chargeDeclinedLostCard: { number: '4000000000009987', brand: 'visa', refused: declined('lost_card') },
  pm_card_visa_chargeDeclinedStolenCard: { number: '4000000000009979', brand: 'visa', refused: declined('stolen_card') },
  pm_card_chargeDeclinedExpiredCard: { number: '4000000000000069', brand: 'visa', refused: expired },
  pm_card_chargeDeclinedIncorrectCvc: { number: '4000000000000127', brand: 'visa', refused: wrongCvc },
  pm_card_chargeDeclinedProcessingError: { number: '4000000000000119', brand: 'visa', refused: processing },
  pm_card_chargeCustomerFail: { number: '4000000000000341', brand: 'visa', chargeRefused: declined('generic_decline') },
  pm_card_authenticationRequiredOnSetup: { number: '4000002500003155', brand: 'visa', authentication: 'once' },
  pm_card_authenticationRequired: { number: '4000002760003184', brand: 'visa', authentication: 'always' },
  pm_card_authenticationRequiredSetupForOffSession: { number: '4000003800000446', brand: 'visa', authentication: 'once', setUp: true },
  pm_card_threeDSecureRequiredChargeDeclined: {
    number: '4000008400001629',
    brand: 'visa',
    authentication: 'always',
    refusedAfterwards: declined('generic_decline'),
  },
};

/** The card behind a test payment method's id such as pm_card_visa. */
export function testCard(id: string): CardRow | undefined {
  return Object.hasOwn(rows, id) ? rows[id] : undefined;
}

/** @returns undefined for a number that is none of the test cards: only those can be used with test keys */
export function cardOfNumber(number: string): CardRow | undefined {
  return Object.values(rows).find((row) => row.number === number.replaceAll(/\D/g, ''));
}

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  const digits = [...number.replaceAll(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return digits.length >= 12 && sum % 10 === 0;
}
