import type { PublicConfig } from '@bedplate/contract';
import type { Router } from 'express';
import { anyone, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

export function platformRoutes(services: Services): Router {
  return routes({
    '/health': { get: handle(anyone, {}, () => ({ status: 'ok' })) },
    '/config': { get: handle(anyone, {}, () => ({ data: publicConfig(services) })) },
  });
}

function publicConfig({ config }: Services): PublicConfig {
  const { webApiKey, projectId, storageBucket, googleClientId, stripe, emulators } = config;
  return {
    firebase: { apiKey: webApiKey, projectId, authDomain: `${projectId}.firebaseapp.com`, storageBucket },
    googleClientId,
    stripePublishableKey: stripe.publishableKey || null,
    stripeScript: stripe.apiBase && `${stripe.apiBase}/endive/stripe.js`,
    emulators,
  };
}
