import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { readFes } from '../../server/src/catalog/languages/fes/read-fes.ts';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { fes, literal, value } from './fes-text.ts';
import { filterErrorOf as errorOf } from './filter-error-of.ts';
import { latLonReading } from './finished-features.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const read = (xml: string): Filter => readFes(readXml(xml), latLonReading);

describe('errors say what is wrong and where', () => {
  test.each([
    [fes(''), 'the filter is empty', 'malformed'],
    [fes('<fes:PropertyIsEqualTo/>'), 'PropertyIsEqualTo needs 2 values', 'malformed'],
    [fes('<fes:Evil/>'), "there is no operator 'Evil'", 'malformed'],
    [fes('<fes:constructor/>'), "there is no operator 'constructor'", 'malformed'],
    [
      fes(`<fes:PropertyIsNull>${value('ex:undefined')}</fes:PropertyIsNull>`),
      "there is no attribute 'ex:undefined'",
      'unknownName',
    ],
    [
      fes(
        `<fes:PropertyIsLessThanOrEqualTo>${value('gml:boundedBy')}${literal('<gml:Envelope><gml:lowerCorner>1 2</gml:lowerCorner><gml:upperCorner>3 4</gml:upperCorner></gml:Envelope>')}</fes:PropertyIsLessThanOrEqualTo>`,
      ),
      "'gml:boundedBy' is a geometry, which has no order and no value",
      'unfitOperand',
    ],
    [
      fes(
        `<fes:BBOX>${value('source')}<gml:Envelope><gml:lowerCorner>1 2</gml:lowerCorner><gml:upperCorner>3 4</gml:upperCorner></gml:Envelope></fes:BBOX>`,
      ),
      "'source' is not a geometry",
      'unfitOperand',
    ],
    [
      fes(`<fes:PropertyIsLessThan>${value('cloudCover')}${literal('many')}</fes:PropertyIsLessThan>`),
      "'many' is not a number, which 'cloudCover' is",
      'unfitOperand',
    ],
    [
      fes(`<fes:During>${value('acquisitionDate')}${literal('2021-06-01')}</fes:During>`),
      'During needs a period, not an instant',
      'unfitOperand',
    ],
    [
      fes(
        `<fes:Intersects>${value('featureGeometry')}<gml:Point srsName="EPSG:32633"><gml:pos>1e300 0</gml:pos></gml:Point></fes:Intersects>`,
      ),
      'the coordinates lie outside their CRS',
      'malformed',
    ],
    [fes('<fes:ResourceId/>'), "ResourceId needs the attribute 'rid'", 'malformed'],
    [
      fes(`<fes:ResourceId rid="a"/><fes:PropertyIsNull>${value('niirs')}</fes:PropertyIsNull>`),
      'ids stand alone in a filter',
      'malformed',
    ],
    [
      fes(`<fes:Intersects>${value('featureGeometry')}<gml:Point><gml:pos>1</gml:pos></gml:Point></fes:Intersects>`),
      'a position has two or three numbers',
      'malformed',
    ],
    [
      fes(`<fes:Intersects>${value('featureGeometry')}<gml:Point><gml:pos>1 x</gml:pos></gml:Point></fes:Intersects>`),
      "'x' is not a number",
      'malformed',
    ],
    [
      fes(
        `<fes:Intersects>${value('featureGeometry')}<gml:Point srsName="EPSG:32690"><gml:pos>1 2</gml:pos></gml:Point></fes:Intersects>`,
      ),
      "there is no CRS 'EPSG:32690' here",
      'unknownName',
    ],
    [
      fes(
        `<fes:Intersects>${value('featureGeometry')}<gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>0 0 0 1 1 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></fes:Intersects>`,
      ),
      'a ring needs at least four positions',
      'malformed',
    ],
    [
      fes(
        `<fes:During>${value('acquisitionDate')}<gml:TimePeriod><gml:beginPosition>soon</gml:beginPosition><gml:endPosition>2021-01-01</gml:endPosition></gml:TimePeriod></fes:During>`,
      ),
      "'soon' is not a time as 2020-12-31T23:59:59Z",
      'malformed',
    ],
    [
      fes(
        `<fes:DWithin>${value('featureGeometry')}<gml:Point><gml:pos>1 2</gml:pos></gml:Point><fes:Distance uom="furlong">5</fes:Distance></fes:DWithin>`,
      ),
      "'furlong' is not meters, kilometers, feet, statute miles or nautical miles",
      'unfitOperand',
    ],
  ])('%s', (xml, reason, problem) => {
    const error = errorOf(() => read(xml));
    expect({ reason: error.reason, problem: error.problem }).toEqual({ reason, problem });
    expect(error.place).not.toBeNull();
  });

  test('by line and column of the element', () => {
    const error = errorOf(() => read('<Filter>\n  <And>\n    <Evil/>\n  </And>\n</Filter>'));
    expect(error.place).toMatchObject({ line: 3, column: 5 });
  });

  test.each([
    ['<Filter><And></Filter>', /unmatched|unexpected close tag/i],
    ['<Filter', /unclosed|root/i],
    ['', /document must contain|no element/i],
    ['not xml', /text data outside of root node/i],
    ['<a/><b/>', /root/i],
    ['<Filter>&never;</Filter>', /entity/i],
    ['<Filter a="1" a="2"/>', /duplicate/i],
  ])('XML that is none: %s', (xml, reason) => {
    const error = errorOf(() => readXml(xml));
    expect(error.reason).toMatch(reason);
    expect(error.place).not.toBeNull();
  });
});

