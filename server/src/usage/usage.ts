export const ageClasses = ['fresh', 'standard', 'training'] as const;
export type AgeClass = (typeof ageClasses)[number];

export const byAge = <T>(valueOf: (age: AgeClass) => T): Record<AgeClass, T> => ({
  fresh: valueOf('fresh'),
  standard: valueOf('standard'),
  training: valueOf('training'),
});

/** Imagery by its age, and what it costs; null where a class that is used has no price. */
export type Usage = {
  /** Square kilometres. */
  readonly area: Readonly<Record<AgeClass, number>>;
  readonly cost: Readonly<Record<AgeClass, number | null>>;
};

export const noUsage: Usage = {
  area: { fresh: 0, standard: 0, training: 0 },
  cost: { fresh: 0, standard: 0, training: 0 },
};
