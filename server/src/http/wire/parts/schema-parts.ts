import { type TSchema, Type } from 'typebox';

/** A member or parameter that may be absent. */
export const text = (description: string) => Type.Optional(Type.String({ description }));

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** What an address has that the service signed. */
export const signedMembers = {
  expires: text('Of a signed address: seconds since 1970.'),
  signature: text('Of a signed address, over its path and all other parameters.'),
};
