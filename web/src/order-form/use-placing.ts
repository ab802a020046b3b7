import { createSha256, type OrderRequest } from '@swath/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from '../router/location.ts';
import { ordersApi } from '../orders/api.ts';
import { focusStep } from './step.tsx';
import { stepOf } from './steps.ts';

/** The dry run and the order itself; the same order sent twice from one form is one order, also after a reload. */
export function usePlacing(formId: string, onPlaced: () => void) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (request: OrderRequest) => ordersApi.dryRun(request),
    onMutate: () => place.reset(),
    onError: showProblem,
  });
  const place = useMutation({
    mutationFn: (request: OrderRequest) => ordersApi.place(request, { idempotencyKey: keyOf(formId, request) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
    onError: showProblem,
  });

  function placeOnce(request: OrderRequest): void {
    if (place.isPending) return;
    // Whoever has gone elsewhere meanwhile is left there.
    place.mutate(request, {
      onSuccess: ({ id }) => {
        onPlaced();
        navigate(`/app/orders/${id}`);
      },
    });
  }

  return { check, placeOnce, isPlacing: place.isPending, problem: place.error ?? check.error };
}

/** A digest: the request may hold secrets, and is longer than a key may be. */
function keyOf(formId: string, request: OrderRequest): string {
  const hasher = createSha256();
  hasher.update(new TextEncoder().encode(formId + JSON.stringify(request)));
  return hasher.digest();
}

/** Brings the part of the form that a refusal is about before the eyes; the others stay where they are. */
function showProblem(error: unknown): void {
  const step = stepOf(error);
  if (step !== 'check') focusStep(step);
}

export const isSame = (one: OrderRequest | undefined, other: OrderRequest): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);
