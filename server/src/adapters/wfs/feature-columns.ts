import type { ColumnType, FeatureColumn } from '../../geometry/feature-layers.ts';
import type { AnswerContext } from '../../wfs/outputs/output.ts';

type AttributeType = AnswerContext['attributes'][number]['type'];

const columnTypes: Readonly<Record<AttributeType, ColumnType>> = {
  string: 'text',
  number: 'real',
  integer: 'integer',
  boolean: 'boolean',
  dateTime: 'datetime',
};

/** The attributes as columns of a table. */
export const featureColumns = ({ attributes }: Pick<AnswerContext, 'attributes'>): readonly FeatureColumn[] =>
  attributes.map(({ name, type }) => ({ name, type: columnTypes[type] }));
