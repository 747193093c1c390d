import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'virtual:tokens.css';
import './app/forced-colors.css';
import './app/outline.css';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { preloadPages } from './app/preload-pages.ts';
import { Providers } from './app/providers.tsx';
import { routes } from './app/routes.tsx';
import { styleCache } from './app/style-cache.ts';
import { noteLink, trackVisits } from './lib/track-visits.ts';
import { loadTexts } from './texts/index.ts';

// Not awaited at the top: the file of another language needs the file that this module is in, and each would wait for the other.
void loadTexts().then(show);

function show() {
  const root = document.getElementById('root');
  if (!root) throw new Error('console.html has no element "root".');
  const router = createBrowserRouter(routes);
  // Without transitions a page is drawn in one go. In slices of 5 ms, as they do it, a slow processor spends a tenth of the visit on the pauses.
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styleCache()}>
        <Providers>
          <RouterProvider router={router} useTransitions={false} />
        </Providers>
      </CacheProvider>
    </StrictMode>,
  );
  preloadPages(routes);
  trackVisits();
  router.subscribe(({ historyAction, location }) => historyAction !== 'POP' && noteLink(location.pathname));
}
