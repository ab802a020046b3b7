import { CopyButton } from './copy-button.tsx';

type CodeBlockProps = {
  readonly code: string;
  readonly what: string;
  /** What the copy holds when it is more than what is shown, such as a key that is shown masked. */
  readonly copied?: string;
};

export function CodeBlock({ code, what, copied = code }: CodeBlockProps) {
  return (
    <div className="code-block">
      {/* Focusable, because a long line scrolls sideways and the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{code}</code>
      </pre>
      <CopyButton text={copied} what={what} />
    </div>
  );
}
