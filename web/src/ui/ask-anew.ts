import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** After a change. A first reading that is still under way began before it, and would be taken for the new one: it ends. */
export async function askAnew(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
}
