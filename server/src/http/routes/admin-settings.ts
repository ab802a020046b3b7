import { Type } from 'typebox';
import { settingTable } from '../../config.ts';
import { operation } from '../route.ts';

export const settings = operation({
  summary: 'The settings in force, read-only; secrets are masked',
  tag: 'Administration',
  answers: { 200: Type.Record(Type.String(), Type.Unknown()) },
  handle: ({ config }) =>
    Object.fromEntries(
      Object.entries(settingTable).map(([name, { isSecret }]) => {
        const value = config[name as keyof typeof settingTable];
        return [name, isSecret && value !== null ? '********' : value];
      }),
    ),
});
