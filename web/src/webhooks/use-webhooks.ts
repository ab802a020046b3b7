import { webhooks } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { swath } from '../swath.ts';
import { usePages } from '../ui/use-pages.ts';

const webhooksApi = webhooks(swath.sender);

const lookAgainMs = 10_000;
const deliveriesKey = ['webhook-deliveries'] as const;
const secretKey = ['webhook-secret'] as const;

export const useDeliveries = () => usePages(deliveriesKey, webhooksApi.deliveries, { lookAgainMs });

/** Read when it is asked for: it need not lie in the page of whoever only looks at the log. */
export const useSecret = (isWanted: boolean) =>
  useQuery({ queryKey: secretKey, queryFn: ({ signal }) => webhooksApi.secret({ signal }), enabled: isWanted });

export function useRotateSecret() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => webhooksApi.rotateSecret(),
    onSuccess: ({ secret }) => queryClient.setQueryData(secretKey, secret),
    // It may have been made although its answer was lost.
    onError: () => queryClient.invalidateQueries({ queryKey: secretKey }),
  });
}

export const useTestMessage = () => useMutation({ mutationFn: (url: string) => webhooksApi.test(url) });

export function useReplay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => webhooksApi.replay(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
  });
}
