/** Fractions of a pixel that eight bits can tell apart. */
const phases = 2048;

/** Keys' cubic with a = -0.5, for a point `t` of the way from the second of four pixels to the third. */
const cubicWeights = (t: number): readonly [number, number, number, number] => [
  ((-0.5 * t + 1) * t - 0.5) * t,
  (1.5 * t - 2.5) * t * t + 1,
  ((-1.5 * t + 2) * t + 0.5) * t,
  (0.5 * t - 0.5) * t * t,
];

/** The weights in the middle of every phase, in 2048ths that add up to 2048: a plain colour stays what it is. */
export const cubicTable: Int16Array = tableOf();

function tableOf(): Int16Array {
  const table = new Int16Array(phases * 4);
  for (let phase = 0; phase < phases; phase++) {
    const whole = cubicWeights((phase + 0.5) / phases).map((weight) => Math.round(weight * phases));
    const missing = phases - whole.reduce((sum, weight) => sum + weight, 0);
    whole[phase < phases / 2 ? 1 : 2]! += missing;
    table.set(whole, phase * 4);
  }
  return table;
}
