/** A pattern as `#,##0.00`, with texts around it: the digits that are always shown, and those that may be. */
type NumberPattern = {
  readonly before: string;
  readonly after: string;
  readonly leastWhole: number;
  readonly leastDecimals: number;
  readonly mostDecimals: number;
  /** Digits between commas; 0 for none. */
  readonly group: number;
  readonly times: 1 | 100;
};

const shape = /^([^#0,.;%'E]*)([#,]*[0,]*)(?:\.(0*)(#*))?([^#0,.;'E]*)$/;

/** Null where it is no pattern that is understood: exponents, quotes and a form for negative numbers are not. */
export function readNumberPattern(pattern: string): NumberPattern | null {
  const [whole, before = '', digits = '', zeros = '', marks = '', after = ''] = shape.exec(pattern) ?? [];
  if (whole === undefined || (digits === '' && zeros === '' && marks === '') || pattern.length > 100) return null;
  const comma = digits.lastIndexOf(',');
  return {
    before,
    after,
    leastWhole: digits.replaceAll(/[^0]/g, '').length,
    leastDecimals: zeros.length,
    mostDecimals: zeros.length + marks.length,
    group: comma < 0 ? 0 : digits.length - comma - 1,
    times: after.includes('%') ? 100 : 1,
  };
}

export function formatNumber(number: number, pattern: NumberPattern): string | null {
  const { before, after, leastWhole, leastDecimals, mostDecimals, group, times } = pattern;
  const size = Math.abs(number * times);
  if (!(size < 1e21)) return null;
  const [whole = '', decimals = ''] = roundedToEven(size, mostDecimals).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(leastDecimals, '0');
  const trimmed = whole === '0' && leastWhole === 0 && shown !== '' ? '' : whole.padStart(leastWhole, '0');
  const sign = number < 0 ? '-' : '';
  const grouped = group === 0 ? trimmed : trimmed.replaceAll(new RegExp(`\\B(?=(?:\\d{${group}})+$)`, 'g'), ',');
  return `${sign}${before}${grouped}${shown === '' ? '' : `.${shown}`}${after}`;
}

/** Halves go to the even digit; all else is as near as it can be. */
function roundedToEven(size: number, decimals: number): string {
  const scale = 10 ** decimals;
  const scaled = size * scale;
  const below = Math.floor(scaled);
  const isHalf = scaled - below === 0.5 && scaled / scale === size;
  return isHalf && below % 2 === 0 ? (below / scale).toFixed(decimals) : size.toFixed(decimals);
}
