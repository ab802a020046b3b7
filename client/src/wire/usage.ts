type AgeFigures<Suffix extends string, Value> = Readonly<
  Record<`${'fresh' | 'standard' | 'training' | 'total'}_imagery_${Suffix}`, Value>
>;

/** What imagery measures and costs; a cost is null where some of it has no price. */
export type Usage = {
  readonly area: AgeFigures<'sqkm', number> & { readonly estimate: boolean };
  readonly cost: AgeFigures<'cost', number | null> & { readonly estimate: boolean };
};

export type Limits = {
  readonly limits: Readonly<
    Record<
      | 'annual_subscription_fee_limit'
      | 'fresh_imagery_fee_limit'
      | 'standard_imagery_fee_limit'
      | 'training_imagery_fee_limit',
      number
    >
  >;
  /** What is left of this year; -1 is without limit. */
  readonly available: AgeFigures<'balance', number>;
};
