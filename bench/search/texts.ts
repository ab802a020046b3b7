/** Three digits that mean something. */
export const ms = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);

export const pair = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string => `${ms(p50)} / ${ms(p99)}`;

export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export const thousands = (count: number): string => Math.round(count).toLocaleString('en');
