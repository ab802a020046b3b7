/** Namespaces of the standards that answers are written in. */
export const namespaces = {
  wfs20: 'http://www.opengis.net/wfs/2.0',
  wfs: 'http://www.opengis.net/wfs',
  fes: 'http://www.opengis.net/fes/2.0',
  ogc: 'http://www.opengis.net/ogc',
  ows11: 'http://www.opengis.net/ows/1.1',
  ows: 'http://www.opengis.net/ows',
  gml32: 'http://www.opengis.net/gml/3.2',
  gml: 'http://www.opengis.net/gml',
  xlink: 'http://www.w3.org/1999/xlink',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  xsd: 'http://www.w3.org/2001/XMLSchema',
} as const;

/** Where validators look for the schemas of the standards. */
export const schemaPlaces = {
  wfs20: 'http://schemas.opengis.net/wfs/2.0/wfs.xsd',
  wfs11: 'http://schemas.opengis.net/wfs/1.1.0/wfs.xsd',
  wfs10: 'http://schemas.opengis.net/wfs/1.0.0/WFS-basic.xsd',
  capabilities10: 'http://schemas.opengis.net/wfs/1.0.0/WFS-capabilities.xsd',
  ows11: 'http://schemas.opengis.net/ows/1.1.0/owsAll.xsd',
  ows10: 'http://schemas.opengis.net/ows/1.0.0/owsAll.xsd',
  exception10: 'http://schemas.opengis.net/wfs/1.0.0/OGC-exception.xsd',
  gml32: 'http://schemas.opengis.net/gml/3.2.1/gml.xsd',
  gml31: 'http://schemas.opengis.net/gml/3.1.1/base/gml.xsd',
  gml2: 'http://schemas.opengis.net/gml/2.1.2/feature.xsd',
} as const;

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
