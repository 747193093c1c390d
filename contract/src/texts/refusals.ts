/** Reasons why the server refuses a call of the console, by key. Other reasons are in `messages` and `billingTexts`. */
export const refusals = {} as const;
