const ways = ['polygon', 'rectangle'] as const;
export type DrawWay = (typeof ways)[number];

type DrawButtonsProps = { readonly drawn: DrawWay | null; readonly onDraw: (way: DrawWay | null) => void };

/** The button that starts a drawing is the one that stops it, so that the keyboard does not lose its place. */
export function DrawButtons({ drawn, onDraw }: DrawButtonsProps) {
  const shown = ways.filter((way) => drawn === null || way === drawn);
  return (
    <div className="draw-buttons">
      {shown.map((way) => (
        <button
          key={way}
          type="button"
          className="button button-small"
          onClick={() => onDraw(drawn === null ? way : null)}
        >
          {drawn === null ? `Draw a ${way}` : 'Stop drawing'}
        </button>
      ))}
      <p role="status" className="hint">
        {drawn !== null &&
          'Click or tap the corners on the map. The first one once more, or Enter, ends it; Escape gives up.'}
      </p>
    </div>
  );
}
