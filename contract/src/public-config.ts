import type { PublicPlatform } from './platform-settings.ts';
import type { SiteDemo } from './site-demo.ts';

/** GET /app/config: what the console needs before anyone has signed in; `data` of the answer. */
export interface PublicConfig {
  firebase: { apiKey: string; projectId: string; authDomain: string; storageBucket: string };
  /** OAuth client for Google's sign-in button; null where it is not set up. */
  googleClientId: string | null;
  /** Publishable key for card payments; null where they are not set up. */
  stripePublishableKey: string | null;
  /** Only on one machine: the script of the stand-in for card payments; absent or null in production. */
  stripeScript?: string | null;
  /** Maintenance, and what is switched off. */
  platform: PublicPlatform;
  /** The live demo of the landing page; absent where staff have set none up. */
  demo?: SiteDemo;
  /** host:port of each emulator, and of the inbox that takes all mails; null in production. */
  emulators: { auth: string; firestore: string; storage: string | null; inbox?: string | null } | null;
}
