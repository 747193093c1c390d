import type { PublicConfig } from '@bedplate/contract';
import type { Router } from 'express';
import { publicPlatform } from '../../domain/platform/public-platform.ts';
import { anyone, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

export function platformRoutes(services: Services): Router {
  return routes({
    '/health': { get: handle(anyone, {}, () => ({ status: 'ok' })) },
    '/config': { get: handle(anyone, {}, async () => ({ data: await publicConfig(services) })) },
  });
}

async function publicConfig(services: Services): Promise<PublicConfig> {
  const { demo } = await services.platform.settings();
  const { webApiKey, projectId, storageBucket, googleClientId, stripe, emulators } = services.config;
  return {
    firebase: { apiKey: webApiKey, projectId, authDomain: `${projectId}.firebaseapp.com`, storageBucket },
    googleClientId,
    stripePublishableKey: stripe.publishableKey || null,
    stripeScript: stripe.apiBase && `${stripe.apiBase}/endive/stripe.js`,
    platform: await publicPlatform(services),
    ...(demo && { demo }),
    emulators,
  };
}
