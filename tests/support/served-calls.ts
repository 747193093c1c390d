import { createApp } from '@bedplate/functions/app.ts';
import { createServices, type Services } from '@bedplate/functions/services/services.ts';

/** The fields of an Express router that its types leave out. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
}

/** @returns every call that the console's API has a handler for, as `GET /projects/{projectId}` */
export function callsOfConsole(): string[] {
  const config = { emulators: null } as unknown as Services['config']; // nothing is called here
  const app = createApp(createServices({ config })) as unknown as { router: { stack: Layer[] } };
  return [...new Set(routesIn(app.router.stack))];
}

function routesIn(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return routesIn(handle?.stack ?? []);
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods)
      .filter((method) => method !== '_all')
      .map((method) => `${method.toUpperCase()} ${path}`);
  });
}
