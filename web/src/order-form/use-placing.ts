import { newIdempotencyKey, type OrderRequest } from '@swath/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { navigate } from '../router/location.ts';
import { ordersApi } from '../orders/api.ts';
import { focusStep } from './step.tsx';
import { stepOf } from './steps.ts';

/** The dry run and the order itself; the same order sent twice from one form is one order. */
export function usePlacing() {
  const queryClient = useQueryClient();
  const keys = useRef(new Map<string, string>());

  function keyOf(request: OrderRequest): string {
    const text = JSON.stringify(request);
    const key = keys.current.get(text) ?? newIdempotencyKey();
    keys.current.set(text, key);
    return key;
  }

  const check = useMutation({
    mutationFn: (request: OrderRequest) => ordersApi.dryRun(request),
    onMutate: () => place.reset(),
    onError: showProblem,
  });
  const place = useMutation({
    mutationFn: (request: OrderRequest) => ordersApi.place(request, { idempotencyKey: keyOf(request) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
    onError: showProblem,
  });

  function placeOnce(request: OrderRequest): void {
    // Whoever has gone elsewhere meanwhile is left there.
    if (!place.isPending) place.mutate(request, { onSuccess: ({ id }) => navigate(`/app/orders/${id}`) });
  }

  return { check, placeOnce, isPlacing: place.isPending, problem: place.error ?? check.error };
}

/** Brings the part of the form that a refusal is about before the eyes; the others stay where they are. */
function showProblem(error: unknown): void {
  const step = stepOf(error);
  if (step !== 'check') focusStep(step);
}

export const isSame = (one: OrderRequest | undefined, other: OrderRequest): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);
