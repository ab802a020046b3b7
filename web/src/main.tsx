import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queryClient } from './query-client.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/forms.css';
import './styles/shell.css';
import './styles/overlays.css';
import './styles/api-keys.css';
import './styles/print.css';
import './styles/contrast.css';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </ErrorBoundary>,
);
