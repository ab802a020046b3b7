import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { readFes } from '../../server/src/catalog/languages/fes/read-fes.ts';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { fes, literal, value } from './fes-text.ts';
import { latLonReading } from './finished-features.ts';

const read = (xml: string): Filter => readFes(readXml(xml), latLonReading);

describe('what clients send', () => {
  test.each([
    [
      'GDAL: -spat, without a CRS, in the order of the layer',
      '<Filter xmlns="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"><BBOX><ValueReference>featureGeometry</ValueReference><gml:Envelope><gml:lowerCorner>0.0 0.0</gml:lowerCorner><gml:upperCorner>10.0 20.0</gml:upperCorner></gml:Envelope></BBOX></Filter>',
      'S_INTERSECTS(envelope(geometry), BBOX(0, 0, 20, 10))',
    ],
    [
      'GDAL: -where, with a day for a time',
      '<Filter xmlns="http://www.opengis.net/fes/2.0"><And><PropertyIsLessThan><ValueReference>cloudCover</ValueReference><Literal>0.01</Literal></PropertyIsLessThan><PropertyIsGreaterThanOrEqualTo><ValueReference>acquisitionDate</ValueReference><Literal>2020-01-01</Literal></PropertyIsGreaterThanOrEqualTo></And></Filter>',
      "eo:cloud_cover < 1 AND datetime >= TIMESTAMP('2020-01-01T00:00:00Z')",
    ],
    [
      'QGIS: a subset and the view',
      `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0"><fes:And><fes:BBOX>${value('featureGeometry')}<gml:Envelope xmlns:gml="http://www.opengis.net/gml/3.2" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>0 0</gml:lowerCorner><gml:upperCorner>10 20</gml:upperCorner></gml:Envelope></fes:BBOX><fes:Or><fes:PropertyIsEqualTo>${value('source')}${literal('WV01')}</fes:PropertyIsEqualTo><fes:PropertyIsLike wildCard="%" singleChar="_" escapeChar="\\">${value('source')}${literal('GE%')}</fes:PropertyIsLike></fes:Or></fes:And></fes:Filter>`,
      "S_INTERSECTS(envelope(geometry), BBOX(0, 0, 20, 10)) AND (platform = 'WV01' OR platform LIKE 'GE%')",
    ],
    [
      'OWSLib: version 1.1, prefixes, a path',
      '<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:And><ogc:PropertyIsLike wildCard="*" singleChar="?" escapeChar="!"><ogc:PropertyName>Vendor:FinishedFeature/Vendor:source</ogc:PropertyName><ogc:Literal>WV0?_!*100%*</ogc:Literal></ogc:PropertyIsLike><ogc:PropertyIsBetween><ogc:PropertyName>cloudCover</ogc:PropertyName><ogc:LowerBoundary><ogc:Literal>0</ogc:Literal></ogc:LowerBoundary><ogc:UpperBoundary><ogc:Literal>0.29</ogc:Literal></ogc:UpperBoundary></ogc:PropertyIsBetween></ogc:And></ogc:Filter>',
      String.raw`platform LIKE 'WV0_\_*100\%%' AND eo:cloud_cover BETWEEN 0 AND 29`,
    ],
    [
      'OWSLib: a box of version 1.0',
      '<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"><ogc:BBOX><ogc:PropertyName>featureGeometry</ogc:PropertyName><gml:Box srsName="EPSG:4326"><gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></ogc:BBOX></ogc:Filter>',
      'S_INTERSECTS(envelope(geometry), BBOX(1, 2, 3, 4))',
    ],
    [
      'OpenLayers: a filter of 1.1 with a name of another version, and a box in metres',
      '<Filter xmlns="http://www.opengis.net/ogc"><And><BBOX><PropertyName>featureGeometry</PropertyName><Envelope xmlns="http://www.opengis.net/gml" srsName="EPSG:3857"><lowerCorner>0 0</lowerCorner><upperCorner>0 0</upperCorner></Envelope></BBOX><PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><ValueReference xmlns="http://www.opengis.net/fes">source</ValueReference><Literal>W.0*</Literal></PropertyIsLike></And></Filter>',
      "S_INTERSECTS(envelope(geometry), BBOX(0, 0, 0, 0)) AND platform LIKE 'W_0%'",
    ],
    [
      'OpenLayers: During of 2.0 with a period of GML 3.1',
      '<Filter xmlns="http://www.opengis.net/fes/2.0"><During><ValueReference>acquisitionDate</ValueReference><TimePeriod xmlns="http://www.opengis.net/gml"><begin><TimeInstant><timePosition>2021-06-01T00:00:00Z</timePosition></TimeInstant></begin><end><TimeInstant><timePosition>2021-07-01T02:00:00+02:00</timePosition></TimeInstant></end></TimePeriod></During></Filter>',
      "T_DURING(datetime, INTERVAL('2021-06-01T00:00:00Z', '2021-07-01T00:00:00Z'))",
    ],
    [
      'a filter in an address, whose prefixes nobody declared',
      '<ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>source</ogc:PropertyName><ogc:Literal><![CDATA[a<b & c]]></ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>',
      "platform = 'a<b & c'",
    ],
  ])('%s', (_, xml, cql2) => {
    expect(read(xml)).toEqual(parseCql2Text(cql2));
  });
});

