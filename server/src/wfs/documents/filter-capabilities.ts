const conformance = {
  ImplementsQuery: true,
  ImplementsAdHocQuery: true,
  ImplementsFunctions: false,
  ImplementsResourceId: true,
  ImplementsMinStandardFilter: true,
  ImplementsStandardFilter: true,
  ImplementsMinSpatialFilter: true,
  ImplementsSpatialFilter: true,
  ImplementsMinTemporalFilter: true,
  ImplementsTemporalFilter: true,
  ImplementsVersionNav: false,
  ImplementsSorting: true,
  ImplementsExtendedOperators: false,
  ImplementsMinimumXPath: true,
  ImplementsSchemaElementFunc: false,
} as const;

const comparisons = ['EqualTo', 'NotEqualTo', 'LessThan', 'GreaterThan', 'LessThanOrEqualTo', 'GreaterThanOrEqualTo'];
const more = ['Like', 'Null', 'Nil', 'Between'];
const spatial = [
  'BBOX',
  'Equals',
  'Disjoint',
  'Intersects',
  'Touches',
  'Crosses',
  'Within',
  'Contains',
  'Overlaps',
  'DWithin',
  'Beyond',
];
// AnyInteracts is answered too, but the schema of capabilities has no name for it.
const temporal = [
  'After',
  'Before',
  'During',
  'TEquals',
  'Begins',
  'BegunBy',
  'TContains',
  'Ends',
  'EndedBy',
  'Meets',
  'MetBy',
  'TOverlaps',
  'OverlappedBy',
];
const operands20 = [
  'Envelope',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Curve',
  'MultiCurve',
  'Polygon',
  'MultiPolygon',
  'Surface',
  'MultiSurface',
];

const each = (items: readonly string[], write: (item: string) => string): string => items.map(write).join('');

/** What filters may say in 2.0.0. */
export const filterCapabilities20 = (): string =>
  '<fes:Filter_Capabilities>\n<fes:Conformance>\n' +
  each(
    Object.entries(conformance).map(
      ([name, isTrue]) =>
        `<fes:Constraint name="${name}"><ows:NoValues/><ows:DefaultValue>${isTrue ? 'TRUE' : 'FALSE'}</ows:DefaultValue></fes:Constraint>\n`,
    ),
    (text) => text,
  ) +
  '</fes:Conformance>\n<fes:Id_Capabilities><fes:ResourceIdentifier name="fes:ResourceId"/></fes:Id_Capabilities>\n' +
  '<fes:Scalar_Capabilities>\n<fes:LogicalOperators/>\n<fes:ComparisonOperators>' +
  each([...comparisons, ...more], (name) => `<fes:ComparisonOperator name="PropertyIs${name}"/>`) +
  '</fes:ComparisonOperators>\n</fes:Scalar_Capabilities>\n' +
  '<fes:Spatial_Capabilities>\n<fes:GeometryOperands>' +
  each(operands20, (name) => `<fes:GeometryOperand name="gml:${name}"/>`) +
  '</fes:GeometryOperands>\n<fes:SpatialOperators>' +
  each(spatial, (name) => `<fes:SpatialOperator name="${name}"/>`) +
  '</fes:SpatialOperators>\n</fes:Spatial_Capabilities>\n' +
  '<fes:Temporal_Capabilities>\n<fes:TemporalOperands><fes:TemporalOperand name="gml:TimeInstant"/>' +
  '<fes:TemporalOperand name="gml:TimePeriod"/></fes:TemporalOperands>\n<fes:TemporalOperators>' +
  each(temporal, (name) => `<fes:TemporalOperator name="${name}"/>`) +
  '</fes:TemporalOperators>\n</fes:Temporal_Capabilities>\n</fes:Filter_Capabilities>\n';

/** What filters may say in the versions before, whose words are the same but for their places. */
export const filterCapabilities11 = (): string =>
  '<ogc:Filter_Capabilities>\n<ogc:Spatial_Capabilities>\n<ogc:GeometryOperands>' +
  each(
    ['Envelope', 'Point', 'LineString', 'Polygon'],
    (name) => `<ogc:GeometryOperand>gml:${name}</ogc:GeometryOperand>`,
  ) +
  '</ogc:GeometryOperands>\n<ogc:SpatialOperators>' +
  each(spatial, (name) => `<ogc:SpatialOperator name="${name}"/>`) +
  '</ogc:SpatialOperators>\n</ogc:Spatial_Capabilities>\n<ogc:Scalar_Capabilities>\n<ogc:LogicalOperators/>\n<ogc:ComparisonOperators>' +
  each(
    [
      'LessThan',
      'GreaterThan',
      'LessThanEqualTo',
      'GreaterThanEqualTo',
      'EqualTo',
      'NotEqualTo',
      'Like',
      'Between',
      'NullCheck',
    ],
    (name) => `<ogc:ComparisonOperator>${name}</ogc:ComparisonOperator>`,
  ) +
  '</ogc:ComparisonOperators>\n<ogc:ArithmeticOperators><ogc:SimpleArithmetic/></ogc:ArithmeticOperators>\n' +
  '</ogc:Scalar_Capabilities>\n<ogc:Id_Capabilities><ogc:EID/><ogc:FID/></ogc:Id_Capabilities>\n</ogc:Filter_Capabilities>\n';

export const filterCapabilities10 = (): string =>
  '<ogc:Filter_Capabilities>\n<ogc:Spatial_Capabilities>\n<ogc:Spatial_Operators>' +
  each(
    [
      'BBOX',
      'Equals',
      'Disjoint',
      'Intersect',
      'Touches',
      'Crosses',
      'Within',
      'Contains',
      'Overlaps',
      'Beyond',
      'DWithin',
    ],
    (name) => `<ogc:${name}/>`,
  ) +
  '</ogc:Spatial_Operators>\n</ogc:Spatial_Capabilities>\n<ogc:Scalar_Capabilities>\n<ogc:Logical_Operators/>\n' +
  '<ogc:Comparison_Operators><ogc:Simple_Comparisons/><ogc:Like/><ogc:Between/><ogc:NullCheck/></ogc:Comparison_Operators>\n' +
  '<ogc:Arithmetic_Operators><ogc:Simple_Arithmetic/></ogc:Arithmetic_Operators>\n</ogc:Scalar_Capabilities>\n</ogc:Filter_Capabilities>\n';
