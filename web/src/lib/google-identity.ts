/**
 * The part of Google Identity Services that is used:
 * https://developers.google.com/identity/gsi/web/reference/js-reference
 */
interface GoogleIdentity {
  initialize(options: { client_id: string; nonce: string; callback: (answer: { credential: string }) => void; ux_mode: 'popup' }): void;
  renderButton(
    parent: HTMLElement,
    options: { type: 'standard'; theme: 'outline'; size: 'large'; text: 'signin_with'; width: number },
  ): void;
}

const scriptAddress = 'https://accounts.google.com/gsi/client';

/** @returns Google's own library, null while its script has not loaded */
export function googleIdentity(): GoogleIdentity | null {
  return (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id ?? null; // set by Google's script
}

/**
 * Adds Google's script to the page, once.
 * @throws when it cannot be loaded
 */
export async function loadGoogleIdentity(): Promise<void> {
  if (googleIdentity()) return;
  document.querySelector(`script[src="${scriptAddress}"]`)?.remove();
  const script = document.createElement('script');
  script.src = scriptAddress;
  script.async = true;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error(`${scriptAddress} could not be loaded.`)));
  document.head.append(script);
  await promise;
}
