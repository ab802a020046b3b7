import type { Condition, Conditions } from './conditions.ts';

type Cql2 = Readonly<Record<string, unknown>>;

/** The conditions as CQL2-JSON; undefined when there are none. */
export function filterOf(conditions: Conditions): Cql2 | undefined {
  const parts = Object.entries(conditions).flatMap(([name, condition]) => partsOf(name, condition));
  return parts.length < 2 ? parts[0] : { op: 'and', args: parts };
}

function partsOf(name: string, condition: Condition): readonly Cql2[] {
  const property = { property: name };
  if (condition.kind === 'among') return [{ op: 'in', args: [property, condition.values] }];
  if (condition.kind === 'holds') {
    const pattern = `%${condition.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return [
      {
        op: 'like',
        args: [
          { op: 'casei', args: [property] },
          { op: 'casei', args: [pattern] },
        ],
      },
    ];
  }
  const { least, most } = condition;
  return [
    ...(least === null ? [] : [{ op: '>=', args: [property, least] }]),
    ...(most === null ? [] : [{ op: '<=', args: [property, most] }]),
  ];
}
