import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { keepAppOffline } from './offline.ts';
import { router } from './screens/router.ts';
import './ui/tokens.css';
import './ui/base.css';
import { applyStoredTheme } from './ui/theme.ts';
import { Toasts } from './ui/toasts.tsx';

applyStoredTheme();
keepAppOffline();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
