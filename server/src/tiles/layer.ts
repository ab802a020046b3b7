/**
 * Rings in metres from the corner of a cell that is nearest to its zone's meridian and to the equator: x and y of each
 * place, one after the other, the first not repeated. What an odd number of rings enclose is filled.
 */
export type Layer = readonly Float64Array[];
