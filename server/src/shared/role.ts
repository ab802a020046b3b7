/** What a node does: answer requests, do what runs by itself, or both. */
export const roles = ['all', 'api', 'worker'] as const;

export type Role = (typeof roles)[number];
