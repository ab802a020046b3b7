export type DrawWay = 'polygon' | 'rectangle';

type DrawButtonsProps = { readonly isDrawing: boolean; readonly onDraw: (way: DrawWay | null) => void };

export function DrawButtons({ isDrawing, onDraw }: DrawButtonsProps) {
  return (
    <div className="draw-buttons">
      {isDrawing ? (
        <button type="button" className="button button-small" onClick={() => onDraw(null)}>
          Stop drawing
        </button>
      ) : (
        <>
          <button type="button" className="button button-small" onClick={() => onDraw('polygon')}>
            Draw a polygon
          </button>
          <button type="button" className="button button-small" onClick={() => onDraw('rectangle')}>
            Draw a rectangle
          </button>
        </>
      )}
      <p role="status" className="hint">
        {isDrawing && 'Click the corners on the map. A click on the first one, or Enter, ends it; Escape gives up.'}
      </p>
    </div>
  );
}
