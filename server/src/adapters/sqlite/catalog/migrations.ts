import type { Migration } from '../../sql/migrate.ts';
import { statements } from './schema.ts';

export const catalogMigrations: readonly Migration[] = [
  { version: 1, name: 'catalogue', statements: () => statements },
];