describe('hostile documents', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><Filter>&c;</Filter>`;

  test.each([
    ['entities that grow', bomb],
    ['entities of files', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><Filter>&f;</Filter>'],
    ['a document type elsewhere', '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/evil.dtd"><Filter/>'],
  ])('%s are refused with the document type', (_, xml) => {
    expect(errorOf(() => readXml(xml)).reason).toBe('a document type is not accepted');
  });

  test('depth, size, elements and attributes have bounds', () => {
    const before = cpuMs();
    expect(errorOf(() => readXml('<a>'.repeat(100_000))).reason).toMatch(/nested more than/);
    expect(errorOf(() => readXml(`<a>${'<b/>'.repeat(60_000)}</a>`)).reason).toMatch(/more than 50000 elements/);
    const attributes = Array.from({ length: 200 }, (_, i) => `a${i}="x"`).join(' ');
    expect(errorOf(() => readXml(`<a ${attributes}/>`)).reason).toMatch(/more than 100 attributes/);
    expect(errorOf(() => readXml(`<a>${'x'.repeat(1_000_001)}</a>`)).reason).toMatch(/longer than/);
    const many = Array.from({ length: 20_000 }, (_, i) => `${i % 90} ${i % 80}`).join(' ');
    const line = `<fes:Intersects>${value('featureGeometry')}<gml:LineString><gml:posList>${many}</gml:posList></gml:LineString></fes:Intersects>`;
    expect(errorOf(() => read(fes(line))).reason).toMatch(/more than 10000 vertices/);
    const nots = `${'<fes:Not>'.repeat(150)}<fes:PropertyIsNull>${value('niirs')}</fes:PropertyIsNull>${'</fes:Not>'.repeat(150)}`;
    expect(errorOf(() => read(fes(nots))).reason).toMatch(/nested more than/);
    const ids = fes('<fes:ResourceId rid="a"/>'.repeat(6_000));
    expect(errorOf(() => read(ids)).reason).toMatch(/more than 5000 elements/);
    expect(cpuMs() - before).toBeLessThan(5_000);
  });

  test('a namespace is told by its prefix where it is bound', () => {
    const root = readXml('<a xmlns="urn:one" xmlns:x="urn:two"><b xmlns:x="urn:three"/></a>');
    expect([root.uri, root.namespaceOf('x'), root.namespaceOf(''), root.namespaceOf('y')]).toEqual([
      'urn:one',
      'urn:two',
      'urn:one',
      null,
    ]);
    expect(root.children[0]!.namespaceOf('x')).toBe('urn:three');
  });
});
