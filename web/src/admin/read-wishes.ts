import type { IngestWishes } from '@swath/client';

/** What both forms ask; a member that says nothing new is left out. */
export function readWishes(field: (name: string) => string): IngestWishes {
  const collection = field('collection').trim();
  return {
    ...(collection && { collection }),
    ...(field('create') === 'on' && { create: true }),
    ...(field('if_new') === 'on' && { if_new: true }),
    ...(field('validate') === 'on' && { validate: 'full' }),
    ...(field('dry_run') === 'on' && { dry_run: true }),
  };
}
