export { type Pieces, spliceLinks } from '../../../catalog/shown/splice-links.ts';

export type Link = {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly merge?: boolean;
};
