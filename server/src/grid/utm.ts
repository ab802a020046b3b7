/** Of WGS 84. */
const semiMajor = 6_378_137;
const flattening = 1 / 298.257_223_563;
const scaleOnMeridian = 0.9996;
const centreX = 500_000;
const southernOffset = 10_000_000;

const n = flattening / (2 - flattening);
const eccentricity = Math.sqrt(flattening * (2 - flattening));
/** The radius of a circle as long as a meridian. */
const rectifying = (semiMajor / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);

/** Krueger's series to the sixth order: far below a nanometre within a zone. */
const beta = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - n ** 4 / 360 - (81 / 512) * n ** 5 + (96_199 / 604_800) * n ** 6,
  n ** 2 / 48 + n ** 3 / 15 - (437 / 1440) * n ** 4 + (46 / 105) * n ** 5 - (1_118_711 / 3_870_720) * n ** 6,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4 - (209 / 4480) * n ** 5 + (5569 / 90_720) * n ** 6,
  (4397 / 161_280) * n ** 4 - (11 / 504) * n ** 5 - (830_251 / 7_257_600) * n ** 6,
  (4583 / 161_280) * n ** 5 - (108_847 / 3_991_680) * n ** 6,
  (20_648_693 / 638_668_800) * n ** 6,
];

const degreesOf = (radians: number) => (radians * 180) / Math.PI;

/** Longitude and latitude of a place in a zone; longitudes run on beyond 180 where the zone does. */
export function degreesOfUtm(epsg: number, x: number, y: number): readonly [number, number] {
  const zone = epsg % 100;
  const northing = epsg >= 32_700 ? y - southernOffset : y;
  const xi = northing / (scaleOnMeridian * rectifying);
  const eta = (x - centreX) / (scaleOnMeridian * rectifying);
  let [xi0, eta0] = [xi, eta];
  beta.forEach((factor, index) => {
    const turn = 2 * (index + 1);
    xi0 -= factor * Math.sin(turn * xi) * Math.cosh(turn * eta);
    eta0 -= factor * Math.cos(turn * xi) * Math.sinh(turn * eta);
  });
  const tangent = geodeticTangent(Math.sin(xi0) / Math.hypot(Math.sinh(eta0), Math.cos(xi0)));
  return [zone * 6 - 183 + degreesOf(Math.atan2(Math.sinh(eta0), Math.cos(xi0))), degreesOf(Math.atan(tangent))];
}

/** The tangent of the latitude from that of the conformal latitude, by Newton's method. */
function geodeticTangent(conformal: number): number {
  let tangent = conformal;
  for (let round = 0; round < 6; round++) {
    const secant = Math.hypot(1, tangent);
    const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / secant));
    const reached = tangent * Math.hypot(1, sigma) - sigma * secant;
    const slope =
      ((1 - eccentricity ** 2) * Math.hypot(1, reached) * secant) / (1 + (1 - eccentricity ** 2) * tangent ** 2);
    const step = (conformal - reached) / slope;
    tangent += step;
    if (Math.abs(step) < 1e-16 * secant) break;
  }
  return tangent;
}
