import type { PublicConfig } from '@bedplate/contract';

let asked: Promise<PublicConfig> | null = null;

/** What the server tells everybody: where Firebase is, and how Google signs people in. Read once; a failure is tried again. */
export function publicConfig(): Promise<PublicConfig> {
  asked ??= freshConfig().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The same as it is now: what changes of it is the platform's state. */
export async function freshConfig(): Promise<PublicConfig> {
  const response = await fetch('/app/config', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /app/config answered ${response.status}.`);
  const body = (await response.json()) as { data: PublicConfig }; // our own server's answer
  return body.data;
}
