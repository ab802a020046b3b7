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
  export default class RelateOp {
    static relate(a: TopologyGeometry, b: TopologyGeometry): IntersectionMatrix;
  }
}

declare module 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js' {
  import type { TopologyGeometry } from 'jsts/topology-geometry';
  export default class OverlayOp {
    static intersection(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
    static difference(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
  }
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
  export default class CGAlgorithmsDD {
    static orientationIndex(a: Coordinate, b: Coordinate, c: Coordinate): number;
  }
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
