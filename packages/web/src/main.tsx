import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteSignUp } from './api/first-visit.ts';
import { createQueryClient } from './api/query-client.ts';
import { openStart } from './navigation/open-start.ts';
import { keepAppOffline } from './offline.ts';
import { App } from './screens/app.tsx';
import './ui/like-react.ts';
import './ui/tokens.css';
import './ui/base.css';
import { applyStoredTheme } from './ui/theme.ts';
import { Toasts } from './ui/toasts.tsx';

applyStoredTheme();
keepAppOffline();
if (openStart()) noteSignUp();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <App />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
