// The package's own types are generated from its sources and say `any`: these name what we use.
declare module 'jsts/dist/jsts.min.js' {
  type Coordinate = { readonly x: number; readonly y: number };
  type Problem = { getMessage(): string; getCoordinate(): Coordinate | null };

  export type Jsts = {
    readonly algorithm: {
      readonly Centroid: { getCentroid(geometry: TopologyGeometry): Coordinate | null };
      readonly InteriorPointArea: { getInteriorPoint(polygon: TopologyGeometry): Coordinate };
      readonly Orientation: { index(a: Coordinate, b: Coordinate, c: Coordinate): number };
    };
    readonly io: {
      readonly GeoJSONReader: new () => { read(geometry: unknown): TopologyGeometry };
      readonly GeoJSONWriter: new () => { write(geometry: TopologyGeometry): unknown };
    };
    readonly operation: {
      readonly buffer: {
        readonly BufferOp: { bufferOp(geometry: TopologyGeometry, distance: number): TopologyGeometry };
      };
      readonly relate: {
        readonly RelateOp: { relate(a: TopologyGeometry, b: TopologyGeometry): IntersectionMatrix };
      };
      readonly overlay: {
        readonly OverlayOp: {
          intersection(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
          difference(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
          union(a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry;
        };
      };
      readonly polygonize: {
        readonly Polygonizer: new () => {
          add(lines: TopologyGeometry): void;
          getPolygons(): { toArray(): readonly TopologyGeometry[] };
        };
      };
      readonly union: { readonly UnaryUnionOp: { union(geometry: TopologyGeometry): TopologyGeometry } };
      readonly valid: {
        readonly IsValidOp: new (geometry: TopologyGeometry) => { isValid(): boolean; getValidationError(): Problem };
      };
    };
  };
  export type TopologyGeometry = {
    isEmpty(): boolean;
    getDimension(): number;
  };
  export type IntersectionMatrix = {
    isIntersects(): boolean;
    isDisjoint(): boolean;
    isWithin(): boolean;
    isContains(): boolean;
    isEquals(dimensionOfA: number, dimensionOfB: number): boolean;
    isTouches(dimensionOfA: number, dimensionOfB: number): boolean;
    isCrosses(dimensionOfA: number, dimensionOfB: number): boolean;
    isOverlaps(dimensionOfA: number, dimensionOfB: number): boolean;
    get(row: number, column: number): number;
    /** Nine signs of `T`, `F`, `*`, `0`, `1` and `2`. */
    matches(pattern: string): boolean;
  };
}
