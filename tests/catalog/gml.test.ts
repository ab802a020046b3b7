import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { readFes } from '../../server/src/catalog/languages/fes/read-fes.ts';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { fes, value } from './fes-text.ts';
import { latLonReading, lonLatReading } from './finished-features.ts';

const read = (xml: string, reading = latLonReading): Filter => readFes(readXml(xml), reading);

const ring = '<gml:LinearRing><gml:posList>0 0 0 10 10 10 10 0 0 0</gml:posList></gml:LinearRing>';
const hole =
  '<gml:LinearRing><gml:posList srsDimension="3">1 1 7 1 2 7 2 2 7 2 1 7 1 1 7</gml:posList></gml:LinearRing>';
const wktRing = '(0 0, 10 0, 10 10, 0 10, 0 0)';
const wktHole = '(1 1, 2 1, 2 2, 1 2, 1 1)';

describe('geometries of GML, latitude first', () => {
  test.each([
    ['<gml:Point><gml:pos>1 2 300</gml:pos></gml:Point>', 'POINT(2 1)'],
    ['<gml:Point><gml:coordinates cs=" " ts=";" decimal=",">1,5 2</gml:coordinates></gml:Point>', 'POINT(2 1.5)'],
    ['<gml:Point><gml:coord><gml:X>1</gml:X><gml:Y>2</gml:Y></gml:coord></gml:Point>', 'POINT(2 1)'],
    ['<gml:LineString><gml:posList>1 2 3 4</gml:posList></gml:LineString>', 'LINESTRING(2 1, 4 3)'],
    ['<gml:LineString><gml:pos>1 2</gml:pos><gml:pos>3 4</gml:pos></gml:LineString>', 'LINESTRING(2 1, 4 3)'],
    [
      '<gml:LineString srsDimension="3"><gml:posList>1 2 0 3 4 0</gml:posList></gml:LineString>',
      'LINESTRING(2 1, 4 3)',
    ],
    ['<gml:LineString><gml:coordinates>\n1,2\n 3,4 </gml:coordinates></gml:LineString>', 'LINESTRING(2 1, 4 3)'],
    ['<gml:LineString><gml:coordinates>1, 2 3, 4</gml:coordinates></gml:LineString>', 'LINESTRING(2 1, 4 3)'],
    [
      '<gml:Curve><gml:segments><gml:LineStringSegment><gml:posList>1 2 3 4</gml:posList></gml:LineStringSegment><gml:LineStringSegment><gml:posList>3 4 5 6</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve>',
      'LINESTRING(2 1, 4 3, 6 5)',
    ],
    [
      `<gml:Polygon><gml:exterior>${ring}</gml:exterior><gml:interior>${hole}</gml:interior></gml:Polygon>`,
      `POLYGON(${wktRing}, ${wktHole})`,
    ],
    [
      `<gml:Polygon><gml:outerBoundaryIs>${ring}</gml:outerBoundaryIs><gml:innerBoundaryIs>${hole}</gml:innerBoundaryIs></gml:Polygon>`,
      `POLYGON(${wktRing}, ${wktHole})`,
    ],
    [
      `<gml:Surface><gml:patches><gml:PolygonPatch><gml:exterior>${ring}</gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface>`,
      `POLYGON(${wktRing})`,
    ],
    [
      `<gml:MultiSurface><gml:surfaceMember><gml:Polygon><gml:exterior>${ring}</gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface>`,
      `MULTIPOLYGON((${wktRing}))`,
    ],
    [
      `<gml:MultiPolygon><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs>${ring}</gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon>`,
      `MULTIPOLYGON((${wktRing}))`,
    ],
    [
      '<gml:MultiPoint><gml:pointMembers><gml:Point><gml:pos>1 2</gml:pos></gml:Point><gml:Point><gml:pos>3 4</gml:pos></gml:Point></gml:pointMembers></gml:MultiPoint>',
      'MULTIPOINT((2 1), (4 3))',
    ],
    [
      '<gml:MultiCurve><gml:curveMember><gml:LineString><gml:posList>1 2 3 4</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve>',
      'MULTILINESTRING((2 1, 4 3))',
    ],
    [
      '<gml:MultiGeometry><gml:geometryMember><gml:Point><gml:pos>1 2</gml:pos></gml:Point></gml:geometryMember></gml:MultiGeometry>',
      'GEOMETRYCOLLECTION(POINT(2 1))',
    ],
    ['<gml:Point srsName="EPSG:4326"><gml:pos>2 1</gml:pos></gml:Point>', 'POINT(2 1)'],
    ['<gml:Point srsName="urn:ogc:def:crs:EPSG:6.9:4326"><gml:pos>1 2</gml:pos></gml:Point>', 'POINT(2 1)'],
    [
      '<gml:Point srsName="http://www.opengis.net/gml/srs/epsg.xml#4326"><gml:pos>2 1</gml:pos></gml:Point>',
      'POINT(2 1)',
    ],
    ['<gml:Point srsName="EPSG:900913"><gml:pos>0 0</gml:pos></gml:Point>', 'POINT(0 0)'],
    ['<gml:Point><gml:pos>-105 40</gml:pos></gml:Point>', 'POINT(-105 40)'],
  ])('%s', (gml, wkt) => {
    const filter = read(fes(`<fes:Intersects>${value('featureGeometry')}${gml}</fes:Intersects>`));
    expect(filter).toEqual(parseCql2Text(`S_INTERSECTS(geometry, ${wkt})`));
  });

  test('longitude first, where the version of the service has it so', () => {
    const box = '<BBOX><Box><coord><X>1</X><Y>2</Y></coord><coord><X>3</X><Y>4</Y></coord></Box></BBOX>';
    expect(read(box, lonLatReading)).toEqual(parseCql2Text('S_INTERSECTS(envelope(geometry), BBOX(1, 2, 3, 4))'));
  });

  test('a zone of UTM', () => {
    const filter = read(
      fes(
        `<fes:Intersects>${value('featureGeometry')}<gml:Point srsName="EPSG:32633"><gml:pos>500000 0</gml:pos></gml:Point></fes:Intersects>`,
      ),
    );
    expect(JSON.stringify(filter)).toMatch(/"coordinates":\[15,0\]/);
  });
});
