import type { ApiKey, ApiKeyWithValue, NewApiKey } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { swath } from '../swath.ts';
import { askAnew } from '../ui/ask-anew.ts';

const queryKey = ['api-keys'] as const;

export function useKeys() {
  // Not shared structurally: keys hide their value from printing, and a copy would lose that.
  return useQuery({ queryKey, queryFn: ({ signal }) => swath.keys.list({ signal }), structuralSharing: false });
}

export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: NewApiKey): Promise<ApiKeyWithValue> => swath.keys.create(key),
    // Also after a failure: the key may be there, and only its answer lost.
    onSettled: () => askAnew(queryClient, queryKey),
  });
}

export function useDeleteKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keys: readonly ApiKey[]) => deleteKeys(keys.map((key) => key.id)),
    // Also after a failure: some may be gone, and the list must tell the truth.
    onSettled: () => askAnew(queryClient, queryKey),
  });
}

function deleteKeys(ids: readonly string[]): Promise<void> {
  const [only, ...others] = ids;
  return only !== undefined && others.length === 0 ? swath.keys.delete(only) : swath.keys.deleteMany(ids);
}
