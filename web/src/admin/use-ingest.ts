import { type IngestJob, type IngestRequest, type IngestWishes, isOver } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../ui/use-pages.ts';
import { useLive } from '../ui/use-live.ts';
import { ingestApi } from './api.ts';

const listKey = ['ingest'] as const;
const jobKey = (id: string) => ['ingest-job', id] as const;
const lookAgainMs = 3_000;

export const useIngestJobs = () => usePages(listKey, ingestApi.list, { lookAgainMs });

export const useIngestJob = (id: string) =>
  useQuery({ queryKey: jobKey(id), queryFn: ({ signal }) => ingestApi.read(id, { signal }) });

/** The job as it goes on; its page is live while it is not over. */
export function useLiveJob(job: IngestJob | undefined): boolean {
  const queryClient = useQueryClient();
  return useLive({
    id: job && !isOver(job) ? job.id : undefined,
    follow: ingestApi.follow,
    onState: (state: IngestJob) => queryClient.setQueryData<IngestJob>(jobKey(state.id), state),
    lookAgain: () => job && void queryClient.invalidateQueries({ queryKey: jobKey(job.id) }),
  });
}

/** Read anew whenever there are more of them. */
export const useRejects = ({ id, tally, rejects }: IngestJob) =>
  useQuery({
    queryKey: [...jobKey(id), 'rejects', tally['rejected'], tally['missing']],
    queryFn: ({ signal }) => ingestApi.rejects(id, undefined, { signal }),
    enabled: rejects !== null,
    placeholderData: (before) => before,
  });

export function useStartIngest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: IngestRequest) => ingestApi.start(request),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

/** Browsers send nothing of a file that was changed after it was chosen, and call that a broken connection. */
export class ChangedFile extends Error {
  override readonly name = 'ChangedFile';
}

async function requireUnchanged(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new ChangedFile('The file cannot be read any more', { cause });
    });
}

export type Upload = { readonly file: File; readonly type: string; readonly wishes: IngestWishes };

export function useUpload() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, type, wishes }: Upload) => {
      await requireUnchanged(file);
      return ingestApi.upload(file, type, wishes);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useChangeJob(id: string, change: (id: string) => Promise<IngestJob>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => change(id),
    onSuccess: (job) => queryClient.setQueryData<IngestJob>(jobKey(id), job),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}
