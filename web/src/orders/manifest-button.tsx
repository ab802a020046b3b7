import { useMutation } from '@tanstack/react-query';
import { swath } from '../swath.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';

type ManifestButtonProps = { readonly id: string };

/** The manifest as the service writes it, byte for byte; a link could not carry the sign-in. */
export function ManifestButton({ id }: ManifestButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const answer = await swath.sender.open({ method: 'GET', path: `/order/${id}/manifest` });
      save(await answer.blob(), `${id}-manifest.json`);
    },
  });
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-disabled={download.isPending}
        onClick={() => download.isPending || download.mutate()}
      >
        {download.isPending ? 'Downloading…' : 'Download the manifest'}
      </button>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken what it needs by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
