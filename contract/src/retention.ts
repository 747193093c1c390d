/** Days that personal data of page views, of the activity log and of messages to the staff is kept. */
export const retentionDays = { pageVisits: 90, activity: 365, messages: 730 } as const;
