import type { Tool } from './snippet-texts.ts';

type ToolChoiceProps = {
  readonly tools: readonly Tool[];
  readonly chosen: Tool;
  readonly onChoose: (tool: Tool) => void;
};

/** Radio buttons in the looks of tabs: the arrow keys come with them. */
export function ToolChoice({ tools, chosen, onChoose }: ToolChoiceProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Snippet for</legend>
      {tools.map((tool) => (
        <label key={tool} className="segment">
          <input type="radio" name="tool" value={tool} checked={tool === chosen} onChange={() => onChoose(tool)} />
          <span>{tool}</span>
        </label>
      ))}
    </fieldset>
  );
}
