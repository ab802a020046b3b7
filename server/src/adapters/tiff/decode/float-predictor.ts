/**
 * Predictor 3 undone: a row was stored as the first bytes of all its numbers, then all second ones, and so on, the
 * highest first whatever the file's order, and each byte as its difference from the one `bands` before it.
 */
export function undoFloatPredictor(bytes: Uint8Array, rowLength: number, bands: number): Float32Array {
  const numbers = new Uint32Array(bytes.length >> 2);
  const rowBytes = rowLength * 4;
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    for (let at = start + bands; at < start + rowBytes; at++) bytes[at]! += bytes[at - bands]!;
    for (let place = 0, at = start; place < rowLength; place++, at++) {
      const upper = (bytes[at]! << 24) | (bytes[at + rowLength]! << 16);
      numbers[start / 4 + place] = upper | (bytes[at + 2 * rowLength]! << 8) | bytes[at + 3 * rowLength]!;
    }
  }
  return new Float32Array(numbers.buffer);
}
