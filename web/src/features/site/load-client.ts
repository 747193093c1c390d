import type * as client from '@bedplate/client';

type Client = Pick<typeof client, 'createClient' | 'createLiveSync'>;

let loading: Promise<Client> | undefined;

/**
 * Loads the script that plain pages load, once.
 * @throws when it does not arrive; the next call tries again
 */
export function loadClient(): Promise<Client> {
  loading ??= new Promise<Client>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/livesync.js';
    script.addEventListener('load', () => resolve((window as unknown as { Bedplate: Client }).Bedplate)); // the script sets it
    script.addEventListener('error', () => reject(new Error('/livesync.js did not arrive.')));
    document.head.append(script);
  }).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}
