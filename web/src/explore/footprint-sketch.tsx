import type { Geometry } from '@swath/client';
import type { Box } from '../map/geometry-box.ts';

type FootprintSketchProps = { readonly geometry: Geometry | null; readonly box: Box | null };

const [side, margin] = [40, 6];

/** The outline alone, in a square. */
export function FootprintSketch({ geometry, box }: FootprintSketchProps) {
  return (
    <svg className="footprint-sketch" viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
      {geometry !== null && box !== null && <path d={outline(geometry, box)} />}
      {geometry?.type === 'Point' && <circle cx={side / 2} cy={side / 2} r={3} />}
    </svg>
  );
}

function outline(geometry: Geometry, [west, south, east, north]: Box): string {
  // Degrees of longitude are shorter away from the equator.
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [width, height] = [(east - west) * squeeze, north - south];
  const scale = (side - 2 * margin) / (Math.max(width, height) || 1);
  const place = ([x = 0, y = 0]: readonly number[]): string => {
    const beyond = x < west ? x + 360 : x;
    const across = side / 2 + ((beyond - west) * squeeze - width / 2) * scale;
    const down = side / 2 - (y - south - height / 2) * scale;
    return `${across.toFixed(1)} ${down.toFixed(1)}`;
  };
  return ringsOf(geometry)
    .map((ring) => `M${ring.map(place).join('L')}`)
    .join('');
}

type Rings = readonly (readonly (readonly number[])[])[];

/** Rings are closed, lines are not. */
function ringsOf({ type, coordinates }: Geometry): Rings {
  if (type === 'LineString') return [coordinates] as Rings;
  if (type === 'Polygon' || type === 'MultiLineString') return coordinates as Rings;
  return type === 'MultiPolygon' ? (coordinates as readonly Rings[]).flat() : [];
}
