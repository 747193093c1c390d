/** A plan this long past its end is shown to staff: the payment provider has not said what becomes of it. */
export const pastEndMillis = 86_400_000;