describe('operators', () => {
  test.each([
    ['PropertyIsEqualTo', `${value('niirs')}${literal('4')}`, 'niirs = 4'],
    ['PropertyIsNotEqualTo', `${literal('4')}${value('niirs')}`, '4 <> niirs'],
    ['PropertyIsEqualTo matchAction="All"', `${value('niirs')}${literal(' 4 ')}`, 'niirs = 4'],
    ['PropertyIsEqualTo matchCase="false"', `${value('source')}${literal('wv01')}`, "CASEI(platform) = CASEI('wv01')"],
    ['PropertyIsEqualTo matchCase="false"', `${value('niirs')}${literal('4')}`, 'niirs = 4'],
    [
      'PropertyIsLike matchCase="false" wildCard="*" singleChar="#" escapeChar="\\"',
      `${value('source')}${literal('w*')}`,
      "CASEI(platform) LIKE CASEI('w%')",
    ],
    ['PropertyIsLessThan', `${value('cloudCover')}${literal('0.07')}`, 'eo:cloud_cover < 7'],
    ['PropertyIsNull', value('niirs'), 'niirs IS NULL'],
    ['PropertyIsNil', value('niirs'), 'FALSE'],
    ['Not', `<fes:PropertyIsNull>${value('niirs')}</fes:PropertyIsNull>`, 'niirs IS NOT NULL'],
    ['And', `<fes:PropertyIsNull>${value('niirs')}</fes:PropertyIsNull>`, 'niirs IS NULL'],
    ['ResourceId rid="FinishedFeature.a.b"', '', "id IN ('FinishedFeature.a.b', 'a.b')"],
    ['FeatureId fid="a"', '', "id IN ('a')"],
    ['GmlObjectId gml:id="a"', '', "id IN ('a')"],
    [
      'Before',
      `${value('acquisitionDate')}<gml:TimeInstant gml:id="t"><gml:timePosition>2021-06-01</gml:timePosition></gml:TimeInstant>`,
      "T_BEFORE(datetime, TIMESTAMP('2021-06-01T00:00:00Z'))",
    ],
    [
      'After',
      `${value('acquisitionDate')}${literal('2021-06-01T00:00:00')}`,
      "T_AFTER(datetime, TIMESTAMP('2021-06-01T00:00:00Z'))",
    ],
    [
      'TEquals',
      `${value('acquisitionDate')}${literal('<gml:TimeInstant><gml:timePosition>2021-06-01T00:00:00Z</gml:timePosition></gml:TimeInstant>')}`,
      "T_EQUALS(datetime, TIMESTAMP('2021-06-01T00:00:00Z'))",
    ],
    [
      'During',
      `${value('acquisitionDate')}<gml:TimePeriod><gml:beginPosition>2021-06-01</gml:beginPosition><gml:endPosition indeterminatePosition="now"/></gml:TimePeriod>`,
      "T_DURING(datetime, INTERVAL('2021-06-01T00:00:00Z', '2026-01-01T12:00:00Z'))",
    ],
    [
      'AnyInteracts',
      `${value('acquisitionDate')}<gml:TimePeriod><gml:beginPosition>2021-06-01</gml:beginPosition><gml:endPosition indeterminatePosition="unknown"/></gml:TimePeriod>`,
      "T_INTERSECTS(datetime, INTERVAL('2021-06-01T00:00:00Z', '..'))",
    ],
    [
      'Begins',
      `${value('acquisitionDate')}<gml:TimePeriod><gml:beginPosition>2021-06-01</gml:beginPosition><gml:endPosition>2021-06-02</gml:endPosition></gml:TimePeriod>`,
      "T_STARTS(datetime, INTERVAL('2021-06-01T00:00:00Z', '2021-06-02T00:00:00Z'))",
    ],
    [
      'PropertyIsGreaterThan',
      `<fes:Function name="strLength">${value('source')}</fes:Function>${literal('4')}`,
      'length(platform) > 4',
    ],
    [
      'PropertyIsEqualTo',
      `<fes:Function name="strStartsWith">${value('source')}${literal('W_')}</fes:Function>${literal('true')}`,
      String.raw`platform LIKE 'W\_%'`,
    ],
    [
      'PropertyIsGreaterThan',
      `<fes:Sub>${value('sunElevation')}<fes:Mul>${value('cloudCover')}${literal('2')}</fes:Mul></fes:Sub>${literal('4')}`,
      'view:sun_elevation - eo:cloud_cover / 100 * 2 > 4',
    ],
    [
      'DWithin',
      `${value('featureGeometry')}<gml:Point srsName="EPSG:4326"><gml:pos>-105 40</gml:pos></gml:Point><fes:Distance uom="km">10</fes:Distance>`,
      'distance(geometry, POINT(-105 40)) <= 10000',
    ],
    [
      'Beyond',
      `${value('featureGeometry')}<gml:Point><gml:coordinates>40,-105</gml:coordinates></gml:Point><fes:Distance units="urn:ogc:def:uom:EPSG::9001">10</fes:Distance>`,
      'distance(geometry, POINT(-105 40)) > 10',
    ],
    [
      'BBOX',
      '<gml:Envelope srsName="http://www.opengis.net/def/crs/EPSG/0/4326"><gml:lowerCorner>1 2</gml:lowerCorner><gml:upperCorner>3 4</gml:upperCorner></gml:Envelope>',
      'S_INTERSECTS(envelope(geometry), BBOX(2, 1, 4, 3))',
    ],
    [
      'BBOX',
      `${value('gml:boundedBy')}<gml:Envelope srsName="urn:ogc:def:crs:OGC:1.3:CRS84"><gml:lowerCorner>170 2</gml:lowerCorner><gml:upperCorner>190 4</gml:upperCorner></gml:Envelope>`,
      'S_INTERSECTS(envelope(geometry), BBOX(170, 2, -170, 4))',
    ],
    [
      'Disjoint',
      `${value('featureGeometry')}<gml:Envelope><gml:lowerCorner>1 2</gml:lowerCorner><gml:upperCorner>3 4</gml:upperCorner></gml:Envelope>`,
      'S_DISJOINT(geometry, BBOX(2, 1, 4, 3))',
    ],
  ])('%s %s', (operator, inside, cql2) => {
    const [name] = operator.split(' ');
    expect(read(fes(`<fes:${operator}>${inside}</fes:${name}>`))).toEqual(parseCql2Text(cql2));
  });

  test('many ids are one list', () => {
    expect(read(fes('<fes:ResourceId rid="a"/><fes:ResourceId rid="b"/>'))).toEqual(parseCql2Text("id IN ('a', 'b')"));
  });

  test('an operator alone is a filter too', () => {
    expect(read('<PropertyIsNull><PropertyName>niirs</PropertyName></PropertyIsNull>')).toEqual(
      parseCql2Text('niirs IS NULL'),
    );
  });
});
