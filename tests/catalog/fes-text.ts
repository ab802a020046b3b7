/** A condition of FES 2.0 as its clients write it. */
export const fes = (condition: string): string =>
  `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2">${condition}</fes:Filter>`;
export const value = (name: string): string => `<fes:ValueReference>${name}</fes:ValueReference>`;
export const literal = (text: string): string => `<fes:Literal>${text}</fes:Literal>`;
