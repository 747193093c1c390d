import { timings } from '@bedplate/contract';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SnackbarProvider } from 'notistack';
import { type ReactNode, useState } from 'react';
import { ToastMessage } from '../components/toast-message.tsx';
import { ApiError } from '../lib/api/api-error.ts';
import { theme } from './theme.ts';

/** Whatever is composed once around all pages. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="theme" disableTransitionOnChange noSsr>
      <CssBaseline enableColorScheme />
      <QueryClientProvider client={client}>
        <SnackbarProvider
          maxSnack={3}
          autoHideDuration={timings.toast}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          Components={{ success: ToastMessage, error: ToastMessage, info: ToastMessage }}
        >
          {children}
        </SnackbarProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/**
 * Reads are tried again when no answer came or the server was out; a refusal stays one. Every read that failed is logged. A browser
 * that is offline fails like any other instead of waiting without a word, and reads again what is shown once it is back.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (cause, { queryKey }) => console.warn(`Could not be read: ${JSON.stringify(queryKey)}`, cause) }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === null || error.status >= 502),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
