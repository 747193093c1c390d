/**
 * Features that staff can switch off, in the order of the screen: the name, the effect while it is off, and the answer to those
 * who are affected. The server refuses; hiding a button is a courtesy.
 */
export const switches = {
  registration: {
    title: 'New accounts',
    whenOff: 'Nobody opens a new account, by email or with Google. Existing users sign in, and admins still add members to their accounts.',
    refusal: 'New accounts cannot be opened at the moment. Please try again later.',
  },
  googleSignIn: {
    title: 'Sign-in with Google',
    whenOff: 'Nobody signs in with Google. People sign in with their password, and those without one set it by “Forgot password”.',
    refusal: 'Sign-in with Google is switched off at the moment. Please use your password.',
  },
  purchases: {
    title: 'Purchases',
    whenOff: 'Admins buy no plan and no credits. Plans that are paid for go on and renew; cards can be changed and plans cancelled.',
    refusal: 'Purchases are switched off at the moment. You have not been charged.',
  },
  fileUploads: {
    title: 'File uploads',
    whenOff: 'Apps and people upload no files. Stored files stay readable, and large uploads that have begun may be completed.',
    refusal: 'File uploads are switched off at the moment. Please try again later.',
  },
  dataApiWrites: {
    title: 'Writes of the data API',
    whenOff:
      'Apps and inbound webhooks change nothing, at no cost of credits. They read on, their users sign in, and people work in the console.',
    refusal: 'The data API is read-only at the moment. Please try again later.',
  },
  imports: {
    title: 'Imports',
    whenOff: 'Nobody imports a file of records, by the data API or in the console. An import that was made can be undone.',
    refusal: 'Imports are switched off at the moment. Please try again later.',
  },
  webhookDeliveries: {
    title: 'Webhook deliveries',
    whenOff: 'Receivers of webhooks get nothing. Deliveries are kept for up to 14 days and sent in their order once this is on again.',
    refusal: 'Webhook deliveries are switched off at the moment. Pending ones are kept and sent later.',
  },
  sandboxRequests: {
    title: 'Requests from the sandbox',
    whenOff: 'The sandbox sends nothing to foreign addresses through our servers. Calls to the account’s own data API go on.',
    refusal: 'Requests to other addresses are switched off at the moment. Please try again later.',
  },
  feedback: {
    title: 'Messages to the staff',
    whenOff: 'Users send no feedback, and visitors no message by the contact form. The inbox stays as it is.',
    refusal: 'We take no messages at the moment. Please try again later.',
  },
} as const satisfies Record<string, { title: string; whenOff: string; refusal: string }>;

export type SwitchName = keyof typeof switches;
export const switchNames = Object.keys(switches) as [SwitchName, ...SwitchName[]]; // of the table itself

/** Switches whose state pages show before anybody tries. */
export const shownSwitches = ['registration', 'googleSignIn', 'purchases', 'feedback'] as const satisfies readonly SwitchName[];
