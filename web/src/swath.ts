import { createBrowserClient } from '@swath/client';
import { home } from './router/home.ts';

/** The one way from this page to the service that served it. */
export const swath = createBrowserClient({ url: window.location.origin + home });
