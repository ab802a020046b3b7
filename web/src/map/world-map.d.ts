declare module 'world-map:*' {
  /** Of a GeoJSON file. */
  const address: string;
  export default address;
}
