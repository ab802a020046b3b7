export function Brand() {
  return (
    <span className="brand">
      <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" className="brand-ground" />
        <path d="M5 23 23 5h4v1L6 27H5zM5 14 14 5h5L5 19zM13 27 27 13v5l-9 9z" className="brand-bands" />
      </svg>
      <span>Swath</span>
    </span>
  );
}
