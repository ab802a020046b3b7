// The package's own types are generated from its sources and say `any`: these name what we use.
declare module 'jsts/org/locationtech/jts/io/GeoJSONReader.js' {
  import type { TopologyGeometry } from 'jsts/topology-geometry';
  export default class GeoJSONReader {
    read(geometry: unknown): TopologyGeometry;
  }
}

declare module 'jsts/org/locationtech/jts/io/GeoJSONWriter.js' {
  import type { TopologyGeometry } from 'jsts/topology-geometry';
  export default class GeoJSONWriter {
    write(geometry: TopologyGeometry): unknown;
  }
}

declare module 'jsts/org/locationtech/jts/operation/relate/RelateOp.js' {
  import type { IntersectionMatrix, TopologyGeometry } from 'jsts/topology-geometry';
  const RelateOp: { relate(a: TopologyGeometry, b: TopologyGeometry): IntersectionMatrix };
  export default RelateOp;
}

declare module 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js' {
  import type { TopologyGeometry } from 'jsts/topology-geometry';
  const OverlayOp: {
    intersection(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
    difference(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
  };
  export default OverlayOp;
}

declare module 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js' {
  import type { TopologyGeometry } from 'jsts/topology-geometry';
  type Problem = { getMessage(): string; getCoordinate(): { readonly x: number; readonly y: number } | null };
  export default class IsValidOp {
    constructor(geometry: TopologyGeometry);
    isValid(): boolean;
    getValidationError(): Problem;
  }
}

declare module 'jsts/org/locationtech/jts/algorithm/CGAlgorithmsDD.js' {
  type Coordinate = { readonly x: number; readonly y: number };
  const CGAlgorithmsDD: { orientationIndex(a: Coordinate, b: Coordinate, c: Coordinate): number };
  export default CGAlgorithmsDD;
}

declare module 'jsts/topology-geometry' {
  export type TopologyGeometry = {
    isEmpty(): boolean;
    getDimension(): number;
    getNumGeometries(): number;
    getGeometryN(index: number): TopologyGeometry;
  };
  export type IntersectionMatrix = {
    isIntersects(): boolean;
    isDisjoint(): boolean;
    isWithin(): boolean;
    isContains(): boolean;
    isCovers(): boolean;
    isEquals(dimensionOfA: number, dimensionOfB: number): boolean;
    isTouches(dimensionOfA: number, dimensionOfB: number): boolean;
    isCrosses(dimensionOfA: number, dimensionOfB: number): boolean;
    isOverlaps(dimensionOfA: number, dimensionOfB: number): boolean;
    get(row: number, column: number): number;
  };
}
