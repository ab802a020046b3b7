/** The page that may be meant by an address without `/app`, or with a prefix that is the API's alone. */
export const meantPath = (path: string): string =>
  `/app${path.replace(/^\/(?:api|discovery)\/v1(?=\/|$)/, '').replace(/^\/app(?=\/|$)/, '')}`.replace(/\/$/, '');
