export const savedSearchPath = (id: string): string => `/app/saved-searches?id=${encodeURIComponent(id)}`;
