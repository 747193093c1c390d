import type { PublicConfig } from '@bedplate/contract';

let asked: Promise<PublicConfig> | null = null;

/**
 * The server's public settings: the addresses of Firebase, and the way of Google's sign-in. They are
 * read once; a failed read is tried again.
 */
export function publicConfig(): Promise<PublicConfig> {
  asked ??= freshConfig().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Reads the configuration again, because it also holds the state of the platform. */
export async function freshConfig(): Promise<PublicConfig> {
  const response = await fetch('/app/config', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /app/config answered ${response.status}.`);
  const body = (await response.json()) as { data: PublicConfig }; // our own server's answer
  return body.data;
}
