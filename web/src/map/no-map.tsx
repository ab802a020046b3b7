/** Where the map does not come; lists, tables and forms beside it go on without it. */
export const NoMap = () => (
  <p className="muted" role="status">
    The map could not be loaded: reload the page to try again. Everything else on this page works.
  </p>
);
