import { type FirebaseApp, type FirebaseOptions, initializeApp } from 'firebase/app';

/**
 * Starts a Firebase app without its heartbeats, counts of the SDK's versions for Google. They are kept in IndexedDB, and each
 * sign-in waits for them: where a browser never answers whether it opens a database, as in damaged profiles and some private
 * windows, no sign-in would ever end. https://github.com/firebase/firebase-js-sdk/blob/main/packages/app/src/heartbeatService.ts
 * @param name where the page may have an app of its own
 */
export function startApp(config: FirebaseOptions, name?: string): FirebaseApp {
  const app: FirebaseApp & Partial<WithComponents> = initializeApp(config, name);
  app.container?.addOrOverwriteComponent(noHeartbeats);
  return app;
}

/** The SDK's packages register their services so. https://github.com/firebase/firebase-js-sdk/blob/main/packages/component */
interface WithComponents {
  container: { addOrOverwriteComponent: (component: typeof noHeartbeats) => void };
}

const noHeartbeats = {
  name: 'heartbeat',
  type: 'PRIVATE',
  instanceFactory: () => ({ triggerHeartbeat: async () => {}, getHeartbeatsHeader: async () => '' }),
  instantiationMode: 'LAZY',
  multipleInstances: false,
  serviceProps: {},
  onInstanceCreated: null,
};
