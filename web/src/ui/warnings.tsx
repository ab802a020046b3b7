import { Notice } from './notice.tsx';

type WarningsProps = { readonly texts: readonly string[] };

/** What the service did, but wants known. */
export function Warnings({ texts }: WarningsProps) {
  if (texts.length === 0) return null;
  return (
    <Notice kind="info" title="To know">
      <ul className="plain-list">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
