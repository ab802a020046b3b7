import type { Item } from '@swath/client';
import type { Terminal } from '../../command.ts';
import { printTable } from '../../print.ts';

export type ItemForm = 'table' | 'ndjson' | 'geojson';

/** Takes items as they come; false when nobody reads any more. */
export type ItemWriter = { take(items: readonly Item[]): Promise<boolean>; end(): Promise<void> };

export const itemWriters: Readonly<Record<ItemForm, (terminal: Terminal) => ItemWriter>> = {
  table(terminal) {
    const rows: Readonly<Record<string, string>>[] = [];
    return {
      take: async (items) => {
        rows.push(...items.map(row));
        return true;
      },
      end: async () => printTable(terminal, rows),
    };
  },
  ndjson: ({ write }) => ({
    take: (items) => (items.length === 0 ? Promise.resolve(true) : write(items.map(line).join(''))),
    end: async () => {},
  }),
  geojson({ write }) {
    let separator = '{"type":"FeatureCollection","features":[\n';
    return {
      async take(items) {
        if (items.length === 0) return true;
        const text = `${separator}${items.map((item) => JSON.stringify(item)).join(',\n')}`;
        separator = ',\n';
        return write(text);
      },
      async end() {
        const opening = separator.startsWith('{') ? separator : '\n';
        await write(`${opening}]}\n`);
      },
    };
  },
};

const line = (item: Item): string => `${JSON.stringify(item)}\n`;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Fields that were not asked for are empty. */
function row({ id, collection, properties }: Partial<Item> & Pick<Item, 'id'>): Readonly<Record<string, string>> {
  return {
    collection: text(collection),
    id,
    datetime: text(properties?.['datetime'] ?? properties?.['start_datetime']),
    'cloud %': text(properties?.['eo:cloud_cover']),
    'gsd m': text(properties?.['gsd']),
    platform: text(properties?.['platform']),
  };
}
