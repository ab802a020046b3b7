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

/** The same the other way. */
const alpha = [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4 - (127 / 288) * n ** 5 + (7891 / 37_800) * n ** 6,
  (13 / 48) * n ** 2 -
    (3 / 5) * n ** 3 +
    (557 / 1440) * n ** 4 +
    (281 / 630) * n ** 5 -
    (1_983_433 / 1_935_360) * n ** 6,
  (61 / 240) * n ** 3 - (103 / 140) * n ** 4 + (15_061 / 26_880) * n ** 5 + (167_603 / 181_440) * n ** 6,
  (49_561 / 161_280) * n ** 4 - (179 / 168) * n ** 5 + (6_601_661 / 7_257_600) * n ** 6,
  (34_729 / 80_640) * n ** 5 - (3_418_889 / 1_995_840) * n ** 6,
  (212_378_941 / 319_334_400) * n ** 6,
];

const degreesOf = (radians: number) => (radians * 180) / Math.PI;
const radiansOf = (degrees: number) => (degrees * Math.PI) / 180;
const unit = scaleOnMeridian * rectifying;

/** How far north of the equator the pole lies in every zone. */
export const poleNorthing = (unit * Math.PI) / 2;

export const centralMeridian = (zone: number): number => zone * 6 - 183;

/** Of 1 to 60 by the longitude alone: this grid knows no exceptions around Norway. */
export const zoneOf = (longitude: number): number => (((Math.floor((longitude + 180) / 6) % 60) + 60) % 60) + 1;

/** Longitude and latitude of a place in a zone; longitudes run on beyond 180 where the zone does. */
export function degreesOfUtm(epsg: number, x: number, y: number): readonly [number, number] {
  const [offset, latitude] = degreesOffMeridian(x - centreX, epsg >= 32_700 ? y - southernOffset : y);
  return [centralMeridian(epsg % 100) + offset, latitude];
}

/** A place in metres of a zone, which may lie in another zone and in the other hemisphere. */
export function utmOfDegrees(epsg: number, longitude: number, latitude: number): readonly [number, number] {
  const [easting, northing] = metresOffMeridian(longitude - centralMeridian(epsg % 100), latitude);
  return [easting + centreX, epsg >= 32_700 ? northing + southernOffset : northing];
}

/** Degrees east of the central meridian (-180 to 180) and latitude, from metres east of it and north of the equator. */
export function degreesOffMeridian(easting: number, northing: number): readonly [number, number] {
  const [xi, eta] = [northing / unit, easting / unit];
  const [xi0, eta0] = corrected(xi, eta, beta, -1);
  const sinh = Math.sinh(eta0);
  const cos = Math.cos(xi0);
  const tangent = geodeticTangent(Math.sin(xi0) / hypotenuse(sinh, cos));
  return [degreesOf(Math.atan2(sinh, cos)), degreesOf(Math.atan(tangent))];
}

/** The way back; without an answer at 90 degrees from the meridian on the equator, where it lies infinitely far. */
export function metresOffMeridian(offset: number, latitude: number): readonly [number, number] {
  const [lambda, tangent] = [radiansOf(offset), Math.tan(radiansOf(latitude))];
  const conformal = conformalTangent(tangent);
  const cos = Math.cos(lambda);
  const [xi, eta] = corrected(
    Math.atan2(conformal, cos),
    Math.asinh(Math.sin(lambda) / hypotenuse(conformal, cos)),
    alpha,
    1,
  );
  return [eta * unit, xi * unit];
}

/** The series as a sum of complex sines, by Clenshaw's recurrence: two sines of a kind instead of twenty-four. */
function corrected(xi: number, eta: number, series: readonly number[], sign: 1 | -1): readonly [number, number] {
  const [sin, cos, sinh, cosh] = [Math.sin(2 * xi), Math.cos(2 * xi), Math.sinh(2 * eta), Math.cosh(2 * eta)];
  const [factor, imaginaryFactor] = [2 * cos * cosh, -2 * sin * sinh];
  let [real, imaginary, lastReal, lastImaginary] = [0, 0, 0, 0];
  for (let index = series.length - 1; index >= 0; index--) {
    const nextReal = series[index]! + factor * real - imaginaryFactor * imaginary - lastReal;
    const nextImaginary = factor * imaginary + imaginaryFactor * real - lastImaginary;
    lastReal = real;
    lastImaginary = imaginary;
    real = nextReal;
    imaginary = nextImaginary;
  }
  const [sine, imaginarySine] = [sin * cosh, cos * sinh];
  const xiSum = sine * real - imaginarySine * imaginary;
  const etaSum = sine * imaginary + imaginarySine * real;
  return [xi + sign * xiSum, eta + sign * etaSum];
}

/** Of a sum of two squares; many times faster than the library's own, whose care for extremes is not needed here. */
const hypotenuse = (a: number, b: number): number => Math.sqrt(a * a + b * b);

function conformalTangent(tangent: number): number {
  const secant = hypotenuse(1, tangent);
  const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / secant));
  return tangent * hypotenuse(1, sigma) - sigma * secant;
}

/** The tangent of the latitude from that of the conformal latitude, by Newton's method. */
function geodeticTangent(conformal: number): number {
  let tangent = conformal / (1 - eccentricity ** 2);
  for (let round = 0; round < 6; round++) {
    const secant = hypotenuse(1, tangent);
    const reached = conformalTangent(tangent);
    const slope =
      ((1 - eccentricity ** 2) * hypotenuse(1, reached) * secant) / (1 + (1 - eccentricity ** 2) * tangent ** 2);
    const step = (conformal - reached) / slope;
    tangent += step;
    // Each round squares the error.
    if (Math.abs(step) < 1e-10 * secant) break;
  }
  return tangent;
}
