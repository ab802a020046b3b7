/** Runs in the page. */
export function dropKml(): void {
  const ring = '<LinearRing><coordinates>3,1 4,1 4,2 3,1</coordinates></LinearRing>';
  const kml = `<kml><Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon></kml>`;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([kml], 'dropped.kml'));
  document.querySelector('.area-drop')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
}

/** Runs in the page. */
export function dropTwo(): void {
  const dataTransfer = new DataTransfer();
  for (const name of ['field.shp', 'field.prj']) dataTransfer.items.add(new File(['x'], name));
  document.querySelector('.area-drop')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
}
