/** Waits and delays that the specification fixes, in milliseconds. */
export const timings = {
  loginRedirect: 2000,
  logoutDelay: 1000,
  projectSwitch: 2000,
  toast: 3000,
  successMessage: 2000,
  twoFactorResend: 60_000,
  reload: 1000,
  resetRedirect: 3000,
  copied: 2000,
  searchDebounce: 300,
  endpointBanner: 1000,
  feedbackDelay: 2000,
} as const;
